import { expect, test } from "vitest";
import { packFrames, unpackFrames } from "#app/domain/voices/pack-frames.ts";
import { shiftFrame } from "#app/domain/voices/voice-frame.ts";
import { framesOf } from "#tests/support/voice-frames.ts";

const FRAMES = framesOf(
  [
    { person: 0, startMs: 300, endMs: 8000 },
    { person: 1, startMs: 7500, endMs: 19_000 },
  ],
  20_000,
);

test.each([0, -3000, 4 * 3_600_000])("frames that begin at %i ms are read as they were stored", (ms) => {
  const frames = FRAMES.map((frame) => shiftFrame(frame, ms));
  expect(unpackFrames(packFrames(frames))).toEqual(frames);
});

test("the channel that was listened to stays with its frames", () => {
  const frames = FRAMES.map((frame, at) => (at === 0 ? frame : { ...frame, channel: 2 }));
  expect(unpackFrames(packFrames(frames))).toEqual(frames);
});

test("the name of the model stays with the frames of its window", () => {
  const frames = FRAMES.map((frame) => ({ ...frame, model: "aa3cfc16963a1058" }));
  expect(unpackFrames(packFrames(frames))).toEqual(frames);
});

test("frames of the first version, which named no model, are still read", () => {
  const packed = new Uint16Array(packFrames(FRAMES).buffer);
  const first = Uint16Array.from([1, ...packed.slice(2)]);
  expect(unpackFrames(new Uint8Array(first.buffer))).toEqual(FRAMES);
});

test("an hour takes less than two megabytes", () => {
  const talk = Array.from({ length: 300 }, (_, at) => ({
    person: at % 4,
    startMs: at * 12_000,
    endMs: at * 12_000 + 11_500,
  }));
  expect(packFrames(framesOf(talk, 3_600_000)).byteLength).toBeLessThan(2e6);
});

test("other bytes are no frames", () => {
  const packed = packFrames(FRAMES);
  expect(unpackFrames(new Uint8Array(0))).toBeNull();
  expect(unpackFrames(new TextEncoder().encode("{}"))).toBeNull();
  expect(unpackFrames(packed.subarray(0, packed.length - 2))).toBeNull();
  expect(unpackFrames(packed.subarray(1))).toBeNull();
});
