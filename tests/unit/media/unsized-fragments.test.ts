import { expect, test } from "vitest";
import { MOOF_BYTES_MAX } from "#app/domain/limits/media.ts";
import { probeRecording, type RecordingProbe } from "#app/media/probe-recording.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { type FragmentsRecipe, writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import { box, bytesOf, numberedSamples } from "#tests/support/write-mp4.ts";

/** Fragments whose lengths the recorder could not fill in, because it wrote to a pipe. */

const sound = { samples: numberedSamples(100), delta: 44_100, samplesPerFragment: 100 };
const video = {
  handler: "vide",
  entry: box("avc1", new Uint8Array(78)),
  timescale: 1000,
  samples: numberedSamples(50, 40),
  delta: 2000,
  samplesPerFragment: 50,
};

const uint32 = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
const typeAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at + 4, at + 8));

/** Takes the lengths of `moof`, `traf` and `trun` out; `stray`: and writes those of the inner ones behind them, as ffmpeg does. */
function withoutLengths(file: Uint8Array, stray: boolean): Uint8Array {
  const parts: Uint8Array[] = [];
  const copy = (from: number, until: number) => parts.push(file.slice(from, until));
  function leave(at: number, end: number): void {
    for (let next = at; next < end; ) {
      const size = uint32(file, next);
      const type = typeAt(file, next);
      const isOpen = type === "moof" || type === "traf" || type === "trun";
      if (isOpen) parts.push(bytesOf(0, type));
      if (type === "moof" || type === "traf") leave(next + 8, next + size);
      else copy(isOpen ? next + 8 : next, next + size);
      if (stray && (type === "traf" || type === "trun")) parts.push(bytesOf(size));
      next += size;
    }
  }
  leave(0, file.byteLength);
  return bytesOf(...parts);
}

async function probed(file: Uint8Array, chunkBytes?: number): Promise<RecordingProbe> {
  const outcome = await probeRecording(memorySource(file, chunkBytes), { fragments: "scan" });
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  return outcome.value;
}

async function soundOf(file: Uint8Array, chunkBytes?: number): Promise<Uint8Array> {
  const { offsets, sizes } = (await probed(file, chunkBytes)).audio.samples;
  return bytesOf(...Array.from(offsets, (at, index) => file.slice(at, at + (sizes[index] ?? 0))));
}

const every = bytesOf(...numberedSamples(100));

test.each<[string, FragmentsRecipe]>([
  ["one fragment of sound", { tracks: [sound] }],
  ["one fragment of picture and sound", { tracks: [video, sound] }],
  ["a fragment for each second", { tracks: [video, { ...sound, samplesPerFragment: 1 }] }],
  ["values of the movie and no times", { tracks: [sound], values: "movie", times: "none" }],
  ["something else between fragments", { tracks: [sound], beforeEach: [box("styp", "msdh", 0)] }],
  ["several runs", { tracks: [{ ...sound, samplesPerFragment: 20 }], samplesPerRun: 7 }],
])("lengths that are missing are measured: %s", async (_what, recipe) => {
  for (const stray of [false, true]) {
    // Stray lengths move the data of the next run, whose place ffmpeg always tells.
    if (stray && recipe.samplesPerRun !== undefined) continue;
    const file = withoutLengths(writeFragmentedMp4(recipe), stray);
    for (const chunkBytes of [7, 61, 65_536]) {
      expect(await probed(file, chunkBytes)).toMatchObject({ durationMs: 100_000, audio: { samples: { count: 100 } } });
      expect(Buffer.from(await soundOf(file, chunkBytes)).equals(every)).toBe(true);
    }
  }
});

test("a file that ends inside a fragment without lengths is used up to the fragment before", async () => {
  const file = withoutLengths(writeFragmentedMp4({ tracks: [{ ...sound, samplesPerFragment: 10 }] }), true);
  const last = Buffer.from(file).lastIndexOf("trun");
  expect(await probed(file.subarray(0, last + 40))).toMatchObject({ isCut: true, audio: { samples: { count: 90 } } });
  const first = Buffer.from(file).indexOf("trun");
  const none = await probeRecording(memorySource(file.subarray(0, first + 40)), { fragments: "scan" });
  expect(none).toEqual({ ok: false, reason: "truncated" });
});

const head = writeFragmentedMp4({ tracks: [{ ...sound, samples: [] }] });
const open = (...fields: (number | string)[]) => bytesOf(head, 0, "moof", box("mfhd", 0, 1), 0, "traf", ...fields);

test.each<[string, Uint8Array]>([
  ["a run of four billion samples", bytesOf(open(0, "trun", 0x301, 0xffffffff, 0), new Uint8Array(1000))],
  ["a run without room for itself", bytesOf(open(9, "trun", 0x301, 1, 0), new Uint8Array(1000))],
  ["tracks without an end", bytesOf(open(), Buffer.alloc(MOOF_BYTES_MAX, bytesOf(0, "traf")))],
])("refused as hostile: %s", async (_what, file) => {
  const outcome = await probeRecording(memorySource(file), { fragments: "scan" });
  expect(outcome).toEqual({ ok: false, reason: "hostile" });
});
