import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
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
