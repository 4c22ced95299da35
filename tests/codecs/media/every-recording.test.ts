import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { WINDOW_AUDIO_BYTES_MAX } from "#app/domain/limits/media.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import type { Answer } from "#tests/codecs/media/recording-row.ts";
import { BY_BOXES } from "#tests/codecs/media/recordings-by-boxes.ts";
import { BY_FFMPEG, hasEveryEncoder } from "#tests/codecs/media/recordings-by-ffmpeg.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { bytesOf, FTYP } from "#tests/support/write-mp4.ts";

/**
 * Lists the result for every kind of file that phones, conferencing tools, editors and attackers make, and creates each file
 * here. The tests beside this one cover each kind in detail. The rows are in recordings-by-ffmpeg.ts and recordings-by-boxes.ts.
 */

async function answerTo(bytes: Uint8Array, language?: MeetingLanguage) {
  const source = memorySource(bytes);
  const probe = await probeRecording(source, { fragments: "scan", ...(language === undefined ? {} : { language }) });
  // No probe of a recording holds more than a movie of usual size at once, or reads the file more than once.
  expect(source.use.largestRead).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(source.use.bytes).toBeLessThanOrEqual(2 * bytes.byteLength + 1024 * 1024);
  if (!probe.ok) return probe.reason;
  const { audio, captions, durationMs } = probe.value;
  const plans = planWindows(probe.value);
  const windows = [];
  for (const plan of plans) windows.push((await extractWindow(source, plan)).audio);
  for (const window of windows) expect(window.byteLength).toBeLessThanOrEqual(WINDOW_AUDIO_BYTES_MAX);
  const wav = windows.every((window) => String.fromCharCode(...window.subarray(0, 4)) === "RIFF");
  return {
    codec: audio.codec,
    ms: durationMs,
    windows: plans.length,
    language: audio.language,
    captions: captions !== null,
    wav,
  };
}

/** The answer expected from `answerTo` for a row. Its length is compared to 50 ms, because encoders pad. */
const expected = (answer: Answer) =>
  typeof answer === "string" ? answer : expect.objectContaining({ ...answer, ms: expect.closeTo(answer.ms, -2) });

test.each(BY_BOXES)("%s", async (_what, make, answer, language) => {
  expect(await answerTo(make(""), language)).toEqual(expected(answer));
});

describe.skipIf(!hasEveryEncoder)("every recording, by ffmpeg", { timeout: 120_000 }, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acta-every-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  test.each(BY_FFMPEG)("%s", async (_what, make, answer, language) => {
    expect(await answerTo(make(folder), language)).toEqual(expected(answer));
  });
});

test("a hostile file: 1.2 GB of zeros declared as a movie box is refused by its length", async () => {
  const size = 1_200_000_000;
  const head = bytesOf(FTYP, size - FTYP.byteLength, "moov");
  let asked = 0;
  const read = (start: number, end: number) => {
    const bytes = new Uint8Array(Math.min(end, size) - start);
    if (start < head.byteLength) bytes.set(head.subarray(start, start + bytes.byteLength));
    asked += bytes.byteLength;
    return Promise.resolve(bytes);
  };
  const stream = () => ({ next: () => Promise.resolve(null), cancel: () => Promise.resolve() });
  expect(await probeRecording({ size, read, stream })).toEqual({ ok: false, reason: "hostile" });
  expect(asked).toBeLessThan(200_000);
});
