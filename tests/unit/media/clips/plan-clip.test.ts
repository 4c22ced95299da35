import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRangeReader, SourceChangedError } from "#app/media/byte-source.ts";
import type { ClipTrack } from "#app/media/clips/clip-track.ts";
import { type ClipPlan, planClip } from "#app/media/clips/plan-clip.ts";
import { readMovieTracks } from "#app/media/clips/read-movie-tracks.ts";
import { sampleTime } from "#app/media/mp4/timeline.ts";
import { findMovie, readMovie } from "#app/media/mp4/read-movie.ts";
import { joinCall, recordedCall } from "#tests/support/call-pieces.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { packedAndRead, readClip } from "#tests/support/read-clip.ts";
import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import {
  box,
  bytesOf,
  esds,
  numberedSamples,
  soundEntry,
  type TrackRecipe,
  writeMp4,
} from "#tests/support/write-mp4.ts";

/** A second is ten pictures, of which each twentieth is a key, and ten frames of sound. Each sample holds its number. */
const A_SECOND = 10;
const LENGTH_S = 60;
const KEYS_EVERY = 20;
const keys = Array.from({ length: (LENGTH_S * A_SECOND) / KEYS_EVERY }, (_, key) => key * KEYS_EVERY + 1);

function picture(more: Partial<TrackRecipe> = {}): TrackRecipe {
  const samples = numberedSamples(LENGTH_S * A_SECOND, 64);
  const stts = box("stts", 0, 1, samples.length, 1);
  const stss = box("stss", 0, keys.length, ...keys);
  const entry = box("avc1", 0, 1, new Uint8Array(70), box("avcC", new Uint8Array(8)));
  return { handler: "vide", timescale: A_SECOND, samples, entry, replace: { stts: bytesOf(stts, stss) }, ...more };
}

function sound(more: Partial<TrackRecipe> = {}): TrackRecipe {
  const samples = numberedSamples(LENGTH_S * A_SECOND, 32);
  const entry = soundEntry("mp4a", esds());
  return { timescale: A_SECOND * 1000, samples, entry, stts: [[samples.length, 1000]], ...more };
}

async function planned(file: Uint8Array, fromMs: number, toMs: number): Promise<{ plan: ClipPlan; clip: Uint8Array }> {
  const source = memorySource(file);
  const plan = await planClip(source, { fromMs, toMs }, { kind: "mp4" });
  if (!plan.ok) throw new Error(plan.reason);
  expect(await packedAndRead(plan.value)).toEqual(plan.value);
  return { plan: plan.value, clip: await readClip(source, plan.value) };
}

async function tracksOf(clip: Uint8Array): Promise<Record<"vide" | "soun", ClipTrack>> {
  const reader = openRangeReader(memorySource(clip));
  const { moov, places } = await findMovie(reader);
  expect(places.end).toBe("whole");
  const tracks = await readMovieTracks(reader, { movie: await readMovie(reader, moov), places, language: null });
  const of = (handler: "vide" | "soun") => {
    const track = tracks.find((one) => one.handler === handler);
    if (!track) throw new Error(`no ${handler}`);
    return track;
  };
  return { vide: of("vide"), soun: of("soun") };
}

function numbersOf(clip: Uint8Array, { samples }: ClipTrack): number[] {
  const view = new DataView(clip.buffer);
  return Array.from(samples.offsets, (offset) => view.getUint32(offset));
}

const from = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index);

test("a clip begins with a key picture, and the edit list hides what lies before the moment", async () => {
  const { plan, clip } = await planned(writeMp4({ tracks: [picture(), sound()] }), 12_340, 20_000);
  expect(plan).toMatchObject({ type: "video/mp4", byteLength: clip.byteLength, startsAtMs: 12_340, endsAtMs: 20_000 });
  const { vide, soun } = await tracksOf(clip);
  expect(numbersOf(clip, vide)).toEqual(from(120, 200));
  // A frame before the first that is heard.
  expect(numbersOf(clip, soun)).toEqual(from(122, 200));
  // The pictures before the moment last a unit each.
  expect(vide.timescale).toBe(90_000);
  expect(vide.parts).toEqual([{ startMs: 0, mediaStart: 3, mediaEnd: 3 + 7.66 * 90_000 }]);
  expect(from(0, 6).map((sample) => sampleTime(vide.samples, sample))).toEqual([0, 1, 2, 3, 5403, 14_403]);
  expect(soun.parts).toEqual([{ startMs: 0, mediaStart: 1400, mediaEnd: 78_000 }]);
  expect([vide.isKey(0), vide.isKey(1), vide.isKey(20)]).toEqual([true, false, true]);
});

test("the samples of an interleaved recording are one span, but for the sound before", async () => {
  const { plan } = await planned(writeMp4({ tracks: [picture(), sound()] }), 12_300, 20_000);
  expect(plan.spans.offsets.length).toBeLessThan(5);
});

test("pictures that are decoded in another order keep it, and are shown in theirs", async () => {
  const stts = box("stts", 0, 1, LENGTH_S * A_SECOND, 1);
  const stss = box("stss", 0, keys.length, ...keys);
  const order = [1, 3, 0, 0].flatMap((offset) => [1, offset]);
  const runs = Array.from({ length: (LENGTH_S * A_SECOND) / 4 }, () => order).flat();
  const ctts = box("ctts", 0, runs.length / 2, ...runs);
  const file = writeMp4({ tracks: [picture({ replace: { stts: bytesOf(stts, stss, ctts) } }), sound()] });
  const { clip } = await planned(file, 12_400, 20_000);
  const { vide } = await tracksOf(clip);
  expect(numbersOf(clip, vide).slice(0, 3)).toEqual([120, 121, 122]);
  const shownAt = from(0, 8).map((sample) => sampleTime(vide.samples, sample) + vide.composition(sample));
  const begin = vide.parts[0]?.mediaStart ?? 0;
  // Of four pictures the second is shown last, at the moment itself.
  expect(shownAt.map((time) => time - begin)).toEqual([-3, 0, -2, -1, 9000, 36_000, 18_000, 27_000]);
});

test("a cut of the recording's own edit list is a cut of the clip", async () => {
  // The first ten seconds, then the seconds from 40 on.
  const cut = (scale: number) => [
    { duration: 10_000, mediaTime: 0 },
    { duration: 20_000, mediaTime: 40 * scale },
  ];
  const tracks = [picture({ edits: cut(A_SECOND) }), sound({ edits: cut(A_SECOND * 1000) })];
  const { clip } = await planned(writeMp4({ tracks }), 7000, 14_000);
  const { vide, soun } = await tracksOf(clip);
  expect(numbersOf(clip, vide)).toEqual([...from(60, 100), ...from(400, 440)]);
  expect(numbersOf(clip, soun)).toEqual([...from(69, 100), ...from(399, 440)]);
  expect(vide.parts).toEqual([
    { startMs: 0, mediaStart: 10, mediaEnd: 40 },
    { startMs: 3000, mediaStart: 40, mediaEnd: 80 },
  ]);
});

test("a picture that begins later than the sound begins later in the clip", async () => {
  const edits = [
    { duration: 10_000, mediaTime: -1 },
    { duration: 50_000, mediaTime: 0 },
  ];
  const { clip } = await planned(writeMp4({ tracks: [picture({ edits }), sound()] }), 8000, 14_000);
  const { vide, soun } = await tracksOf(clip);
  expect(vide.parts).toEqual([{ startMs: 2000, mediaStart: 0, mediaEnd: 4 * 90_000 }]);
  expect(soun.parts).toEqual([{ startMs: 0, mediaStart: 1000, mediaEnd: 61_000 }]);
});

test("sound behind the whole picture is laid out in turns with it", async () => {
  const apart = { samplesPerChunk: LENGTH_S * A_SECOND };
  const { plan, clip } = await planned(writeMp4({ tracks: [picture(apart), sound(apart)] }), 20_000, 50_000);
  expect(plan.spans.offsets.length).toBeGreaterThan(10);
  expect(plan.spans.offsets.length).toBeLessThan(15);
  const { vide, soun } = await tracksOf(clip);
  expect(numbersOf(clip, vide)).toEqual(from(200, 500));
  expect(numbersOf(clip, soun)).toEqual(from(199, 500));
});

test("chunks that stand in the file last one first are played in their order", async () => {
  const { clip } = await planned(writeMp4({ tracks: [picture(), sound()], backwards: true }), 12_000, 20_000);
  const { vide, soun } = await tracksOf(clip);
  expect(numbersOf(clip, vide)).toEqual(from(120, 200));
  expect(numbersOf(clip, soun)).toEqual(from(119, 200));
});

test("a recording without sound gives its picture, and one without picture its sound", async () => {
  const silent = await planned(writeMp4({ tracks: [picture()] }), 12_000, 20_000);
  expect(silent.plan.type).toBe("video/mp4");
  const heard = await planned(writeMp4({ tracks: [sound()] }), 12_000, 20_000);
  expect(heard.plan).toMatchObject({ type: "audio/mp4" });
  expect(heard.plan.width).toBeUndefined();
});

test("fragments whose times begin anywhere count from their first", async () => {
  const samples = numberedSamples(600, 32);
  const startTime = 900_000;
  const file = writeFragmentedMp4({ tracks: [{ samples, timescale: 10_000, delta: 1000, startTime }] });
  const { clip, plan } = await planned(file, 12_000, 20_000);
  expect(plan).toMatchObject({ type: "audio/mp4", endsAtMs: 20_000 });
  const reader = openRangeReader(memorySource(clip));
  const { moov, places } = await findMovie(reader);
  const [track] = await readMovieTracks(reader, { movie: await readMovie(reader, moov), places, language: null });
  if (!track) throw new Error("no track");
  expect(numbersOf(clip, track)).toEqual(from(119, 200));
});

test("the file of a call is cut, with the pictures of each of its recorders", async () => {
  const { file, durationMs } = joinCall(await recordedCall());
  const source = memorySource(file);
  const plan = await planClip(source, { fromMs: 2000, toMs: durationMs }, { kind: "mp4" });
  if (!plan.ok) throw new Error(plan.reason);
  expect(plan.value.type).toBe("video/mp4");
  expect(plan.value.width).toBeGreaterThan(0);
  const { vide } = await tracksOf(await readClip(source, plan.value));
  expect(vide.isKey(0)).toBe(true);
});

test("refuses what is not there, or cannot be cut", async () => {
  const file = writeMp4({ tracks: [picture(), sound()] });
  const ask = (bytes: Uint8Array, fromMs: number) =>
    planClip(memorySource(bytes), { fromMs, toMs: fromMs + 8000 }, { kind: "mp4" });
  expect(await ask(file, 61_000)).toEqual({ ok: false, reason: "outside" });
  expect(await ask(file.subarray(0, 2000), 1000)).toEqual({ ok: false, reason: "unreadable" });
  const changed = { ...memorySource(file), read: () => Promise.resolve(new Uint8Array(3)) };
  await expect(planClip(changed, { fromMs: 0, toMs: 8000 }, { kind: "mp4" })).rejects.toThrow(SourceChangedError);
});

test("a clip at the end of a recording ends with it", async () => {
  const { plan } = await planned(writeMp4({ tracks: [picture(), sound()] }), 55_000, 65_000);
  expect(plan.endsAtMs).toBe(60_000);
});

test("a picture whose last key is minutes away begins with its next one, or is left out", async () => {
  const seconds = 300;
  const file = (keyNumbers: number[]) => {
    const samples = numberedSamples(seconds * A_SECOND, 16);
    const stts = box("stts", 0, 1, samples.length, 1);
    const stss = box("stss", 0, keyNumbers.length, ...keyNumbers);
    const heard = numberedSamples(seconds * A_SECOND, 16);
    return writeMp4({
      tracks: [
        picture({ samples, replace: { stts: bytesOf(stts, stss) } }),
        sound({ samples: heard, stts: [[heard.length, 1000]] }),
      ],
    });
  };
  const later = await planned(file([1, 2621]), 260_000, 270_000);
  const { vide, soun } = await tracksOf(later.clip);
  expect(numbersOf(later.clip, vide)).toEqual(from(2620, 2700));
  expect(vide.parts[0]).toMatchObject({ startMs: 2000 });
  expect(soun.parts[0]).toMatchObject({ startMs: 0 });
  expect((await planned(file([1]), 260_000, 270_000)).plan.type).toBe("audio/mp4");
});

test("any byte of a recording may be wrong", async () => {
  const fragments = writeFragmentedMp4({
    tracks: [{ samples: numberedSamples(300, 16), timescale: 10_000, delta: 1000 }],
  });
  const webm = new Uint8Array(readFileSync("tests/fixtures/talk-matroska.webm"));
  for (const [kind, file] of [
    ["mp4", writeMp4({ tracks: [picture(), sound()], moovFirst: true })],
    ["mp4", fragments],
    ["webm", webm],
  ] as const) {
    for (let at = 0; at < Math.min(file.byteLength, 2500); at += 23) {
      const wrong = file.slice();
      for (const value of [0xff, (wrong[at] ?? 0) ^ 0x10]) {
        wrong[at] = value;
        const plan = await planClip(memorySource(wrong), { fromMs: 1000, toMs: 8000 }, { kind });
        expect(plan.ok ? plan.value.byteLength : plan.reason).toBeTruthy();
      }
    }
  }
});
