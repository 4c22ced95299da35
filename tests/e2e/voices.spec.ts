import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { hasVoiceModels } from "#tests/support/real-voice-frames.ts";
import { encodeSound, WHISPER_BASE } from "#tests/support/real-voices.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";
import { mixMeeting, READERS } from "#tests/support/voice-mixes.ts";
import { awake, expect, expectAccessible, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";

/** An uploaded recording of several people, as `npm start` makes a meeting of it: real weights and voices, nothing configured. */

test.skip(!hasVoiceModels, "needs real weights: the test command names what it leaves out");

let acta: ActaProcess;

test.beforeAll(async () => {
  acta = await startActa({ env: { SPEECH_ENGINE: "", ACTA_SPEECH_MODEL_PATH: WHISPER_BASE } });
});

test.afterAll(async () => {
  await acta?.stop();
});

test("speakers are told apart, named once for all, and told apart again for a number of people", async ({ page }) => {
  test.setTimeout(300_000);
  const [one, two, , four] = READERS;
  const { pcm } = await mixMeeting({ readers: [four, two, one], seconds: 75, seed: 3 });
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  const bytes = encodeSound(pcm, "m4a");
  const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: "Three readers", bytes, language: "en" });
  await page.context().addCookies([{ name, value, url: acta.origin }]);
  await page.goto(`${acta.origin}/${meetId}`);
  const people = page.getByRole("list", { name: "Who spoke, and for how long" });
  await expect(people).toContainText("Speaker 3", { timeout: 240_000 });
  await expect(people.getByRole("listitem")).toHaveCount(4);
  await awake(page);

  await page.getByRole("button", { name: "Name the speakers" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Who speaks?" });
  const count = dialog.getByLabel("How many people spoke?");
  await expect(count).toHaveValue("");
  await expectAccessible(page);
  await dialog.getByLabel("Name of Speaker 1").fill("Marta Puig");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(people).toContainText("Marta Puig");

  await page.getByRole("button", { name: "Name the speakers" }).first().click();
  await count.selectOption("2");
  await expect(page.getByText("Speakers found again", { exact: true })).toBeVisible();
  await expect(people.getByRole("listitem")).toHaveCount(3);
  await expect(people).toContainText("Marta Puig");
  await expect(dialog.getByLabel("Name of Speaker 1")).toHaveValue("Marta Puig");

  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".seg[id]").first().focus();
  await page.keyboard.press("e");
  await page
    .getByRole("button", { name: /^Somebody else said this/ })
    .first()
    .click();
  const who = page.getByRole("dialog", { name: "Who said this?" });
  await who.getByLabel("Another person").check();
  await who.getByLabel("Also the lines of this speaker that sound like these").check();
  await expectAccessible(page);
  await who.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Given to another speaker", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The recognised speakers are back", { exact: true })).toBeVisible();
  await expect(people.getByRole("listitem")).toHaveCount(3);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
});
