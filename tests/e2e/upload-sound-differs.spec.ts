import { readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { decodeWindow, planWindows } from "#app/media/windows/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { awake, expect, expectAccessible, expectNoOverflow, fixture } from "#tests/e2e/acta-test.ts";
import { test } from "#tests/e2e/upload-test.ts";
import { fillUpload, holdVideo } from "#tests/support/upload-in-browser.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { bytesOfAll, esds, soundEntry, writeMp4 } from "#tests/support/write-mp4.ts";

const FILE = path.join(tmpdir(), `acta-other-sound-${process.pid}.mp4`);
const BYTES = 2 * UPLOAD_PART_BYTES + 1_000_000;
/** 17 MB go through the browser's interception, on a machine that may be busy. */
const SLOW = { timeout: 90_000 };
/** Repetitions of the words of talk.mp4: seven minutes. The last two minutes are a separate window. */
const TIMES = 17;
const WRITTEN = new Date("2026-11-20T10:00:00Z");

test.describe.configure({ timeout: 300_000 });
test.afterAll(async () => rm(FILE, { force: true }));

/** The sound of talk.mp4, frame for frame. */
async function frames(): Promise<Uint8Array[]> {
  const talk = await readFile(fixture("talk.mp4"));
  const probe = await probeRecording(memorySource(talk), { language: "en" });
  if (!probe.ok) throw new Error(probe.reason);
  const [window] = planWindows(probe.value);
  if (window === undefined) throw new Error("no window");
  const { offsets, sizes } = decodeWindow(window.bytes).samples;
  return Array.from(offsets, (offset, index) => new Uint8Array(talk.subarray(offset, offset + (sizes[index] ?? 0))));
}

/** A recording without captions, with enough padding to go in parts. Its last talk may be a different one. */
function recording(talk: readonly Uint8Array[], last: readonly Uint8Array[]): Uint8Array {
  const samples = [...Array.from({ length: TIMES - 1 }, () => talk).flat(), ...last];
  const track = { entry: soundEntry("mp4a", esds()), timescale: 44_100, samples, samplesPerChunk: 43 };
  const movie = writeMp4({ tracks: [track], moovFirst: true });
  const room = BYTES - movie.byteLength;
  return bytesOfAll([movie, room, "free", new Uint8Array(room - 8)]);
}

/** Answer of the speech engine for a window of about this many seconds. */
const says = (seconds: number, ...texts: string[]) => ({
  seconds,
  segments: texts.map((text, index) => ({ start: 10 + index * 8, end: 16 + index * 8, text })),
});
const LIBRARY = "We decided to open the library on Sunday mornings.";
const LIFT = "We decided to keep the old lift until June.";
const ROOF = "We decided to repair the roof before the winter.";
const FIRST_SECONDS = 303;
const LAST_SECONDS = 114;

/** Writes the file and keeps its old time stamp, as a program does that edits in place. */
async function writeInPlace(bytes: Uint8Array): Promise<void> {
  await writeFile(FILE, bytes);
  await utimes(FILE, WRITTEN, WRITTEN);
}

const transcript = (page: Page) => page.getByRole("region", { name: "What was said" });

async function askedSeconds(): Promise<number[]> {
  const answer = await fetch(`${process.env.ACTA_SPEECH_ORIGIN}/control`);
  const { asked }: { asked: { seconds: number }[] } = await answer.json();
  return asked.map(({ seconds }) => Math.round(seconds));
}

test("a file edited after its sound was sent: changed sound is recognised again, minutes are rewritten, and the page says so", async ({
  page,
  context,
  signInAs,
  speech,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  const talk = await frames();
  const chosen = recording(talk, talk);
  await writeInPlace(chosen);
  await signInAs("oriol");
  await speech.tell({ forget: true, scripts: [says(FIRST_SECONDS, LIBRARY), says(LAST_SECONDS, LIFT)] });

  const video = await holdVideo(page);
  await page.goto("/");
  await awake(page);
  await fillUpload(page, { title: "Edited in place", file: FILE });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(dialog.getByText("The sound has arrived.", { exact: false })).toBeVisible(SLOW);
  // Two parts have been read and are in flight. A pause aborts them, and they are read again when the upload resumes.
  await expect.poll(() => video.sent.filter((what) => what === "part").length, SLOW).toBe(2);
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(dialog.getByText("Paused. What has arrived is kept for a week.")).toBeVisible();

  const meeting = await dialog.getByRole("link", { name: "Go to the meeting" }).getAttribute("href");
  const other = await context.newPage();
  await other.goto(meeting ?? "");
  await expect(other.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible(SLOW);
  const minutes = other.locator("#minutes");
  await expect(minutes).toContainText("keep the old lift");
  await expect(transcript(other)).toContainText(LIFT);
  await expect(other.locator("video")).toHaveCount(0);
  expect((await askedSeconds()).toSorted((one, another) => one - another)).toEqual([LAST_SECONDS, FIRST_SECONDS]);

  // Name, size and time stay those of the chosen file, so no browser notices the change.
  const edited = recording(talk, talk.toReversed());
  expect(edited.byteLength).toBe(chosen.byteLength);
  await writeInPlace(edited);
  await speech.tell({ forget: true, scripts: [says(FIRST_SECONDS, LIBRARY), says(LAST_SECONDS, ROOF)] });
  await video.letGo();
  await dialog.getByRole("button", { name: "Go on" }).click();

  await expect(page).toHaveURL(new RegExp(`${meeting}$`), SLOW);
  const differed =
    "The video’s sound is not the same as the sound that arrived before it. The parts that differ were transcribed again from the video.";
  for (const reader of [other, page]) {
    await expect(reader.getByText(differed)).toBeVisible(SLOW);
    await expect(reader.locator("#minutes")).toContainText("repair the roof", SLOW);
    await expect(reader.locator("#minutes")).not.toContainText("old lift");
    await expect(transcript(reader)).toContainText(LIBRARY);
    await expect(transcript(reader)).toContainText(ROOF);
    await expect(transcript(reader)).not.toContainText(LIFT);
    await expect(reader.locator("video")).toHaveCount(1);
  }
  // Unchanged sound is not recognised, and not paid for, a second time.
  expect(await askedSeconds()).toEqual([LAST_SECONDS]);
  const stored = await page.request.get(`/api/acta/meetings/${meeting?.slice(1)}/recording`);
  expect((await stored.body()).equals(edited)).toBe(true);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
});
