import { expect, test } from "vitest";
import { openPackedClip, packClip, PACKED_FRONT_BYTES } from "#app/media/clips/packed-clip.ts";
import type { ClipPlan } from "#app/media/clips/plan-clip.ts";
import { clipBody } from "#app/server/sharing/clip-body.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { readClip } from "#tests/support/read-clip.ts";

/** A plan of ten minutes is read as far as a range of the clip needs it, and never as a whole for a few bytes. */

const recording = Uint8Array.from({ length: 2_000_000 }, (_each, index) => index % 251);

/** Spans of 40 bytes and more, each with a gap before it; the head is larger than what is read first. */
function planOf(count: number, headBytes = 60_000): ClipPlan {
  const offsets = Uint32Array.from({ length: count }, (_, index) => index * 50);
  const sizes = Uint32Array.from({ length: count }, (_, index) => 40 + (index % 7));
  const head = Uint8Array.from({ length: headBytes }, (_, index) => (index * 7) % 253);
  const byteLength = sizes.reduce((sum, size) => sum + size, headBytes);
  return { type: "video/mp4", byteLength, head, spans: { offsets, sizes }, startsAtMs: 1.5, endsAtMs: 9000.25 };
}

/** The packed plan, and what was read of it. */
async function open(plan: ClipPlan) {
  const packed = packClip(plan);
  const reads: number[] = [];
  const clip = await openPackedClip((start, end) => {
    const bytes = packed.slice(start, Math.min(end, packed.byteLength));
    reads.push(bytes.byteLength);
    return Promise.resolve(bytes);
  });
  if (!clip) throw new Error("a plan of another format");
  const source = memorySource(recording);
  const read = async (start: number, end: number) => {
    reads.length = 0;
    source.use.streams = 0;
    const bytes = new Uint8Array(await new Response(clipBody(source, clip, { start, end })).arrayBuffer());
    return {
      bytes,
      plan: reads.reduce((sum, size) => sum + size, 0),
      reads: reads.length,
      streams: source.use.streams,
    };
  };
  return { clip, packed, opened: [...reads], read };
}

test("the kind and the length of a clip need one small read of its plan", async () => {
  const plan = { ...planOf(30_000), width: 1280, height: 720 };
  const { clip, opened } = await open(plan);
  expect(opened).toEqual([PACKED_FRONT_BYTES]);
  const { head, spans: _spans, ...facts } = plan;
  expect(clip).toMatchObject({ ...facts, headBytes: head.byteLength });
});

test("a few bytes late in a clip need a block of its spans, and neither its head nor the others", async () => {
  const plan = planOf(30_000);
  const { packed, read } = await open(plan);
  const { plan: bytes, reads, streams } = await read(plan.byteLength - 500, plan.byteLength);
  expect(reads).toBe(1);
  expect(streams).toBe(1);
  expect(bytes).toBeLessThan(packed.byteLength / 40);
});

test("the first bytes of a clip come with the head and the first spans, by one read", async () => {
  const plan = planOf(30_000);
  const { read } = await open(plan);
  const { reads, plan: bytes } = await read(0, plan.head.byteLength + 3000);
  expect(reads).toBe(1);
  expect(bytes).toBeLessThan(plan.head.byteLength + 4000);
});

test("all of a clip of 30,000 spans needs a few reads of its plan", async () => {
  const plan = planOf(30_000);
  const { read } = await open(plan);
  expect((await read(0, plan.byteLength)).reads).toBeLessThanOrEqual(8);
});

test.each([0, 1, 511, 512, 513, 1024, 3000])("each range of a clip of %i spans is the same bytes", async (count) => {
  const plan = planOf(count, 700);
  const { read } = await open(plan);
  const whole = await readClip(memorySource(recording), plan);
  expect((await read(0, whole.length)).bytes).toEqual(whole);
  for (let start = 0; start < whole.length; start += 4999) {
    for (const length of [1, 53, 9001]) {
      const end = Math.min(whole.length, start + length);
      expect((await read(start, end)).bytes, `${start} to ${end}`).toEqual(whole.subarray(start, end));
    }
  }
});

test("a plan that fits into the first read needs no other", async () => {
  const plan = planOf(200, 900);
  const { read } = await open(plan);
  expect((await read(0, plan.byteLength)).reads).toBe(0);
});

test("a plan of another format is none", async () => {
  const packed = packClip(planOf(3));
  packed[0] = 1;
  expect(await openPackedClip((start, end) => Promise.resolve(packed.slice(start, end)))).toBeNull();
});
