import { expect, test } from "vitest";
import { probePicture } from "#app/media/mp4/probe-picture.ts";
import { probeRecording, type RecordingProbe } from "#app/media/probe-recording.ts";
import { readCaptions } from "#app/media/captions/read-captions.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import {
  box,
  bytesOf,
  esds,
  numberedSamples,
  soundEntry,
  TX3G_ENTRY,
  textSample,
  type TrackRecipe,
  writeMp4,
} from "#tests/support/write-mp4.ts";

/** Tables, edit lists and headers of an MP4: values that are read, and values that are rejected. */

const RATE = 44_100;
/** Frames of one second. */
const sound = (more: Partial<TrackRecipe> = {}): TrackRecipe => {
  const samples = more.samples ?? numberedSamples(16);
  return { samples, stts: [[samples.length, RATE]], ...more };
};
const picture = (more: Partial<TrackRecipe> = {}): TrackRecipe => ({
  handler: "vide",
  entry: box("avc1", new Uint8Array(78)),
  timescale: 1000,
  samples: numberedSamples(8, 40),
  stts: [[8, 2000]],
  ...more,
});

async function probe(file: Uint8Array): Promise<RecordingProbe> {
  const outcome = await probeRecording(memorySource(file), { fragments: "scan" });
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  return outcome.value;
}

const reasonOf = async (file: Uint8Array) => {
  const outcome = await probeRecording(memorySource(file), { fragments: "scan" });
  return outcome.ok ? "taken" : outcome.reason;
};

/** `stz2` with fields of this many bits. */
function compactSizes(bits: 4 | 8 | 16, sizes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((sizes.length * bits) / 8));
  for (const [index, size] of sizes.entries()) {
    const at = (index * bits) / 8;
    if (bits === 16) bytes.set([size >> 8, size & 255], at);
    else bytes[Math.floor(at)] = (bytes[Math.floor(at)] ?? 0) | (bits === 4 && index % 2 === 0 ? size << 4 : size);
  }
  return box("stz2", 0, bits, sizes.length, bytes);
}

test.each<[4 | 8 | 16, number[]]>([
  [4, [1, 15, 7, 0, 3, 9, 12]],
  [8, [1, 255, 16, 90, 0, 200]],
  [16, [1, 256, 4000, 90, 0, 16_000]],
])("sample sizes in fields of %i bits equal those of a table of 32 bits", async (bits, sizes) => {
  const samples = sizes.map((size, index) => new Uint8Array(size).fill(index + 1));
  const plain = await probe(writeMp4({ tracks: [picture(), sound({ samples })] }));
  const stz2 = compactSizes(bits, sizes);
  const file = writeMp4({ tracks: [picture(), sound({ samples, replace: { stsz: stz2 } })] });
  const { audio, durationMs } = await probe(file);
  expect([...audio.samples.sizes]).toEqual(sizes);
  expect(durationMs).toBe(plain.durationMs);
  for (const [index, at] of audio.samples.offsets.entries())
    expect(file.subarray(at, at + (sizes[index] ?? 0)).every((byte) => byte === index + 1)).toBe(true);
});

test("a compact table with another field width, or shorter than it declares, is damaged", async () => {
  const track = (stsz: Uint8Array) => writeMp4({ tracks: [sound({ replace: { stsz } })] });
  expect(await reasonOf(track(box("stz2", 0, 12, 16, new Uint8Array(64))))).toBe("hostile");
  expect(await reasonOf(track(box("stz2", 0, 16, 16, new Uint8Array(8))))).toBe("hostile");
});

/** Edit list of version 1: durations and media times have 64 bits. */
function longEdits(...edits: [duration: number, mediaTime: number][]): Uint8Array {
  const fields = edits.flatMap(([duration, time]) => [0, duration, Math.floor(time / 2 ** 32), time >>> 0, 0x10000]);
  return box("elst", 0x01000000, edits.length, ...fields);
}

test.each<[string, Partial<TrackRecipe>, number[][]]>([
  [
    "an empty edit first",
    {
      edits: [
        { duration: 500, mediaTime: -1 },
        { duration: 16_000, mediaTime: 0 },
      ],
    },
    [[500, 0, 16]],
  ],
  ["only an empty edit", { edits: [{ duration: 500, mediaTime: -1 }] }, [[500, 0, 16]]],
  [
    "only two empty edits",
    {
      edits: [
        { duration: 500, mediaTime: -1 },
        { duration: 250, mediaTime: -1 },
      ],
    },
    [[750, 0, 16]],
  ],
  ["a media time before the media", { edits: [{ duration: 10_000, mediaTime: -RATE }] }, [[1000, 0, 9]]],
  ["a media time before the media, to the end", { edits: [{ duration: 0, mediaTime: -RATE }] }, [[1000, 0, 16]]],
  [
    "parts that begin inside the media, and a gap",
    {
      edits: [
        { duration: 2000, mediaTime: 4 * RATE },
        { duration: 1000, mediaTime: -1 },
        { duration: 3000, mediaTime: 10 * RATE },
      ],
    },
    [
      [0, 4, 6],
      [3000, 10, 13],
    ],
  ],
  ["64 bits: an empty edit first", { replace: { elst: longEdits([500, -1], [16_000, 0]) } }, [[500, 0, 16]]],
  ["64 bits: a media time before the media", { replace: { elst: longEdits([10_000, -RATE]) } }, [[1000, 0, 9]]],
  ["64 bits: inside the media", { replace: { elst: longEdits([3000, 2 * RATE]) } }, [[0, 2, 5]]],
])("an edit list is read: %s", async (_what, more, parts) => {
  const { audio } = await probe(writeMp4({ tracks: [sound(more)] }));
  expect(audio.parts.map((part) => [part.startMs, part.mediaStart / RATE, part.mediaEnd / RATE])).toEqual(parts);
});

test("captions after an empty edit are at the time at which players show them", async () => {
  const captions: TrackRecipe = {
    handler: "sbtl",
    entry: TX3G_ENTRY,
    timescale: 1000,
    samples: [textSample("The contract is signed.")],
    stts: [[1, 2000]],
    edits: [{ duration: 3000, mediaTime: -1 }],
  };
  const file = writeMp4({ tracks: [sound(), captions] });
  const { captions: found } = await probe(file);
  if (found === null) throw new Error("no captions");
  expect(await readCaptions(memorySource(file), found)).toEqual([
    { startMs: 3000, endMs: 5000, text: "The contract is signed." },
  ]);
});

const recipe = { tracks: [picture(), sound()] };
const whole = writeMp4(recipe);
/** Offsets of the sound's eight chunks of two samples of 16 bytes. */
const soundChunks = await (async () => {
  const { audio } = await probe(whole);
  return [...audio.samples.offsets].filter((_, index) => index % 2 === 0);
})();
const pictureChunk = (soundChunks[0] ?? 0) - 80;
const chunksAt = (...offsets: number[]) => ({ stco: box("stco", 0, offsets.length, ...offsets) });
const moved = (by: number) => chunksAt(...soundChunks.map((at) => at + by));
const samplesPerChunk = (...runs: [first: number, count: number][]) => ({
  stsc: box("stsc", 0, runs.length, ...runs.flatMap(([first, count]) => [first, count, 1])),
});

test.each<[string, TrackRecipe["replace"]]>([
  ["before the media", moved(-pictureChunk)],
  ["into the headers behind the media", moved(whole.byteLength - (soundChunks[7] ?? 0) - 40)],
  ["behind the end of the file", moved(whole.byteLength)],
  ["behind the end, with 64 bits", { stco: box("co64", 0, 8, ...soundChunks.flatMap((at) => [1, at])) }],
  ["onto the pictures", moved(-80)],
  ["into the middle of a picture", moved(-60)],
  ["onto each other", chunksAt(...soundChunks.map((at) => (at === soundChunks[3] ? (soundChunks[2] ?? 0) + 8 : at)))],
  ["with more chunks than samples", chunksAt(...soundChunks, (soundChunks[7] ?? 0) + 32)],
  ["with more samples in a chunk than there are", samplesPerChunk([1, 4])],
  ["with fewer samples in a chunk than there are", samplesPerChunk([1, 1])],
])("a table of chunks that points %s is damaged", async (_what, replace = {}) => {
  for (const moovFirst of [false, true]) {
    // With the movie box first, every chunk is later by the length of that box.
    if (moovFirst && replace["stsc"] === undefined) continue;
    expect(await reasonOf(writeMp4({ tracks: [picture(), sound({ replace })], moovFirst }))).toBe("hostile");
  }
});

test("PCM whose chunks are outside the media is damaged", async () => {
  const entry = soundEntry("sowt");
  const frames = { samples: numberedSamples(400, 2), stts: [[400, 1]] as [number, number][], samplesPerChunk: 400 };
  const stsz = box("stsz", 0, 2, 400);
  const track = (replace: TrackRecipe["replace"]) => ({ ...frames, entry, replace: { stsz, ...replace } });
  const at = (offset: number) => writeMp4({ tracks: [track({ stco: box("stco", 0, 1, offset) })] });
  expect(await reasonOf(writeMp4({ tracks: [track({})] }))).toBe("taken");
  expect(await reasonOf(at(4))).toBe("hostile");
  expect(await reasonOf(at(5000))).toBe("hostile");
});

const TEN_HOURS_MS = 36_000_000;

test.each<[string, Uint8Array, number]>([
  ["ten hours over 16 s", writeMp4({ tracks: [sound()], movieDuration: TEN_HOURS_MS }), 16_000],
  ["ten hours over 16 s with a picture", writeMp4({ ...recipe, movieDuration: TEN_HOURS_MS }), 16_000],
  [
    "a second over an hour",
    writeMp4({ tracks: [sound({ stts: [[16, RATE * 225]] })], movieDuration: 1000 }),
    3_600_000,
  ],
  ["a day over 16 s", writeMp4({ ...recipe, movieDuration: 86_400_000 }), 16_000],
  [
    "16 s, where the picture goes on for 30",
    writeMp4({ tracks: [picture({ stts: [[8, 3750]] }), sound()], movieDuration: 16_000 }),
    30_000,
  ],
  [
    "ten hours in a track's edit list",
    writeMp4({ tracks: [picture({ edits: [{ duration: TEN_HOURS_MS, mediaTime: 0 }] }), sound()] }),
    16_000,
  ],
])("a header's duration is not believed: %s", async (_what, file, durationMs) => {
  expect((await probe(file)).durationMs).toBe(durationMs);
});

test("a recording without sound lasts as long as its pictures, in tables and in fragments", async () => {
  const film = writeMp4({ tracks: [picture()], movieDuration: TEN_HOURS_MS });
  expect(await probePicture(memorySource(film))).toEqual({ ok: true, value: { durationMs: 16_000 } });
  const track = { ...picture(), delta: 2000, samplesPerFragment: 2 };
  const fragments = writeFragmentedMp4({ tracks: [track], movieDuration: TEN_HOURS_MS, mehd: true });
  expect(await probePicture(memorySource(fragments))).toEqual({ ok: true, value: { durationMs: 16_000 } });
  const cut = fragments.subarray(0, fragments.byteLength - 60);
  expect(await probePicture(memorySource(cut))).toEqual({ ok: true, value: { durationMs: 12_000, isCut: true } });
});

test("a picture track with damaged tables leaves the sound unchanged", async () => {
  const damaged = picture({ replace: { stts: box("stts", 0, 0x7fffffff), stco: box("stco", 0, 0x7fffffff) } });
  expect(await probe(writeMp4({ tracks: [damaged, sound()] }))).toMatchObject({ durationMs: 16_000 });
});

test("an unsupported audio entry is refused for its codec, whatever its chunks are", async () => {
  const file = writeMp4({ tracks: [sound({ entry: soundEntry("ac-3", box("dac3", 0)), replace: moved(1) })] });
  expect(await reasonOf(bytesOf(file))).toBe("unsupported-codec");
  expect(await reasonOf(writeMp4({ tracks: [sound({ entry: soundEntry("mp4a", esds()) })] }))).toBe("taken");
});
