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
  await page.getByRole("link", { name: "upload recording" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function fillIn(page: Page, input: { title: string; file: string; language?: string }): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(input.title);
  await chooseLanguage(dialog, input.language ?? "en");
  await dialog.getByLabel("Recording").setInputFiles(fixture(input.file));
}

async function upload(page: Page, input: { title: string; file: string; language?: string }): Promise<void> {
  await openDialog(page);
  await fillIn(page, input);
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
}

test("a recording with captions becomes minutes whose lines play from their moment", async ({ page }) => {
  await upload(page, { title: "Clinic and contracts", file: "talk-captions.mp4" });
  await expect(page.getByRole("heading", { name: "Clinic and contracts" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Highlights, quoted" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Completed").first()).toBeVisible();

  const transcript = page.getByRole("region", { name: "What was said" });
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
  await expect(page.getByRole("heading", { name: "Highlights, quoted" })).toBeVisible();
  await page.goto("/history");
  await expect(page.getByRole("link", { name: "Clinic and contracts" }).first()).toBeVisible();
});

test("a Spanish recording is summarised in Spanish", async ({ page }) => {
  await upload(page, { title: "Reunión con la gestoría", file: "charla-subtitulos.mp4", language: "es" });
  await expect(page.getByRole("heading", { name: "Highlights, quoted" })).toBeVisible({ timeout: 60_000 });
  const transcript = page.getByRole("region", { name: "What was said" });
  for (const line of await spokenLines("charla-subtitulos.txt")) await expect(transcript).toContainText(line);
});

test("a recording without captions is transcribed, and its statuses update without a reload", async ({
  page,
  speech,
}) => {
  const segments = (await spokenLines("talk.txt")).map((text, index) => ({
    start: index * 4,
    end: index * 4 + 3.8,
    text,
  }));
  await speech.tell({ scripts: [{ seconds: 24.2, segments }], hold: true });
  await upload(page, { title: "A talk to be heard", file: "talk.mp4" });
  await expect(page.getByText("Transcribing").first()).toBeVisible();
  await speech.tell({ hold: false });
  await expect(page.getByRole("heading", { name: "Highlights, quoted" })).toBeVisible({ timeout: 60_000 });
  const transcript = page.getByRole("region", { name: "What was said" });
  for (const { text } of segments) await expect(transcript).toContainText(text);
});

test("when the speech engine does not answer, nothing is lost and one click continues", async ({ page, speech }) => {
  test.setTimeout(120_000);
  await speech.tell({ mode: "401" });
  await upload(page, { title: "Heard later", file: "talk-faststart.mp4" });
  await expect(page.getByText("The recording is kept and can be played.")).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await speech.tell({ mode: "ok" });
  await page.getByRole("button", { name: "Transcribe again" }).click();
  await expect(page.getByRole("heading", { name: "Highlights, quoted" })).toBeVisible({ timeout: 60_000 });
});

test("a silent recording is reported as silent", async ({ page }) => {
  await upload(page, { title: "Nobody spoke", file: "silence.mp4" });
  await expect(page.getByText("Nobody can be heard in this recording").first()).toBeVisible({ timeout: 60_000 });
});

test.describe("refused recordings", () => {
  test.use({ expectedErrors: ["422"] });

  test("a video without sound is refused in the dialog, which keeps what was filled in", async ({ page }) => {
    await openDialog(page);
    await fillIn(page, { title: "A silent film", file: "no-audio.mp4" });
    await page.getByRole("button", { name: "summarize" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(REFUSED)).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText("The recording has no sound track.", { exact: false })).toBeVisible();
    await expect(dialog.getByLabel("Title")).toHaveValue("A silent film");
    await expectAccessible(page);
    await dialog.getByLabel("Recording").setInputFiles(fixture("talk-captions.mp4"));
    await page.getByRole("button", { name: "summarize" }).click();
    await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
  });
});

test("a file that cannot be a recording is refused before a byte is sent", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/api/acta/upload")) sent.push(request.url());
  });
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Notes");
  await dialog
    .getByLabel("Recording")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(dialog.getByText("This file cannot be used", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(dialog).toBeVisible();
  expect(sent).toEqual([]);
});

test("the dialog requires a title and a file, and a time when a day was chosen", async ({ page }) => {
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(dialog.getByText("Write a title.")).toBeVisible();
  await expect(dialog.getByText("Hora:")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Change date, language or template" }).click();
  await dialog.getByRole("button", { name: /Date and time|Choose date and time/ }).click();
  await expect(dialog.getByText("Hora:")).toBeVisible();
  await expectAccessible(page);
});

test("the dialog works with the keyboard alone and fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/?upload=1");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("one drop takes a video with its subtitles; title and time come from its name, the language from the last upload", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/?upload=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Recording")).toBeFocused();
  await expect(dialog.getByRole("definition").filter({ hasText: "Spanish" })).toBeVisible();
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
  await chooseLanguage(dialog, "en");

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

  await page.goto("/?upload=1");
  await expect(dialog.getByRole("definition").filter({ hasText: "English" })).toBeVisible();
});

test("a title that was written is not replaced by the name of a file", async ({ page }) => {
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Recording").setInputFiles(fixture("talk.mp4"));
  await expect(dialog.getByLabel("Title")).toHaveValue("Talk");
  await dialog.getByLabel("Recording").setInputFiles(fixture("talk-captions.mp4"));
  await expect(dialog.getByLabel("Title")).toHaveValue("Talk captions");
  await dialog.getByLabel("Title").fill("Clinic");
  await dialog.getByLabel("Recording").setInputFiles(fixture("talk.mp4"));
  await expect(dialog.getByText("talk.mp4")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Clinic");
});

test("with text of twice the size the form is not wider than a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "32px")),
  );
  await page.goto("/?upload=1");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Title")).toBeVisible();
  const parts = dialog.locator("> div, form");
  expect(
    await parts.evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth).map(String)),
  ).toEqual([]);
  await expectAccessible(page);
});

test("closing the calendar without a chosen time raises 'select time first'", async ({ page }) => {
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Change date, language or template" }).click();
  const field = dialog.getByRole("button", { name: /Date and time|Choose date and time/ });
  await expect(field).toBeFocused();
  await field.click();
  await dialog
    .getByRole("button", { name: /^Monday, / })
    .first()
    .click();
  await expect(dialog.getByLabel("Hora:"), "it stays open after a day is picked").toBeVisible();
  await dialog.getByLabel("Hora:").fill("00:30");
  await field.click();
  await expect(dialog.getByText("select time first")).toBeVisible();
  await field.click();
  await dialog.getByRole("button", { name: "10:00 am", exact: true }).click();
  await expect(dialog.getByText("select time first")).toBeHidden();
});

test.describe("when the server cannot be reached", () => {
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("the dialog says so and keeps the filled-in values; sending again succeeds", async ({ page }) => {
    await openDialog(page);
    await fillIn(page, { title: "Sent twice", file: "talk-captions.mp4" });
    await page.route("**/api/acta/upload", (route) => route.abort());
    await page.getByRole("button", { name: "summarize" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Error connecting to server")).toBeVisible();
    await expect(dialog.getByLabel("Title")).toHaveValue("Sent twice");
    await page.unroute("**/api/acta/upload");
    await page.getByRole("button", { name: "summarize" }).click();
    await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
  });
});
