import { expect, test } from "vitest";
import { audioFileType } from "#app/media/audio-file-type.ts";
import { recordingStartedAt } from "#app/media/pieces/finish-recording.ts";
import { buildCallWindow } from "#app/media/pieces/sound-window.ts";
import { recordedCall } from "#tests/support/call-pieces.ts";
import { decodeAudio } from "#workers/local/speech/decode.mjs";
import { SAMPLE_RATE } from "#workers/local/speech/resample.mjs";

/** Hertz by zero crossings over a fifth of a second; 0 where it is silent. */
function toneAt(samples: Int16Array, ms: number): number {
  const part = samples.subarray((ms * SAMPLE_RATE) / 1000, ((ms + 200) * SAMPLE_RATE) / 1000);
  if (part.every((value) => Math.abs(value) < 300)) return 0;
  let crossings = 0;
  for (let at = 1; at < part.length; at++) if ((part[at - 1] ?? 0) < 0 !== (part[at] ?? 0) < 0) crossings++;
  return Math.round(crossings / 2 / 0.2 / 50) * 50;
}

test("the local speech server reads a call's window as Chromium recorded it, a pause included", {
  timeout: 60_000,
}, async () => {
  const call = await recordedCall();
  const recordedAt = recordingStartedAt(call.segments) ?? 0;
  const window = buildCallWindow({ recordedAt, ...call, startMs: 4000, endMs: 9500 });
  if (window === null) throw new Error("no window");
  expect(audioFileType(window.audio)).toEqual({ name: "window.m4a", contentType: "audio/mp4" });
  const bytes = await decodeAudio(window.audio);
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  expect(samples.length / SAMPLE_RATE).toBeCloseTo((window.audioEndMs - window.audioStartMs) / 1000, 2);
  const tones = [2500, 3500, 4500, 6500, 7500, 8500].map((ms) => toneAt(samples, ms - window.audioStartMs));
  expect(tones).toEqual([600, 700, 800, 0, 1400, 1500]);
});
