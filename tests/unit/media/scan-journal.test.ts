import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ByteSource } from "#app/media/byte-source.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import type { ScanJournal } from "#app/media/fragments/scan-journal.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { type FragmentTrack, writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import { box, numberedSamples } from "#tests/support/write-mp4.ts";

/** A scan can resume from its journal, wherever and for whatever reason it was cut off. */

type StoredJournal = ScanJournal & { stored: Uint8Array[] };

function journal(): StoredJournal {
  const stored: Uint8Array[] = [];
  return { stored, entries: () => stored.map((entry) => entry.slice()), append: (entry) => void stored.push(entry) };
}

/** A source that fails after streaming this many bytes. */
function breakingSource(file: Uint8Array, bytesMax: number): ByteSource {
  const source = memorySource(file, 500);
  return {
    ...source,
    stream(start, end) {
      const stream = source.stream(start, end);
      const before = source.use.bytes;
      return {
        cancel: () => stream.cancel(),
        async next() {
          if (source.use.bytes - before > bytesMax) throw new Error("killed");
          return stream.next();
        },
      };
    },
  };
}

const recipes = fc.record({
  seconds: fc.integer({ min: 20, max: 300 }),
  samplesPerFragment: fc.integer({ min: 1, max: 40 }),
  base: fc.constantFrom("moof" as const, "file" as const),
  times: fc.constantFrom("32 bits" as const, "64 bits" as const, "none" as const),
  values: fc.constantFrom("sample" as const, "fragment" as const, "movie" as const),
  separate: fc.boolean(),
  samplesInMoov: fc.constantFrom(0, 5),
});

function movie({ seconds, samplesPerFragment, ...recipe }: typeof recipes extends fc.Arbitrary<infer T> ? T : never) {
  const video: FragmentTrack = {
    handler: "vide",
    entry: box("avc1", new Uint8Array(78)),
    timescale: 1000,
    samples: numberedSamples(seconds, 300),
    delta: 1000,
    samplesPerFragment,
  };
  const sound = (language: string): FragmentTrack => ({
    samples: numberedSamples(seconds, 30),
    delta: 44_100,
    samplesPerFragment,
    language,
    jumps: [
      { fragment: 2, by: 44_100 * 3 },
      { fragment: 4, by: 7 },
    ],
  });
  return writeFragmentedMp4({ tracks: [video, sound("eng"), sound("spa")], ...recipe });
}

test("a scan that is cut off twice has the result of an uninterrupted one, and rereads little", async () => {
  await fc.assert(
    fc.asyncProperty(
      recipes,
      fc.integer({ min: 0, max: 99 }),
      fc.integer({ min: 0, max: 99 }),
      async (recipe, first, second) => {
        const file = movie(recipe);
        const expected = await probeRecording(memorySource(file, 500), { fragments: "scan" });
        const kept = journal();
        const options = { fragments: "scan" as const, journal: kept, checkpointBytes: 3000 };
        for (const cut of [first, second].toSorted((left, right) => left - right)) {
          const failure = await probeRecording(breakingSource(file, (file.byteLength * cut) / 100), options).then(
            () => "killed",
            (error: unknown) => (error instanceof Error ? error.message : error),
          );
          expect(failure).toBe("killed");
        }
        const source = memorySource(file, 500);
        expect(await probeRecording(source, options)).toEqual(expected);
        // A scan that resumes after everything has been noted reads only its last bytes.
        const again = memorySource(file, 500);
        expect(await probeRecording(again, options)).toEqual(expected);
        expect(again.use.bytes).toBeLessThan(64 * 1024 + 3000 + 20_000 + file.byteLength / 8);
      },
    ),
    { numRuns: 20 },
  );
});

test("noted parts are not read again", async () => {
  const file = movie({
    seconds: 300,
    samplesPerFragment: 5,
    base: "moof",
    times: "32 bits",
    values: "sample",
    separate: false,
    samplesInMoov: 0,
  });
  const kept = journal();
  const options = { fragments: "scan" as const, journal: kept, checkpointBytes: 5000 };
  await expect(probeRecording(breakingSource(file, 60_000), options)).rejects.toThrow("killed");
  expect(kept.stored.length).toBeGreaterThan(5);
  const starts: number[] = [];
  const source = memorySource(file, 500);
  await probeRecording({ ...source, stream: (start, end) => (starts.push(start), source.stream(start, end)) }, options);
  expect(starts).toHaveLength(1);
  expect(starts[0]).toBeGreaterThan(50_000);
});

test("a scan stops when it is told to stop", async () => {
  const file = movie({
    seconds: 50,
    samplesPerFragment: 5,
    base: "moof",
    times: "none",
    values: "sample",
    separate: false,
    samplesInMoov: 0,
  });
  const { signal } = { signal: AbortSignal.abort(new Error("too long")) };
  await expect(probeRecording(memorySource(file), { fragments: "scan", signal })).rejects.toThrow("too long");
});
