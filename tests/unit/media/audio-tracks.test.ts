import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import { box, numberedSamples, soundEntry, type TrackRecipe, writeMp4 } from "#tests/support/write-mp4.ts";

const audio = (more: Partial<TrackRecipe> = {}): TrackRecipe => ({ samples: numberedSamples(100), ...more });
const video: TrackRecipe = { handler: "vide", samples: numberedSamples(4), entry: box("avc1", new Uint8Array(78)) };
const [original, interpreter, third] = [
  audio({ language: "eng" }),
  audio({ language: "spa", enabled: false }),
  audio({ language: "fre" }),
];

test.each<[string, MeetingLanguage | undefined, TrackRecipe[], string | null]>([
  ["in the meeting's language", "es", [original, interpreter], "spa"],
  ["in the meeting's language, by its other code", "fr", [original, interpreter, third], "fre"],
  ["turned on, where none is in it", "ca", [interpreter, original], "eng"],
  ["turned on, where no language is asked for", undefined, [interpreter, original], "eng"],
  ["in the language, turned on, before one that is not", "en", [{ ...original, enabled: false }, original], "eng"],
  ["of some sound, though another is in the language", "es", [original, { ...interpreter, samples: [] }], "eng"],
  [
    "that can be read, though another is in the language",
    "es",
    [original, { ...interpreter, entry: soundEntry("ac-3") }],
    "eng",
  ],
  ["without a language", "es", [audio({}), original], null],
])("of several audio tracks the one is heard that is %s", async (_what, language, tracks, expected) => {
  const options = language === undefined ? {} : { language };
  const inTables = await probeRecording(memorySource(writeMp4({ tracks: [video, ...tracks] })), options);
  expect(inTables).toMatchObject({ ok: true, value: { audio: { language: expected } } });
  const fragments = writeFragmentedMp4({ tracks });
  const scanned = await probeRecording(memorySource(fragments), { ...options, fragments: "scan" });
  expect(scanned).toMatchObject({ ok: true, value: { audio: { language: expected } } });
});

/** Frames of changing sizes, as an encoder writes them. */
const encoded = (seed: number) => Array.from({ length: 100 }, (_, at) => new Uint8Array(20 + ((at * seed) % 13)));

test.each<[string, TrackRecipe[], (string | null)[]]>([
  ["of the same language", [audio({ language: "eng" }), audio({ language: "eng", samples: encoded(3) })], ["eng"]],
  ["without a language", [audio({}), audio({ enabled: false, samples: encoded(3) })], [null]],
  ["in another language", [original, interpreter], []],
  ["that is a copy of the first", [audio({ samples: encoded(5) }), audio({ samples: encoded(5) })], []],
  ["without frames", [audio({}), audio({ samples: [] })], []],
  ["that cannot be read", [audio({}), audio({ entry: soundEntry("ac-3") })], []],
  ["beyond the fourth", [1, 2, 3, 4, 5, 6].map((seed) => audio({ samples: encoded(seed) })), [null, null, null]],
])("a track %s: the tracks that are heard beside the first", async (_what, tracks, expected) => {
  const inTables = await probeRecording(memorySource(writeMp4({ tracks: [video, ...tracks] })), { language: "en" });
  const fragments = memorySource(writeFragmentedMp4({ tracks }));
  const scanned = await probeRecording(fragments, { language: "en", fragments: "scan" });
  for (const probed of [inTables, scanned])
    expect(probed.ok && (probed.value.beside ?? []).map(({ language }) => language)).toEqual(expected);
});

test("the windows of two tracks are numbered in the order of time, and name the second track", async () => {
  const frames = numberedSamples(Math.ceil((660 * 44_100) / 1024));
  const tracks = [audio({ samples: frames }), audio({ samples: frames.slice(0, 15_000) })];
  const probed = await probeRecording(memorySource(writeMp4({ tracks })));
  if (!probed.ok) throw new Error(probed.reason);
  expect(planWindows(probed.value).map(({ index, track, startMs }) => [index, track ?? 0, startMs])).toEqual([
    [0, 0, 0],
    [1, 1, 0],
    [2, 0, 300_000],
    [3, 1, 300_000],
    [4, 0, 600_000],
  ]);
});
