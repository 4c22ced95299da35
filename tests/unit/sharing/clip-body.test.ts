import { expect, test } from "vitest";
import { openPackedClip, packClip } from "#app/media/clips/packed-clip.ts";
import { clipBody } from "#app/server/sharing/clip-body.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const recording = Uint8Array.from({ length: 5000 }, (_each, index) => index % 251);
const head = new Uint8Array([1, 2, 3, 4]);
const spans = { offsets: Uint32Array.from([100, 200, 4000, 50]), sizes: Uint32Array.from([50, 10, 700, 5]) };
const whole = new Uint8Array([
  ...head,
  ...[...spans.offsets].flatMap((offset, index) => [...recording.subarray(offset, offset + (spans.sizes[index] ?? 0))]),
]);

const packed = packClip({ type: "audio/mp4", head, spans, byteLength: whole.length, startsAtMs: 0, endsAtMs: 1 });

async function read(start: number, end: number): Promise<Uint8Array> {
  const clip = await openPackedClip((from, until) => Promise.resolve(packed.subarray(from, until)));
  if (!clip) throw new Error("a plan of another format");
  return new Uint8Array(await new Response(clipBody(memorySource(recording), clip, { start, end })).arrayBuffer());
}

test("a clip is its head and its spans, in their order", async () => {
  expect(await read(0, whole.length)).toEqual(whole);
});

test("each range of it is the same bytes", async () => {
  for (let start = 0; start < whole.length; start += 37) {
    for (const length of [1, 3, 53, 400]) {
      const end = Math.min(whole.length, start + length);
      expect(await read(start, end), `${start} to ${end}`).toEqual(whole.subarray(start, end));
    }
  }
});
