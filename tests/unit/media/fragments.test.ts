import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MOOF_BYTES_MAX, STRETCHES_MAX, TRACK_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows, type WindowPlan } from "#app/media/windows/plan-windows.ts";
import { probeRecording, type RecordingProbe } from "#app/media/probe-recording.ts";
import { readCaptions } from "#app/media/captions/read-captions.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { type FragmentsRecipe, type FragmentTrack, writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import {
  box,
  bytesOf,
  esds,
  FTYP,
  largeBox,
  numberedSamples,
  soundEntry,
  TX3G_ENTRY,
  textSample,
  writeMp4,
} from "#tests/support/write-mp4.ts";

/** Frames of a second, so that hours are a small file. */
const sound = (more: Partial<FragmentTrack> = {}): FragmentTrack => ({
  samples: numberedSamples(100),
  delta: 44_100,
  ...more,
});
const video: FragmentTrack = {
  handler: "vide",
  entry: box("avc1", new Uint8Array(78)),
  timescale: 1000,
  samples: numberedSamples(50, 40),
  delta: 2000,
  samplesPerFragment: 5,
};
const film = (more: Partial<FragmentsRecipe> = {}, track: Partial<FragmentTrack> = {}) =>
  writeFragmentedMp4({ tracks: [video, sound(track)], ...more });

const scan = (file: Uint8Array, chunkBytes?: number) =>
  probeRecording(memorySource(file, chunkBytes), { fragments: "scan" });

async function scanned(file: Uint8Array, chunkBytes?: number): Promise<RecordingProbe> {
  const outcome = await scan(file, chunkBytes);
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  return outcome.value;
}

/** The sound's samples, as the probe finds them in the file. */
async function soundOf(file: Uint8Array): Promise<Uint8Array> {
  const { audio } = await scanned(file);
  const { offsets, sizes } = audio.samples;
  return bytesOf(...Array.from(offsets, (at, index) => file.slice(at, at + (sizes[index] ?? 0))));
}

const everySample = bytesOf(...numberedSamples(100));

test.each<[string, FragmentsRecipe]>([
  ["data counted from the fragment", { tracks: [video, sound()] }],
  ["data counted from the beginning of the file", { tracks: [video, sound()], base: "file" }],
  ["data behind the other track's, unsaid", { tracks: [video, sound()], base: "implicit" }],
  ["a fragment for each track", { tracks: [video, sound()], separate: true }],
  ["sound before picture", { tracks: [sound(), video], base: "implicit" }],
  ["several runs in a fragment", { tracks: [video, sound()], samplesPerRun: 3 }],
  ["sizes said once in a fragment", { tracks: [video, sound()], values: "fragment" }],
  ["sizes said once in the movie", { tracks: [video, sound()], values: "movie" }],
  ["times of 64 bits", { tracks: [video, sound()], times: "64 bits" }],
  ["no times at all", { tracks: [video, sound()], times: "none" }],
  ["something else between the tracks", { tracks: [video, sound()], gapBytes: 300 }],
  ["the first samples in the movie itself", { tracks: [video, sound()], samplesInMoov: 7 }],
  ["one fragment", { tracks: [sound({ samplesPerFragment: 1000 })] }],
  ["a fragment for each frame", { tracks: [video, sound({ samplesPerFragment: 1 })] }],
  ["a duration that grew and was never told", { tracks: [video, sound()], movieDuration: 40, mehd: true }],
  ["segments with their own types", { tracks: [video, sound()], beforeEach: [box("styp", "msdh", 0)] }],
  ["an event between fragments", { tracks: [video, sound()], beforeEach: [box("emsg", new Uint8Array(50))] }],
  ["a box that nobody knows", { tracks: [video, sound()], beforeEach: [box("abcd", new Uint8Array(50))] }],
  ["rubbish at the end", { tracks: [video, sound()], atEnd: [new Uint8Array(3000)] }],
  ["random bytes at the end", { tracks: [video, sound()], atEnd: [new Uint8Array(3000).fill(0xab)] }],
  ["an index of fragments at the end", { tracks: [video, sound()], atEnd: [box("mfra", new Uint8Array(60))] }],
  ["media of 64-bit length", { tracks: [video, sound()], beforeEach: [largeBox("free", new Uint8Array(20))] }],
])("taken: %s", async (_what, recipe) => {
  const file = writeFragmentedMp4(recipe);
  const probe = await scanned(file);
  expect(probe).toMatchObject({ durationMs: 100_000, audio: { samples: { count: 100, duration: 4_410_000 } } });
  expect(probe.audio.parts).toEqual([{ startMs: 0, mediaStart: 0, mediaEnd: 4_410_000 }]);
  expect(Buffer.from(await soundOf(file)).equals(everySample)).toBe(true);
});

const recipes = fc.record({
  seconds: fc.integer({ min: 1, max: 900 }),
  samplesPerFragment: fc.integer({ min: 1, max: 120 }),
  samplesPerRun: fc.integer({ min: 1, max: 120 }),
  priming: fc.integer({ min: 0, max: 90_000 }),
  base: fc.constantFrom("moof" as const, "file" as const, "implicit" as const),
  times: fc.constantFrom("32 bits" as const, "64 bits" as const, "none" as const),
  values: fc.constantFrom("sample" as const, "fragment" as const, "movie" as const),
  separate: fc.boolean(),
  gapBytes: fc.integer({ min: 0, max: 40 }),
  chunkBytes: fc.integer({ min: 20, max: 5000 }),
});

const timesOf = ({ index, startMs, endMs, audioStartMs, audioEndMs }: WindowPlan) => [
  index,
  startMs,
  endMs,
  audioStartMs,
  audioEndMs,
];

test("windows of a recording in fragments are those of the same recording in one piece, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(recipes, async ({ seconds, samplesPerFragment, priming, chunkBytes, ...recipe }) => {
      const samples = numberedSamples(seconds, 12);
      const edits = [{ duration: 0, mediaTime: priming % (seconds * 44_100) }];
      const other = { ...video, samplesPerFragment };
      const file = writeFragmentedMp4({
        tracks: [other, { samples, delta: 44_100, samplesPerFragment, edits }],
        ...recipe,
      });
      const plain = writeMp4({ tracks: [{ samples, stts: [[seconds, 44_100]], edits }] });
      const outcome = await probeRecording(memorySource(plain));
      if (!outcome.ok) throw new Error(outcome.reason);
      const expected = planWindows(outcome.value);
      const plans = planWindows(await scanned(file, chunkBytes));
      expect(plans.map(timesOf)).toEqual(expected.map(timesOf));
      for (const [index, plan] of plans.entries()) {
        const window = await extractWindow(memorySource(file, chunkBytes), plan);
        const same = await extractWindow(memorySource(plain), expected[index] ?? plan);
        expect(Buffer.from(window.audio).equals(same.audio)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

const partsOf = async (track: Partial<FragmentTrack>, more: Partial<FragmentsRecipe> = {}) =>
  (await scanned(film(more, track))).audio.parts.map((part) => [
    part.startMs,
    part.mediaStart / 44_100,
    part.mediaEnd / 44_100,
  ]);

test.each<[string, Partial<FragmentTrack>, number[][]]>([
  [
    "a gap is silence, not lost time",
    { jumps: [{ fragment: 4, by: 44_100 * 5 }] },
    [
      [0, 0, 40],
      [45_000, 40, 100],
    ],
  ],
  [
    "two gaps",
    {
      jumps: [
        { fragment: 1, by: 44_100 },
        { fragment: 9, by: 44_100 },
      ],
    },
    [
      [0, 0, 10],
      [11_000, 10, 90],
      [92_000, 90, 100],
    ],
  ],
  [
    "a recorder that begins to count anew goes on behind what it had",
    { jumps: [{ fragment: 5, by: -44_100 * 50 }] },
    [[0, 0, 100]],
  ],
  ["sound that begins after the picture", { startTime: 44_100 * 2 }, [[2000, 0, 100]]],
  [
    "an edit list and a gap",
    { jumps: [{ fragment: 4, by: 44_100 * 5 }], edits: [{ duration: 50_000, mediaTime: 44_100 * 10 }] },
    [
      [0, 10, 40],
      [35_000, 40, 55],
    ],
  ],
])("%s", async (_what, track, parts) => {
  expect(await partsOf(track)).toEqual(parts);
});

test("a clock that does not begin at zero begins at zero", async () => {
  const late = { ...video, startTime: 1_700_000_000 };
  const file = writeFragmentedMp4({ tracks: [late, sound({ startTime: 44_100 * 1_700_001 })], times: "64 bits" });
  expect(await scanned(file)).toMatchObject({ durationMs: 101_000, audio: { parts: [{ startMs: 1000 }] } });
});

test("rounding goes into the samples' lengths, and does not add up", async () => {
  const jumps = Array.from({ length: 9 }, (_, index) => ({ fragment: index + 1, by: 4000 }));
  const { audio } = await scanned(film({}, { jumps }));
  expect(audio.parts).toEqual([{ startMs: 0, mediaStart: 0, mediaEnd: 4_410_000 + 9 * 4000 }]);
  const short = await scanned(film({}, { jumps: jumps.map((jump) => ({ ...jump, by: -4000 })) }));
  expect(short.audio.samples.duration).toBe(4_410_000 - 9 * 4000);
});

test("a picture that goes on after the sound makes the recording longer, a header does not", async () => {
  const long = { ...video, samples: numberedSamples(90, 40) };
  const file = writeFragmentedMp4({ tracks: [long, sound()], movieDuration: 999_000, mehd: true });
  expect(await scanned(file)).toMatchObject({ durationMs: 180_000 });
});

test("captions in fragments are read as those in tables are", async () => {
  const gap = textSample("");
  const texts = [gap, textSample("The contract is signed."), gap, textSample("Marta sends it by Friday.")];
  const captions: FragmentTrack = {
    handler: "sbtl",
    entry: TX3G_ENTRY,
    timescale: 1000,
    delta: 2000,
    samples: texts,
    samplesPerFragment: 1,
  };
  const file = writeFragmentedMp4({ tracks: [video, sound(), captions] });
  const probe = await scanned(file);
  if (probe.captions === null) throw new Error("no captions");
  expect(await readCaptions(memorySource(file), probe.captions)).toEqual([
    { startMs: 2000, endMs: 4000, text: "The contract is signed." },
    { startMs: 6000, endMs: 8000, text: "Marta sends it by Friday." },
  ]);
});

test("of two sound tracks an empty first one is passed over", async () => {
  const file = writeFragmentedMp4({ tracks: [sound({ samples: [] }), sound({ language: "spa" })] });
  expect(await scanned(file)).toMatchObject({ audio: { language: "spa", samples: { count: 100 } } });
});

test("without leave to scan, only headers are read, and what they show is refused first", async () => {
  const source = memorySource(bytesOf(film(), box("free", new Uint8Array(3_000_000))));
  expect(await probeRecording(source)).toEqual({ ok: false, reason: "needs-scan" });
  expect(source.use).toMatchObject({ reads: 1, streams: 0 });
  const silent = writeFragmentedMp4({ tracks: [video] });
  expect(await probeRecording(memorySource(silent))).toEqual({ ok: false, reason: "no-audio" });
  const opus = film({}, { entry: soundEntry("Opus") });
  expect(await probeRecording(memorySource(opus))).toEqual({ ok: false, reason: "unsupported-codec" });
  const protectedSound = film({}, { entry: soundEntry("enca", esds()) });
  expect(await probeRecording(memorySource(protectedSound))).toEqual({ ok: false, reason: "encrypted" });
});

test("a scan is one streamed read, and what is a large part of the file is jumped over", async () => {
  const source = memorySource(film({ gapBytes: 3000 }), 1000);
  await probeRecording(source, { fragments: "scan" });
  expect(source.use).toMatchObject({ reads: 1, streams: 1 });
  const large = memorySource(bytesOf(film(), box("mdat", new Uint8Array(20_000_000)), film()), 1_000_000);
  await probeRecording(large, { fragments: "scan" });
  expect(large.use).toMatchObject({ reads: 1, streams: 2 });
  expect(large.use.bytes).toBeLessThan(2_000_000);
});

const whole = film();
const header = writeFragmentedMp4({
  tracks: [video, sound({ samples: [] })].map((track) => ({ ...track, samples: [] })),
});
const moof = (...trafs: Uint8Array[]) => bytesOf(header, box("moof", box("mfhd", 0, 1), ...trafs));
const run = (...fields: number[]) => moof(box("traf", box("tfhd", 0x20000, 2), box("trun", ...fields)));

test.each<[string, string, Uint8Array]>([
  ["truncated", "cut inside a fragment's tables", whole.subarray(0, header.byteLength + 60)],
  ["truncated", "cut before the first fragment", header],
  ["truncated", "samples behind the end of the file", run(0x301, 1, 0x7000_0000, 44_100, 16)],
  ["truncated", "samples longer than the file", run(0x301, 1, 0, 44_100, 0x7fff_ffff)],
  ["hostile", "a fragment over the limit", bytesOf(header, MOOF_BYTES_MAX + 1, "moof", new Uint8Array(MOOF_BYTES_MAX))],
  ["hostile", "a fragment of four bytes", bytesOf(header, 4, "moof", new Uint8Array(40))],
  ["hostile", "a box that reaches past its fragment", moof(bytesOf(500, "traf"))],
  ["hostile", "a box that reaches past its track fragment", moof(box("traf", bytesOf(500, "tfhd")))],
  ["hostile", "a run before its header", moof(box("traf", box("trun", 0, 0)))],
  ["hostile", "a header too short for its fields", moof(box("traf", box("tfhd", 0x39, 2)))],
  ["hostile", "a run of more samples than it holds", run(0x301, 1000, 0, 44_100, 16)],
  ["hostile", "four billion samples of nothing", run(0x1, 0xffffffff, 0)],
  ["hostile", "samples in the headers", run(0x301, 1, 100 - header.byteLength, 44_100, 16)],
  ["hostile", "samples before the file", run(0x301, 1, -0x70000000, 44_100, 16)],
  [
    "hostile",
    "a decode time that no number holds",
    moof(box("traf", box("tfhd", 0x20000, 2), box("tfdt", 0x01000000, 0xffffffff, 0), box("trun", 0x301, 1, 0, 1, 1))),
  ],
  [
    "hostile",
    "the same frames over and over",
    moof(
      ...Array.from({ length: 50 }, () =>
        box("traf", box("tfhd", 0x20000, 2), box("trun", 0x301, 2, 0, 44_100, 16, 44_100, 16)),
      ),
    ),
  ],
  [
    "hostile",
    "more gaps than there are windows for",
    film(
      {},
      {
        samples: numberedSamples(STRETCHES_MAX + 10),
        samplesPerFragment: 1,
        jumps: Array.from({ length: STRETCHES_MAX + 10 }, (_, index) => ({ fragment: index + 1, by: 44_100 })),
      },
    ),
  ],
  ["too-long", "a gap of a day", film({}, { jumps: [{ fragment: 3, by: 44_100 * 86_400 }] })],
  [
    "unsupported-codec",
    "a decoder that changes on the way",
    moof(box("traf", box("tfhd", 0x20002, 2, 2), box("trun", 0x301, 1, 0, 44_100, 16))),
  ],
  ["fragmented", "fragments without a movie", bytesOf(FTYP, box("moof", box("mfhd", 0, 1)))],
  ["no-audio", "fragments of a picture only", writeFragmentedMp4({ tracks: [video, sound({ samples: [] })] })],
])("%s: %s", async (reason, _what, bytes) => {
  expect(await scan(bytes)).toEqual({ ok: false, reason });
});

test("samples over the limit are refused before they are listed", async () => {
  const many = run(0x1, TRACK_SAMPLES_MAX + 1, 0);
  expect(await scan(many)).toEqual({ ok: false, reason: "hostile" });
});

test("a source that ends too early is a changed recording", async () => {
  const source = memorySource(whole);
  const cut = { ...source, stream: (start: number) => source.stream(start, start + 500) };
  await expect(probeRecording(cut, { fragments: "scan" })).rejects.toMatchObject({ name: "SourceChangedError" });
});
