import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, spokenLines, test } from "#tests/e2e/acta-test.ts";
import { chooseLanguage } from "#tests/support/upload-in-browser.ts";

const REFUSED = "Error uploading file. Please try again.";

test.beforeEach(async ({ signInAs }) => {
  // A person of this file alone: the free plan has 15 uploads.
  await signInAs("nora", "microsoft");
});

async function openDialog(page: Page): Promise<void> {
  await page.goto("/");
  await awake(page);
  await openAgain(page);
}

/** From the page that is open. */
async function openAgain(page: Page): Promise<void> {
  await page.getByRole("link", { name: "upload recording" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function fillIn(page: Page, input: { title: string; file: string; language?: string }): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(input.title);
  await chooseLanguage(dialog, input.language ?? "en");
  await dialog.getByLabel("Recording").setInputFiles(fixture(input.file));
}

/** Sends the filled dialog, and waits for the meeting's page. */
async function send(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

async function upload(page: Page, input: { title: string; file: string; language?: string }): Promise<void> {
  await openAgain(page);
  await fillIn(page, input);
  await send(page, input.title);
}

const summarised = (page: Page) =>
  expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
const transcriptOf = (page: Page) => page.getByRole("region", { name: "What was said" });

test.describe("an upload that fails first", () => {
  // A refusal, and a request without an answer.
  test.use({ expectedErrors: ["422", "Failed to load resource"] });

  test("the dialog says why and keeps what was filled in; then a recording with captions becomes minutes whose lines play from their moment", async ({
    page,
  }) => {
    await openDialog(page);
    const dialog = page.getByRole("dialog");
    await test.step("a video without sound is refused", async () => {
      await fillIn(page, { title: "Clinic and contracts", file: "no-audio.mp4" });
      await page.getByRole("button", { name: "summarize" }).click();
      await expect(dialog.getByText(REFUSED)).toBeVisible({ timeout: 60_000 });
      await expect(dialog.getByText("The recording has no sound track.", { exact: false })).toBeVisible();
      await expect(dialog.getByLabel("Title")).toHaveValue("Clinic and contracts");
      await expectAccessible(page);
    });
    await test.step("the server cannot be reached", async () => {
      await dialog.getByLabel("Recording").setInputFiles(fixture("talk-captions.mp4"));
      await page.route("**/api/acta/upload", (route) => route.abort());
      await page.getByRole("button", { name: "summarize" }).click();
      await expect(dialog.getByText("Error connecting to server")).toBeVisible();
      await expect(dialog.getByLabel("Title")).toHaveValue("Clinic and contracts");
      await page.unroute("**/api/acta/upload");
    });
    await send(page, "Clinic and contracts");
    await test.step("the minutes play from their moments, and stay", () => readMinutes(page));
  });
});

async function readMinutes(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Clinic and contracts" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Completed").first()).toBeVisible();

  const transcript = transcriptOf(page);
  for (const line of await spokenLines("talk-captions.txt")) await expect(transcript).toContainText(line);

  const mark = page.locator("article .moment").last();
  const said = (await mark.locator("time").innerText()).split(":").map(Number);
  const seconds = (said[0] ?? 0) * 60 + (said[1] ?? 0);
  expect(seconds).toBeGreaterThan(0);
  await mark.click();
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime))
    .toBeGreaterThanOrEqual(seconds - 0.5);
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => !media.paused)).toBe(true);
  await expect(transcript.locator(".is-spoken").first()).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible();
  await awake(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("link", { name: "Clinic and contracts" }).first()).toBeVisible();
}

test("recordings are transcribed while one looks, later when the speech engine does not answer, as silent, and in Spanish", async ({
  page,
  speech,
}) => {
  test.setTimeout(180_000);
  await page.goto("/");
  await awake(page);
  await test.step("a recording without captions is transcribed, and its statuses update without a reload", async () => {
    const said = await spokenLines("talk.txt");
    const segments = said.map((text, index) => ({ start: index * 4, end: index * 4 + 3.8, text }));
    await speech.tell({ scripts: [{ seconds: 24.2, segments }], hold: true });
    await upload(page, { title: "A talk to be heard", file: "talk.mp4" });
    await expect(page.getByText("Transcribing").first()).toBeVisible();
    await speech.tell({ hold: false });
    await summarised(page);
    for (const text of said) await expect(transcriptOf(page)).toContainText(text);
  });
  await test.step("when the speech engine does not answer, nothing is lost and one click continues", async () => {
    await speech.tell({ mode: "401", scripts: [] });
    await upload(page, { title: "Heard later", file: "talk-faststart.mp4" });
    await expect(page.getByText("The recording is kept and can be played.")).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await speech.tell({ mode: "ok" });
    await page.getByRole("button", { name: "Transcribe again" }).click();
    await summarised(page);
  });
  await test.step("a silent recording is reported as silent", async () => {
    await upload(page, { title: "Nobody spoke", file: "silence.mp4" });
    await expect(page.getByText("Nobody can be heard in this recording").first()).toBeVisible({ timeout: 60_000 });
  });
  await test.step("a Spanish recording is summarised in Spanish", async () => {
    await upload(page, { title: "Reunión con la gestoría", file: "charla-subtitulos.mp4", language: "es" });
    await summarised(page);
    for (const line of await spokenLines("charla-subtitulos.txt")) {
      await expect(transcriptOf(page)).toContainText(line);
    }
  });
});

test("the dialog requires a title and a file, takes no title from a second file, and refuses a file before a byte is sent", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/api/acta/upload")) sent.push(request.url());
  });
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(dialog.getByText("Write a title.")).toBeVisible();
  await expect(dialog.getByText("Time:")).toHaveCount(0);
  await test.step("closing the calendar without a chosen time raises 'select time first'", async () => {
    await dialog.getByRole("button", { name: "Change date, language or template" }).click();
    const field = dialog.getByRole("button", { name: /Date and time|Choose date and time/ });
    await expect(field).toBeFocused();
    await field.click();
    await expect(dialog.getByText("Time:")).toBeVisible();
    await expectAccessible(page);
    await dialog
      .getByRole("button", { name: /^Monday, / })
      .first()
      .click();
    await expect(dialog.getByLabel("Time:"), "it stays open after a day is picked").toBeVisible();
    await dialog.getByLabel("Time:").fill("00:30");
    await field.click();
    await expect(dialog.getByText("select time first")).toBeVisible();
    await field.click();
    await dialog.getByRole("heading").first().click();
    await expect(dialog.getByLabel("Time:"), "a click beside it closes it").toHaveCount(0);
    await expect(dialog.getByText("select time first")).toBeVisible();
    await field.click();
    await expect(dialog.getByRole("button", { name: /^Monday, /, pressed: true }), "the day is kept").toHaveCount(1);
    await dialog.getByRole("button", { name: "10:00 am", exact: true }).click();
    await expect(dialog.getByText("select time first")).toBeHidden();
  });
  await test.step("a title that was written is not replaced by the name of a file", async () => {
    await dialog.getByLabel("Recording").setInputFiles(fixture("talk.mp4"));
    await expect(dialog.getByLabel("Title")).toHaveValue("Talk");
    await dialog.getByLabel("Recording").setInputFiles(fixture("talk-captions.mp4"));
    await expect(dialog.getByLabel("Title")).toHaveValue("Talk captions");
    await dialog.getByLabel("Title").fill("Clinic");
    await dialog.getByLabel("Recording").setInputFiles(fixture("talk.mp4"));
    await expect(dialog.getByText("talk.mp4")).toBeVisible();
    await expect(dialog.getByLabel("Title")).toHaveValue("Clinic");
  });
  await test.step("a file that cannot be a recording is refused", async () => {
    const notes = { name: "notes.zip", mimeType: "application/zip", buffer: Buffer.from("hello") };
    await dialog.getByLabel("Recording").setInputFiles(notes);
    await expect(dialog.getByText("This file cannot be used", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "summarize" }).click();
    await expect(dialog).toBeVisible();
    expect(sent).toEqual([]);
  });
  await test.step("a text that is no transcript is refused with what can be read", async () => {
    const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") };
    await dialog.getByLabel("Recording").setInputFiles(notes);
    await expect(dialog.getByText("This file holds no transcript with times.", { exact: false })).toBeVisible();
    const page = { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("hello") };
    await dialog.getByLabel("Recording").setInputFiles(page);
    await expect(dialog.getByText("A transcript is a .vtt, .srt,", { exact: false })).toBeVisible();
    expect(sent).toEqual([]);
  });
});

test("a recording that began in the hour after midnight keeps its time, until another one is chosen", async ({
  page,
}) => {
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  // 00:15 in Madrid.
  const buffer = await readFile(fixture("talk.mp4"));
  const recording = { name: "GMT20261119-231500_Night shift.mp4", mimeType: "video/mp4", buffer };
  await dialog.getByLabel("Recording").setInputFiles(recording);
  await dialog.getByRole("button", { name: "Change date, language or template" }).click();
  const field = dialog.getByRole("button", { name: /^Date and time/ });
  await expect(field).toHaveText("Fri, 20 Nov 2026, 12:15 am");
  await field.click();
  await field.click();
  await expect(dialog.getByText("select time first")).toHaveCount(0);
  await field.click();
  await dialog.getByLabel("Time:").fill("00:30");
  await field.click();
  await expect(dialog.getByText("select time first")).toBeVisible();
});

test("on a phone, one drop takes a video with its subtitles; title and time come from its name, the language from the last upload", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/?upload=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Recording")).toBeFocused();
  // No meeting before: the language of the interface.
  await expect(dialog.getByRole("definition").filter({ hasText: "English" })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  const bytes = await readFile(fixture("talk.mp4"), "base64");
  const vtt = await readFile(fixture("transcripts/teams.vtt"), "utf8");
  await page.evaluate(
    ([video = "", text = ""]) => {
      const name = "Reunió de coordinació Gironès 2025-11-19 0930";
      const files = new DataTransfer();
      const recording = Uint8Array.from(atob(video), (sign) => sign.charCodeAt(0));
      files.items.add(new File([recording], `${name}.mp4`, { type: "video/mp4" }));
      files.items.add(new File([text], `${name}.vtt`));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    },
    [bytes, vtt],
  );
  await expect(dialog.getByText(/^Transcript, \d+ lines, \d+ names\. Acta takes/)).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Reunió de coordinació Gironès");
  await expect(dialog.getByText("From the name of the file, as are the date and the time.")).toBeVisible();
  await expect(dialog.getByRole("definition").filter({ hasText: /^Wed, 19 Nov 2025, 9:30 am$/ })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await chooseLanguage(dialog, "fr");

  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/api/acta/upload_data", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "summarize" }).click();
  // The sheet is gone, and a card sends: the page behind it can be used.
  const card = page.getByRole("dialog", { name: "Reunió de coordinació Gironès" });
  await expect(card.getByText("checking the file").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("dialog:modal")).toHaveCount(0);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await card.getByRole("button", { name: "Make the upload small" }).press("Enter");
  const line = page.getByRole("region", { name: /^Reunió de coordinació Gironès/ });
  await expect(line).toBeVisible();
  await line.getByRole("link", { name: "Show the upload of Reunió de coordinació Gironès" }).click();
  await expect(card).toBeVisible();
  goOn();
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });

  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "32px")),
  );
  await page.goto("/?upload=1");
  await expect(dialog.getByRole("definition").filter({ hasText: "French" })).toBeVisible();
  await test.step("with text of twice the size the form is not wider than the phone", async () => {
    const parts = dialog.locator("> div, form");
    expect(
      await parts.evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth).map(String)),
    ).toEqual([]);
    await expectAccessible(page);
  });
  await awake(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
