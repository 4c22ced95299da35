import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, spokenLines } from "#tests/e2e/acta-test.ts";
import { test } from "#tests/e2e/upload-test.ts";
import { largeRecording } from "#tests/support/large-recording.ts";
import { chooseLanguage, fillUpload, holdVideo, saysOnce } from "#tests/support/upload-in-browser.ts";

const FILE = path.join(tmpdir(), `acta-sound-first-${process.pid}.mp4`);
/** 17 MB go through the browser's own interception, on a machine that may be busy. */
const SLOW = { timeout: 60_000 };

/** A recording with sound and no captions, with so much room after it that it goes in parts. */
test.beforeAll(async () => {
  await writeFile(FILE, await largeRecording(fixture("talk.mp4"), 2 * UPLOAD_PART_BYTES + 1_000_000));
});
test.afterAll(async () => rm(FILE, { force: true }));
test.describe.configure({ timeout: 180_000 });

/** At the page's end, the pixels between the last words of the minutes and the line at its foot. */
async function roomAbove(page: Page, line: Locator): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const [words, foot] = [await page.locator(".colophon").last().boundingBox(), await line.boundingBox()];
  return words && foot ? foot.y - (words.y + words.height) : Number.NEGATIVE_INFINITY;
}

test("the sound goes first over a line that breaks; the minutes are read before the video is in; other pages say how far it is", async ({
  page,
  context,
  signInAs,
  speech,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  await signInAs("ines");
  const segments = (await spokenLines("talk.txt")).map((text, index) => ({
    start: index * 4,
    end: index * 4 + 3.8,
    text,
  }));
  await speech.tell({ scripts: [{ seconds: 24.2, segments }] });

  // The first of the sound is cut; the video waits until the test has looked around.
  const video = await holdVideo(page, { cutFirst: true });
  await page.goto("/");
  await awake(page);
  await fillUpload(page, { title: "Heard before it was seen", file: FILE });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "summarize" }).click();

  const soundIsIn =
    "The sound has arrived. Your summary is on its way; keep this tab open until the video has arrived.";
  await expect(dialog.getByText(soundIsIn)).toBeVisible(SLOW);
  expect(video.sent.slice(0, 2)).toEqual(["sound", "sound"]);
  await expectAccessible(page);

  const other = await context.newPage();
  await other.goto("/history");
  await expect(other.getByText("in another tab", { exact: false })).toBeVisible(SLOW);
  await expectAccessible(other);

  await dialog.getByRole("link", { name: "Go to the meeting" }).click();
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/);
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible(SLOW);
  const transcript = page.getByRole("region", { name: "What was said" });
  for (const { text } of segments) await expect(transcript).toContainText(text);
  // The video is not there: nothing plays, and its line goes along.
  await expect(page.locator("video")).toHaveCount(0);
  const line = page.getByRole("region", { name: /Heard before it was seen: Video/ });
  await expect(line).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
    // The page has room below: at its end the last words stand above the line.
    await expect.poll(() => roomAbove(page, line), SLOW).toBeGreaterThanOrEqual(0);
  }
  await expectAccessible(page);

  const said = saysOnce(page, "The recording of “Heard before it was seen” has arrived", SLOW);
  await video.letGo();
  await said;
  await expect(line).toBeHidden();
  await expect(page.locator("video")).toHaveCount(1, SLOW);
  expect(video.sent.filter((what) => what === "sound")).toHaveLength(2);
});

test("a sound file from the same zone becomes minutes whose moments play", async ({ page, signInAs, speech }) => {
  await signInAs("ines");
  const lines = (await spokenLines("talk.txt")).slice(0, 2);
  const segments = lines.map((text, index) => ({ start: index * 4, end: index * 4 + 3.8, text }));
  await speech.tell({ scripts: [{ seconds: 8, segments }] });
  await page.goto("/?upload=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Only heard");
  await chooseLanguage(dialog, "en");
  // A form longer than the window scrolls within its dialog: what sends it is always at hand.
  for (const [width, height] of [
    [390, 844],
    [1280, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole("button", { name: "summarize" })).toBeInViewport({ ratio: 1 });
    await dialog.getByLabel("Title").scrollIntoViewIfNeeded();
    await expect(dialog.getByLabel("Title")).toBeInViewport({ ratio: 1 });
  }
  const zone = dialog.getByLabel("Recording");
  await zone.setInputFiles({ name: "standup.avi", mimeType: "video/x-msvideo", buffer: Buffer.from("RIFF") });
  await expect(dialog.getByRole("alert")).toContainText("Acta takes one MP4 of up to 2.01 GB, or M4A, MP3, WAV");
  await zone.setInputFiles({ name: "standup.wma", mimeType: "audio/x-ms-wma", buffer: Buffer.from("ASF") });
  await expect(dialog.getByRole("alert")).toContainText("Export it again in one of these formats.");
  await expect(dialog.getByRole("alert")).not.toContainText("MP4");
  await zone.setInputFiles({ name: "standup.wav", mimeType: "audio/wav", buffer: Buffer.from("RIFF") });
  await expect(dialog.getByText("standup.wav")).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await zone.setInputFiles(fixture("talk.mp3"));
  await expect(dialog.getByText("talk.mp3")).toBeVisible();
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible(SLOW);
  await page.locator("#minutes").getByRole("link", { name: "Play from" }).first().locator("time").click();
  await expect
    .poll(() => page.locator("video").evaluate((player: HTMLVideoElement) => player.duration), SLOW)
    .toBeCloseTo(8, 0);
});
