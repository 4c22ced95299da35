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

test("a voice is saved with consent, asked about in the next meeting, and deleted in the privacy settings", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const readers = [READERS[0], READERS[3]];
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  await page.context().addCookies([{ name, value, url: acta.origin }]);
  const upload = async (title: string, half: 0 | 1) => {
    const { pcm } = await mixMeeting({ readers, seconds: 60, seed: 5 + half, half });
    const bytes = encodeSound(pcm, "m4a");
    return uploadOverHttp({ origin: acta.origin, cookie, title, bytes, language: "en" });
  };
  const openNames = async (meetId: string) => {
    await page.goto(`${acta.origin}/${meetId}`);
    const people = page.getByRole("list", { name: "Who spoke, and for how long" });
    await expect(people).toContainText("Speaker 2", { timeout: 240_000 });
    await awake(page);
    await page.getByRole("button", { name: "Name the speakers" }).first().click();
    return page.getByRole("dialog", { name: "Who speaks?" });
  };
  const first = await upload("First week", 0);
  const dialog = await openNames(first);
  await expect(dialog.getByLabel("Name of Speaker 1")).toBeVisible();
  // Off until a person switches it on.
  await dialog.getByLabel("Name of Speaker 1").fill("Marta Puig");
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Names saved", { exact: true })).toBeVisible();

  await page.goto(`${acta.origin}/settings/privacy#voices`);
  await awake(page);
  const section = page.getByRole("region", { name: "Remembered voices" });
  await expect(section).toContainText("biometric data");
  await section.getByRole("button", { name: "Remember voices" }).click();
  await expect(section.getByLabel("How long a voice is kept")).toHaveValue("365");
  await expect(section).toContainText("No voice is saved yet.");
  await expectAccessible(page);

  await page.goto(`${acta.origin}/${first}`);
  await awake(page);
  await page.getByRole("button", { name: "Name the speakers" }).first().click();
  const agreed = dialog.getByRole("checkbox", { name: "Marta Puig has agreed that Acta remembers this voice" });
  await expect(agreed).not.toBeChecked();
  await agreed.check();
  await expect(dialog).toContainText("Saves biometric data for 365 days, seen by you alone.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Names saved", { exact: true })).toBeVisible();

  const next = await openNames(await upload("Second week", 1));
  await expect(next).toContainText("Is this Marta Puig? It sounds like the voice that you saved.");
  await next.getByRole("button", { name: "Yes, this is Marta Puig" }).click();
  const names = next.getByRole("combobox", { name: /^Name of Speaker/ });
  const written = () => names.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
  await expect.poll(async () => (await written()).filter((each) => each !== "")).toEqual(["Marta Puig"]);
  await next.getByRole("button", { name: "Cancel" }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${acta.origin}/settings/privacy#voices`);
  await awake(page);
  await expect(section.getByRole("list", { name: "Saved voices" })).toContainText("Marta Puig");
  await expectNoOverflow(page);
  await expectAccessible(page);
  await section.getByRole("button", { name: "Delete the voice of Marta Puig" }).click();
  await expect(section).toContainText("No voice is saved yet.");
  await section.getByRole("button", { name: "Switch off and delete all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch off and delete all" }).click();
  await expect(section.getByRole("button", { name: "Remember voices" })).toBeVisible();
});
