import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import {
  awake,
  expect,
  expectAccessible,
  expectContrast,
  expectNoOverflow,
  fixture,
  test,
} from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** Edits of one uploaded meeting, in order: each test continues from the state that the previous one left. */
test.describe.configure({ mode: "serial" });

const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:05.200
<v Speaker 1>Good morning, today we talk about the booking page of the clinic and the contract.

00:05.500 --> 00:10.000
<v Speaker 2>The booking page is ready and the clinic tried it with twelve patients.

00:10.300 --> 00:14.000
<v Speaker 1>We decided to launch the booking page on the third of March.

00:14.200 --> 00:18.000
<v Speaker 2>Marta will send the contract to the clinic by Friday.

00:18.200 --> 00:21.000
<v Speaker 3>The budget for the pilot stays at four thousand euros.

00:21.300 --> 00:24.000
<v Speaker 1>Nurses asked for bigger letters on the calendar.

00:24.200 --> 00:27.000
<v Speaker 2>Old phones cannot open the payment form yet.

00:27.200 --> 00:30.000
<v Speaker 1>Visitors want reminders one day before they come.

00:30.200 --> 00:33.000
<v Speaker 2>The telephone stays open until the summer.
`;

const INES = { person: "ines", provider: "google" } as const;
let meetId = "";

test.beforeAll(async () => {
  const origin = process.env.ACTA_ORIGIN ?? "";
  const { cookie } = await localSignIn({ appOrigin: origin, ...INES });
  meetId = await uploadOverHttp({
    origin,
    cookie,
    title: "Clinic website",
    bytes: new Uint8Array(await readFile(fixture("talk.mp4"))),
    transcript: new TextEncoder().encode(TRANSCRIPT),
  });
});

async function openMeeting(page: Page, origin: string): Promise<void> {
  const { name, value } = await localSignIn({ appOrigin: origin, ...INES });
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.goto(`${origin}/${meetId}`);
  await awake(page);
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
}

/** Opens the meeting as the same person on another device. */
async function otherDevice(browser: Browser, origin: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Madrid" })).newPage();
  await openMeeting(page, origin);
  return page;
}

const minutes = (page: Page) => page.locator("#minutes");
const keyPoints = (page: Page) =>
  minutes(page)
    .getByRole("listitem")
    .filter({ has: page.locator(".reading") });
/** The heading under which the quotations of this meeting are read, and edited. */
const TOPIC = "booking page · clinic · contract";
const box = (page: Page, name: string | RegExp) => minutes(page).getByRole("textbox", { name, exact: true });

/** The box of a line that is being edited, by the words that stand in it now. It keeps its name when they change. */
async function boxWith(page: Page, words: string) {
  const boxes = minutes(page).getByRole("region", { name: TOPIC }).getByRole("textbox");
  await expect(boxes.first()).toBeVisible();
  const texts = await boxes.evaluateAll((all) => all.map((each) => (each as HTMLTextAreaElement).value));
  return box(page, `${TOPIC} ${texts.findIndex((text) => text.includes(words)) + 1}`);
}

/** Checks the page at two widths: axe in light at 1280 px, the contrast in dark at 390 px. ACTA_LOOK names a folder for four screenshots. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.ACTA_LOOK;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
    for (const colorScheme of ["dark", "light"] as const) {
      const isRead = (width === 390) === (colorScheme === "dark");
      if (!isRead && !folder) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      if (isRead) await (colorScheme === "dark" ? expectContrast(page) : expectAccessible(page));
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  }
}

test("minutes and quotations are edited, kept over a reload, and saved; what is changed by hand is marked", async ({
  page,
  origin,
}) => {
  await openMeeting(page, origin);
  await test.step("minutes are edited, cancelled, kept over a reload, and saved, by keyboard alone", async () => {
    await page.keyboard.press("e");
    await expect(box(page, "Title")).toBeFocused();
    await expect(page.getByText("No changes yet")).toBeVisible();
    const decided = await boxWith(page, "We decided to launch");
    await decided.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Nobody waits.");
    await expect(page.getByText("One change, kept in this browser")).toBeVisible();
    await look(page, "edit");

    // Esc asks before changes are lost. Esc again keeps editing.
    await decided.focus();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toContainText("One change would be lost.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();

    await page.reload();
    await awake(page);
    await expect(decided).toHaveValue(/Nobody waits\.$/);

    const add = minutes(page).getByRole("region", { name: TOPIC }).getByRole("button", { name: "Add a line" });
    await add.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("The price is settled next week.");
    await box(page, "Title").fill("Clinic website, corrected");
    await expect(page.getByText("3 changes, kept in this browser")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Clinic website, corrected" })).toBeVisible();
    await expect(keyPoints(page).filter({ hasText: "Nobody waits." }).locator("time").first()).toBeVisible();
    await expect(keyPoints(page).filter({ hasText: "The price is settled next week." })).toContainText("by hand");
    await expect(page.getByText("2 lines were changed by hand.")).toBeVisible();
  });

  await test.step("a changed line without support in the transcript is marked 'by hand', also after it was moved", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const boxes = minutes(page).getByRole("region", { name: TOPIC }).getByRole("textbox");
    const price = "The price is settled next week.";
    // Only what a person added has a place to be moved to: quotations stay in the order of the talk.
    await expect(boxes.last()).toHaveValue(price);
    await boxes.last().press("Alt+ArrowUp");
    await expect(boxes.last()).not.toHaveValue(price);
    await (await boxWith(page, "We decided to launch")).fill("Umbrellas are sold out.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    for (const text of ["Umbrellas are sold out.", price]) {
      await expect(keyPoints(page).filter({ hasText: text })).toContainText("by hand");
    }
    await expect(keyPoints(page).last()).not.toContainText(price);
  });

  await test.step("quotations are boxes of their own: a changed one is marked 'by hand', the others keep their moments", async () => {
    const topic = minutes(page).getByRole("region", { name: TOPIC });
    const moments = topic.getByRole("listitem").locator("time");
    const [before, lines] = [await moments.count(), await topic.getByRole("listitem").count()];
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    // They are edited where they are read.
    await expect(topic.getByRole("textbox")).toHaveCount(lines);
    const quoted = topic.getByRole("listitem").filter({ has: page.locator("time") });
    await expect(quoted.getByRole("button", { name: /^Move/, includeHidden: true })).toHaveCount(0);
    const changed = await boxWith(page, "Marta will send");
    await changed.fill("Nobody mentioned umbrellas.");
    await expect(page.getByText("One change, kept in this browser")).toBeVisible();
    await page.reload();
    await awake(page);
    await expect(changed).toHaveValue("Nobody mentioned umbrellas.");
    await expect(page.getByText("a person has changed some of them since")).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(topic.getByRole("listitem").filter({ hasText: "Nobody mentioned umbrellas." })).toContainText(
      "by hand",
    );
    await expect(moments).toHaveCount(before - 1);
    // Two lines of the earlier tests, and this one.
    await expect(page.getByText("3 lines were changed by hand.")).toBeVisible();
  });
});

test("two devices keep both versions of a conflict; earlier versions are read and restored, and written again", async ({
  page,
  origin,
  browser,
  expectedErrors,
}) => {
  // The refused save of the device that is later.
  expectedErrors.push("409");
  await openMeeting(page, origin);
  await expect(page.getByText("The price is settled next week."), "saved by the test before").toBeVisible();
  await test.step("two devices: the later save is told of the conflict and shows both versions, and nothing is lost", async () => {
    const other = await otherDevice(browser, origin);
    await page.keyboard.press("e");
    await (await boxWith(page, "Umbrellas")).fill("As the first device has it.");
    await other.keyboard.press("e");
    await (await boxWith(other, "Umbrellas")).fill("As the second device has it.");
    await box(other, "Title").fill("Named by the second device");
    await other.keyboard.press("Control+Enter");
    await expect(other.getByText("As the second device has it.")).toBeVisible();

    await expect(page.getByRole("alert")).toContainText(
      "One of your changes is in a line that was also changed in that version.",
    );
    await page.getByRole("button", { name: "Compare the two" }).click();
    await expect(page.getByText("In the other version: As the second device has it.")).toBeVisible();
    await look(page, "meanwhile");
    await page.getByRole("button", { name: "Save as a new version" }).click();
    await expect(page.getByText("As the first device has it.")).toBeVisible();
    // The title that the other device changed was not edited here, and the other page updates.
    await expect(page.getByRole("heading", { name: "Named by the second device" })).toBeVisible();
    await expect(other.getByText("As the first device has it.")).toBeVisible();
    await other.context().close();
  });

  await test.step("earlier versions can be read and restored; after writing again, lines marked 'by hand' are kept", async () => {
    await page.keyboard.press("w");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("No language model is set up")).toBeVisible();
    await expect(dialog.getByLabel("Language of the minutes")).toBeDisabled();
    await expect(dialog.getByRole("listitem").first()).toContainText("Shown now");
    await expect(dialog.getByRole("listitem").first()).toContainText("by you");
    await look(page, "rewrite");
    // The previous version, which the second device saved.
    await dialog.getByRole("button", { name: "Read the version of" }).first().click();
    await expect(dialog.getByText("As the second device has it.")).toBeVisible();
    await look(page, "version");
    await dialog.getByRole("checkbox", { name: "Compare with what is shown now" }).check();
    await expect(dialog.locator("del").filter({ hasText: "As the second device has it." })).toBeVisible();
    await look(page, "compared");
    await page.keyboard.press("Escape");
    // The same, one click away.
    await page.getByRole("button", { name: /^Version \d+$/ }).click();
    await expect(dialog.getByRole("listitem").first()).toContainText("Shown now");
    await dialog.getByRole("button", { name: "Read the version of" }).first().click();
    await dialog.getByRole("button", { name: "Bring back", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(minutes(page).getByText("As the second device has it.")).toBeVisible();

    await page.keyboard.press("w");
    await expect(dialog.getByLabel("Keep it")).toBeChecked();
    await dialog.getByRole("button", { name: "Write again" }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press("w");
    await expect(dialog.getByRole("listitem").first()).toContainText("written again, with what was written by hand");
    await page.keyboard.press("Escape");
    await expect(minutes(page).getByText("As the second device has it.")).toBeVisible();
    await expect(minutes(page).getByText("Nobody mentioned umbrellas.")).toBeVisible();
  });
});

test("speakers are named, merged and heard, and lines are given to another speaker", async ({ page, origin }) => {
  await openMeeting(page, origin);
  await test.step("a speaker is named once for the whole meeting, two speakers with one name are merged, and it can be undone", async () => {
    await page.getByRole("button", { name: "Name the speakers" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name of Speaker 1").fill("Laia");
    await dialog.getByLabel("Name of Speaker 3").fill("Laia");
    await expect(dialog.getByText("Speaker 1, Speaker 3 have the same name").first()).toBeVisible();
    await look(page, "speakers");
    await dialog.getByLabel("Name of Speaker 3").press("Enter");
    await expect(dialog).toBeHidden();
    const present = page.getByRole("list", { name: "Who spoke, and for how long" });
    await expect(present.getByText("Laia")).toHaveCount(1);
    await expect(present.getByText("Speaker 2")).toBeVisible();
    await expect(page.getByRole("region", { name: "What was said" })).not.toContainText("Speaker 1");

    await page.getByRole("button", { name: "Name the speakers" }).click();
    await dialog.getByLabel("Name of Speaker 3").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(present.getByText("Speaker 3")).toBeVisible();
    await expect(present.getByText("Laia")).toBeVisible();
  });

  await test.step("a speaker's name stands in the field, and their voice is heard beside it", async () => {
    await page.getByRole("button", { name: "Name the speakers" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Name of Speaker 1")).toHaveValue("Laia");
    await expect(dialog.getByLabel("Name of Speaker 2")).toHaveAttribute("placeholder", "Speaker 2");
    await dialog.getByRole("button", { name: "Listen to Laia" }).click();
    const at = () =>
      page.locator("video").evaluate((video: HTMLVideoElement) => (video.paused ? -1 : video.currentTime));
    await expect.poll(at).toBeGreaterThanOrEqual(0);
    await dialog.getByRole("button", { name: "Stop" }).click();
    await expect.poll(at).toBe(-1);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("a line, and a selection of lines, are given to another speaker, and back", async () => {
    const said = page.getByRole("region", { name: "What was said" });
    const turn = said.getByRole("listitem").filter({ hasText: "Marta will send the contract" });
    await turn.hover();
    await turn.getByRole("button", { name: "Correct the text" }).click();
    await said
      .getByRole("button", { name: /^Somebody else said this, / })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Who said this?" });
    await dialog.getByRole("radio", { name: "Speaker 3" }).check();
    await look(page, "assign");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.locator(".toast").getByText("Given to Speaker 3")).toBeVisible();
    await page.getByRole("button", { name: "Restore the recognised speaker" }).click();
    await expect(page.locator(".toast").getByText("The recognised speakers are back")).toBeVisible();
    await page.keyboard.press("Escape");

    const line = said.locator(".seg").filter({ hasText: "We decided to launch" });
    await line.selectText();
    // A key reaches the button also while messages lie over it.
    await said.locator("..").getByRole("button", { name: "Somebody else said this", exact: true }).press("Enter");
    await dialog.getByRole("radio", { name: "Another person" }).check();
    await dialog.getByLabel("Name").fill("Jonas Brandt");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(said.locator(".speaker").filter({ hasText: "Jonas Brandt" })).toBeVisible();
  });
});

test("corrected words are marked where minutes rest on them; writing again clears the mark; restored words are as recognised", async ({
  page,
  origin,
  expectedErrors,
}) => {
  await openMeeting(page, origin);
  const said = page.getByRole("region", { name: "What was said" });
  // The keys work on the whole transcript, which loads after the page.
  await expect(said.getByRole("listitem").first()).toHaveAttribute("aria-setsize", /\d/);
  await said.focus();
  // Arrows move from segment to segment. E corrects the focused one.
  for (const line of ["Good morning", "twelve patients"]) {
    await page.keyboard.press("ArrowDown");
    await expect(said.locator(":focus")).toContainText(line);
  }
  await page.keyboard.press("e");
  const words = said.getByRole("textbox", { name: /What was said at/ }).first();
  await expect(words).toBeFocused();
  const before = await words.inputValue();
  await words.fill(" ");
  await page.keyboard.press("Enter");
  await expect(said.getByRole("alert")).toContainText("A passage needs words.");
  await words.fill(before.replace("twelve", "fourteen"));
  await look(page, "correct");
  await words.focus();
  await page.keyboard.press("Enter");
  await expect(said).toContainText("fourteen patients");
  await expect(minutes(page).getByText("based on words that were changed").first()).toBeVisible();
  await look(page, "outdated");
  await minutes(page).getByRole("button", { name: "Write again" }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Write again" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(minutes(page).getByText("fourteen patients").first()).toBeVisible();
  await expect(minutes(page).getByText("based on words that were changed")).toHaveCount(0);

  await said.getByText("fourteen patients").hover();
  await said.getByRole("button", { name: "Correct the text" }).nth(1).click();
  // A failed load shows a message beside the segment. Asking again is enough.
  expectedErrors.push("503");
  const asked = "**/api/acta/meetings/*/segments/*";
  await page.route(asked, (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: "unavailable", message: "Error loading data", reason: null } },
    }),
  );
  await said.getByRole("button", { name: "Show what was recognised" }).click();
  await expect(said.getByRole("alert")).toHaveText("Error loading data");
  await expectAccessible(page);
  await page.unroute(asked);
  await said.getByRole("button", { name: "Show what was recognised" }).click();
  await expect(said.getByText(`Recognised: ${before}`)).toBeVisible();
  await expect(said.getByRole("alert")).toHaveCount(0);
  await said.getByRole("button", { name: "Restore the recognised words" }).click();
  await expect(said).toContainText("twelve patients");
});

test("tasks are added and ticked off, and signing out while writing loses nothing", async ({
  page,
  origin,
  expectedErrors,
}) => {
  expectedErrors.push("401");
  await openMeeting(page, origin);
  const task = minutes(page).getByRole("row").filter({ hasText: "Order rice for the seminar" });
  const tick = task.getByRole("checkbox", { name: "Done: Order rice for the seminar" });
  await test.step("tasks are added, assigned, dated, and ticked off without editing", async () => {
    await expect(page.getByRole("link", { name: "VIEW TASKS" })).toHaveAttribute("href", "/tasks");
    await page.keyboard.press("e");
    await minutes(page).getByRole("button", { name: "Add a task" }).click();
    await page.keyboard.type("Order rice for the seminar");
    const number = await minutes(page)
      .getByRole("textbox", { name: /^Title of task/ })
      .count();
    await minutes(page).getByLabel(`Assigned, task ${number}`).fill("Laia");
    await minutes(page).getByLabel(`Deadline, task ${number}`).fill("2026-11-25");
    await look(page, "tasks-edit");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(task).toContainText("Laia");
    await expect(task).toContainText("25 Nov");
    await tick.focus();
    await page.keyboard.press("Space");
    await expect(tick).toBeChecked();
    await expect(task).toHaveClass(/is-done/u);
    await look(page, "tasks");
  });

  await test.step("signing out while writing loses nothing", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await box(page, `${TOPIC} 1`).fill("Written while the session ended.");
    await page.context().clearCookies();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("alert")).toContainText("You are signed out. What you wrote is kept in this browser.");
    await expectAccessible(page);
    const { name, value } = await localSignIn({ appOrigin: origin, ...INES });
    await page.context().addCookies([{ name, value, url: origin }]);
    await page.goto(`${origin}/${meetId}`);
    await awake(page);
    await expect(box(page, `${TOPIC} 1`)).toHaveValue("Written while the session ended.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(minutes(page).getByText("Written while the session ended.")).toBeVisible();
    await expect(tick, "kept over the load of the page").toBeChecked();
  });
});

test("running text with more sentences than a field holds is not saved, and the message gives their number", async ({
  page,
  origin,
}) => {
  const { name, value } = await localSignIn({ appOrigin: origin, ...INES });
  await page.context().addCookies([{ name, value, url: origin }]);
  // Minutes that quote have no running text; the sample meeting has.
  const sample = await page.request.post(`${origin}/api/acta/sample`, { headers: { Origin: origin } });
  await page.goto(sample.url());
  await awake(page);
  await page.keyboard.press("e");
  const summary = minutes(page).getByRole("region", { name: "Summary" });
  const sentences = (count: number) =>
    Array.from({ length: count }, (_, index) => `Chair ${index + 1} stays in the hall.`).join(" ");
  await box(page, "Summary").fill(sentences(61));
  await expect(summary.getByRole("alert")).toHaveText(
    "This text has 61 sentences; at most 60 can be saved in one field. Shorten it before you save.",
  );
  await look(page, "too-long");
  await box(page, "Title").focus();
  await page.keyboard.press("Control+Enter");
  await expect(box(page, "Summary")).toBeFocused();
  await expect(box(page, "Summary")).toHaveValue(sentences(61));

  await box(page, "Summary").fill(sentences(60));
  await expect(summary.getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  await expect(minutes(page).getByText("Chair 60 stays in the hall.")).toBeVisible();
});
