import { expect, test } from "vitest";
import { dropInventedTalk } from "#app/domain/transcript/drop-inventions.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Inventions that only the whole transcript reveals. */

const HOUR_MS = 3_600_000;

function segmentsOf(...texts: string[]): Segment[] {
  return texts.map((text, index) => ({
    id: `w${index}-0`,
    startMs: index * 60_000,
    endMs: index * 60_000 + 3000,
    text,
    speaker: null,
  }));
}

test.each<[string, string[]]>([
  ["English", ["Thank you.", "Thanks for watching!", "you", "Bye. Bye bye."]],
  ["Spanish", ["¡Gracias por ver el vídeo!", "Música", "Gracias.", "¡Suscríbete al canal!"]],
  ["French", ["Merci.", "Merci d'avoir regardé cette vidéo !", "Musique", "Au revoir."]],
  ["Catalan", ["Gràcies.", "Gràcies per veure el vídeo.", "Música.", "Fins aviat!"]],
  ["one thing only", ["Thank you."]],
])("a recording with only such phrases counts as one without speech: %s", (_language, texts) => {
  expect(dropInventedTalk(segmentsOf(...texts), HOUR_MS)).toEqual({ kept: [], dropped: texts.length });
});

test.each<[string, string[], number]>([
  ["thanks amid talk", ["The rent goes up in January.", "Thank you.", "Bye."], HOUR_MS],
  ["thanks, and one name", ["Thank you, Marta.", "Bye."], HOUR_MS],
  ["a farewell after one sentence", ["We ship on Monday.", "Thanks for watching the demo."], HOUR_MS],
  ["a recording of ten seconds", ["Thank you."], 10_000],
  ["yes and no", ["Yes.", "No.", "Yes."], HOUR_MS],
  ["agreement, again and again", ["Yeah.", "Yeah.", "Yeah.", "Yeah.", "We agree.", "Yeah."], HOUR_MS],
  [
    "a refrain in talk",
    ["Next point.", "Rent.", "Next point.", "Roof.", "Next point.", "Lift.", "Next point."],
    HOUR_MS,
  ],
  ["nothing", [], HOUR_MS],
])("kept as it is: %s", (_what, texts, recordingMs) => {
  const segments = segmentsOf(...texts);
  expect(dropInventedTalk(segments, recordingMs)).toEqual({ kept: segments, dropped: 0 });
});

test("text that repeats in window after window is kept three times at most", () => {
  const segments = segmentsOf(...Array.from({ length: 12 }, () => "I'll see you at the river."), "And then we left.");
  const { kept, dropped } = dropInventedTalk(segments, HOUR_MS);
  expect(kept).toEqual([...segments.slice(0, 3), ...segments.slice(12)]);
  expect(dropped).toBe(9);
});

test("a refrain with little other text between its repetitions is a song's", () => {
  const verse = (index: number) => [`Verse number ${index}.`, "Down by the river, my love."];
  const segments = segmentsOf(
    ...Array.from({ length: 8 }, (_, index) => verse(index)).flat(),
    "Down by the river, my love!",
  );
  const { kept, dropped } = dropInventedTalk(segments, HOUR_MS);
  expect(kept.filter(({ text }) => text.startsWith("Down"))).toHaveLength(3);
  expect(dropped).toBe(6);
});
