import * as fc from "fast-check";
import { expect, test } from "vitest";
import { READ_THROUGH_BYTES_MAX, WINDOW_MS, WINDOW_OVERLAP_MS, WINDOW_TAIL_MS_MIN } from "#app/domain/limits/media.ts";
import { probeRecording, type RecordingProbe } from "#app/media/probe-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { decodeWindow, planWindows, type WindowPlan } from "#app/media/windows/plan-windows.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { box, type MovieRecipe, numberedSamples, type TrackRecipe, writeMp4 } from "#tests/support/write-mp4.ts";

async function probed(file: Uint8Array): Promise<RecordingProbe> {
  const outcome = await probeRecording(memorySource(file));
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  return outcome.value;
}

/** Frames of one second, so that hours fit in a small file. */
const slow = (samples: Uint8Array[], more: Partial<TrackRecipe> = {}): TrackRecipe => ({
  samples,
  timescale: 44_100,
  stts: [[samples.length, 44_100]],
  ...more,
});

async function plansOf(seconds: number, more: Partial<TrackRecipe> = {}): Promise<WindowPlan[]> {
  return planWindows(await probed(writeMp4({ tracks: [slow(numberedSamples(seconds), more)] })));
}

test.each([
  [1, [[0, 1000]]],
  [300, [[0, 300_000]]],
  [309, [[0, 309_000]]],
  [
    310,
    [
      [0, 300_000],
      [300_000, 310_000],
    ],
  ],
  [
    900,
    [
      [0, 300_000],
      [300_000, 600_000],
      [600_000, 900_000],
    ],
  ],
  [
    905,
    [
      [0, 300_000],
      [300_000, 600_000],
      [600_000, 905_000],
    ],
  ],
])("%i seconds are cut at %j", async (seconds, cores) => {
  const plans = await plansOf(seconds);
  expect(plans.map((plan) => [plan.startMs, plan.endMs])).toEqual(cores);
  expect(plans.map((plan) => plan.index)).toEqual(cores.map((_, index) => index));
});

test("the audio extends three seconds on both sides, if there is any", async () => {
  expect(await plansOf(900)).toMatchObject([
    { audioStartMs: 0, audioEndMs: 303_000 },
    { audioStartMs: 297_000, audioEndMs: 603_000 },
    { audioStartMs: 597_000, audioEndMs: 900_000 },
  ]);
});

test("windows follow the presentation time, and never cross a cut", async () => {
  const edits = [
    { duration: 2000, mediaTime: -1 },
    { duration: 400_000, mediaTime: 44_100 },
    { duration: 100_000, mediaTime: 44_100 * 500 },
  ];
  const plans = await plansOf(700, { edits });
  expect(
    plans.map(({ startMs, endMs, audioStartMs, audioEndMs }) => ({ startMs, endMs, audioStartMs, audioEndMs })),
  ).toEqual([
    { startMs: 2000, endMs: 302_000, audioStartMs: 2000, audioEndMs: 305_000 },
    { startMs: 302_000, endMs: 402_000, audioStartMs: 299_000, audioEndMs: 402_000 },
    { startMs: 402_000, endMs: 502_000, audioStartMs: 402_000, audioEndMs: 502_000 },
  ]);
  expect(plans.map((plan) => decodeWindow(plan.bytes).skip)).toEqual([44_100, 44_100, 44_100]);
});

/** Frames of an M4A that we wrote, each with the time in the recording at which it plays. */
async function framesOf(window: { audio: Uint8Array; audioStartMs: number }) {
  const { audio } = await probed(window.audio);
  const [part] = audio.parts;
  if (part === undefined) throw new Error("no part");
  let time = 0;
  return Array.from(audio.samples.sizes, (size, index) => {
    const at = audio.samples.offsets[index] ?? 0;
    const startMs = window.audioStartMs + ((time - part.mediaStart) * 1000) / audio.timescale;
    time += audio.samples.runDeltas[0] ?? 0;
    return {
      frame: window.audio.slice(at, at + size),
      startMs: Math.round(startMs * 1000) / 1000,
      heard: time > part.mediaStart,
    };
  });
}

const recipes = fc.record({
  seconds: fc.integer({ min: 1, max: 1500 }),
  bytes: fc.integer({ min: 4, max: 40 }),
  samplesPerChunk: fc.integer({ min: 1, max: 700 }),
  gapBytes: fc.integer({ min: 0, max: 50 }),
  priming: fc.integer({ min: 0, max: 90_000 }),
  moovFirst: fc.boolean(),
  backwards: fc.boolean(),
  co64: fc.boolean(),
  chunkBytes: fc.integer({ min: 60, max: 9000 }),
});

test("the windows' frames, each taken from the core in which it begins, are the recording's frames", async () => {
  await fc.assert(
    fc.asyncProperty(recipes, async ({ seconds, bytes, samplesPerChunk, priming, co64, chunkBytes, ...movie }) => {
      const samples = numberedSamples(seconds, bytes);
      // At least 10 ms are played: times are whole milliseconds, so that less than one is no window.
      const mediaTime = Math.min(priming % (seconds * 44_100), seconds * 44_100 - 441);
      const edits = [{ duration: 0, mediaTime }];
      const track = slow(samples, { samplesPerChunk, co64, edits });
      const file = writeMp4({ tracks: [track], ...movie });
      const probe = await probed(file);
      const plans = planWindows(probe);
      const joined: Uint8Array[] = [];
      let previousEnd = 0;
      for (const plan of plans) {
        expect(plan.startMs).toBe(previousEnd);
        previousEnd = plan.endMs;
        const window = await extractWindow(memorySource(file, chunkBytes), plan);
        const frames = await framesOf(window);
        // One frame at most is decoded and not played.
        expect(frames.filter((frame) => !frame.heard).length).toBeLessThanOrEqual(1);
        for (const { frame, startMs, heard } of frames) {
          const core = startMs < plan.endMs && (startMs >= plan.startMs || plan.index === 0);
          if (heard && core) joined.push(frame);
        }
      }
      expect(previousEnd).toBe(probe.durationMs);
      // Sound that the edit list hides at the beginning is in no window.
      const hidden = Math.floor(mediaTime / 44_100);
      expect(joined.length).toBe(samples.length - hidden);
      expect(Buffer.concat(joined).equals(Buffer.concat(samples.slice(hidden)))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("every window is as long as its plan, to the sample", async () => {
  const file = writeMp4({ tracks: [slow(numberedSamples(900), { edits: [{ duration: 0, mediaTime: 1024 }] })] });
  for (const plan of planWindows(await probed(file))) {
    const { audio } = await probed((await extractWindow(memorySource(file), plan)).audio);
    const heard = audio.parts.map((part) => part.mediaEnd - part.mediaStart);
    expect(heard).toEqual([Math.round(((plan.audioEndMs - plan.audioStartMs) * 44_100) / 1000)]);
  }
});

test("a tail is merged up to its limit, so a window is at most a window, a tail and two overlaps long", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2000 }), async (seconds) => {
      for (const plan of await plansOf(seconds)) {
        expect(plan.endMs - plan.startMs).toBeLessThan(WINDOW_MS + WINDOW_TAIL_MS_MIN);
        expect(plan.startMs - plan.audioStartMs).toBeLessThanOrEqual(WINDOW_OVERLAP_MS + 1000);
        expect(plan.audioEndMs - plan.endMs).toBeLessThanOrEqual(WINDOW_OVERLAP_MS + 1000);
      }
    }),
    { numRuns: 60 },
  );
});

async function useOf(recipe: MovieRecipe) {
  const file = writeMp4(recipe);
  const source = memorySource(file, 1024 * 1024);
  for (const plan of planWindows(await probed(file))) await extractWindow(source, plan);
  return source.use;
}

test("interleaved audio is one streamed read per window", async () => {
  expect(await useOf({ tracks: [slow(numberedSamples(900))], gapBytes: 3000 })).toMatchObject({
    reads: 0,
    streams: 3,
  });
});

test("a gap over the limit is skipped with a new read, one at the limit is read through", async () => {
  const track = slow(numberedSamples(20), { samplesPerChunk: 10 });
  expect(await useOf({ tracks: [track], gapBytes: READ_THROUGH_BYTES_MAX })).toMatchObject({ streams: 1 });
  const apart = await useOf({ tracks: [track], gapBytes: READ_THROUGH_BYTES_MAX + 1 });
  expect(apart).toMatchObject({ streams: 2, bytes: 320 });
});

test("a plan's bytes are far below the limit of a table row", async () => {
  // Five minutes of 48 kHz AAC, with each frame alone between pieces of picture.
  const samples = numberedSamples(15_000, 340);
  const file = writeMp4({ tracks: [{ samples, timescale: 48_000, samplesPerChunk: 1, co64: true }], gapBytes: 200 });
  for (const plan of planWindows(await probed(file))) expect(plan.bytes.byteLength).toBeLessThan(80_000);
});

test("audio that would not fit an upload to a speech engine is refused at the probe", async () => {
  const samples = Array.from({ length: 4000 }, () => new Uint8Array(8000));
  const file = writeMp4({ tracks: [{ samples, timescale: 44_100, stts: [[4000, 1024]] }] });
  expect(await probeRecording(memorySource(file))).toEqual({ ok: false, reason: "unsupported-codec" });
});

test("a source that ends too early is reported as a changed recording", async () => {
  const file = writeMp4({ tracks: [slow(numberedSamples(100))] });
  const [plan] = planWindows(await probed(file));
  if (plan === undefined) throw new Error("no window");
  const cut = memorySource(file.subarray(0, 500));
  await expect(extractWindow(cut, plan)).rejects.toMatchObject({ name: "SourceChangedError", what: "changed" });
});

test("a plan of another version is refused", () => {
  expect(() => decodeWindow(Uint8Array.of(9, 9, 9))).toThrow("version");
  expect(() => decodeWindow(box("free"))).toThrow("version");
});
