import fc from "fast-check";
import { expect, test } from "vitest";
import { findSpoken, lastStartedAt } from "#app/features/meeting/player/playback.ts";
import { groupTurns, isSameTurn, transcriptRows } from "#app/domain/transcript/group-turns.ts";
import { listSpeakers } from "#app/features/meeting/transcript/list-speakers.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

const turnIds = (turns: ReturnType<typeof groupTurns>) => turns.map((turn) => turn.segments.map(({ id }) => id));

test("the spoken segment is the last that began, while it lasts and a breath longer", () => {
  const segments = [segment("a", 0), segment("b", 2), segment("c", 60)];
  expect(findSpoken(segments, 0)?.id).toBe("a");
  expect(findSpoken(segments, 1999)?.id).toBe("a");
  expect(findSpoken(segments, 2000)?.id).toBe("b");
  expect(findSpoken(segments, 4500)?.id).toBe("b");
  expect(findSpoken(segments, 30_000)).toBeNull();
  expect(findSpoken(segments, 61_000)?.id).toBe("c");
  expect(findSpoken([], 0)).toBeNull();
});

test("the search finds what looking at every segment finds", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 })), fc.integer({ min: -10, max: 510 }), (starts, at) => {
      const segments = starts.sort((a, b) => a - b).map((start, index) => segment(`s${index}`, start));
      const plainly = segments.filter(({ startMs }) => startMs <= at * 1000).length - 1;
      expect(lastStartedAt(segments, at * 1000)).toBe(plainly);
    }),
  );
});

test("a speaker's segments are one turn; the name stands where the speaker changes", () => {
  const turns = groupTurns([
    segment("a", 0, { speaker: "Laia" }),
    segment("b", 2, { speaker: "Laia" }),
    segment("c", 4, { speaker: "Jonas" }),
    segment("d", 6, { speaker: "Laia" }),
  ]);
  expect(turnIds(turns)).toEqual([["a", "b"], ["c"], ["d"]]);
  expect(turns.map(({ named }) => named)).toEqual([true, true, true]);
});

test("a pause makes a new paragraph of the same speaker, without the name again", () => {
  const turns = groupTurns([segment("a", 0, { speaker: "Laia" }), segment("b", 10, { speaker: "Laia" })]);
  expect(turns.map(({ named }) => named)).toEqual([true, false]);
});

test("without speakers paragraphs follow time and sentences, and nobody is named", () => {
  const segments = Array.from({ length: 60 }, (_, index) =>
    segment(`s${index}`, index * 2, { text: index % 5 === 4 ? "the end." : "and then" }),
  );
  const turns = groupTurns(segments);
  expect(turns.length).toBeGreaterThan(1);
  expect(turns.every((turn) => !turn.named)).toBe(true);
  for (const turn of turns.slice(0, -1)) expect(turn.segments.at(-1)?.text).toBe("the end.");
});

test.each([
  [null, 10_000],
  ["Laia", 20_000],
])("a paragraph of %s ends with the sentence after %d ms", (speaker, length) => {
  const segments = Array.from({ length: 30 }, (_, index) => segment(`s${index}`, index * 2, { text: "So.", speaker }));
  const [first, second] = groupTurns(segments);
  expect((second?.startMs ?? 0) - (first?.startMs ?? 0)).toBe(length);
});

test("a speech without an end of a sentence is broken all the same", () => {
  const endless = Array.from({ length: 200 }, (_, index) => segment(`s${index}`, index * 2, { text: "and then" }));
  for (const turn of groupTurns(endless)) {
    const last = turn.segments.at(-1);
    expect((last?.endMs ?? 0) - turn.startMs).toBeLessThanOrEqual(62_000);
  }
});

test("no segment is lost or moved by grouping", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ gap: fc.integer({ min: 0, max: 8 }), speaker: fc.constantFrom(null, "Laia", "Jonas") })),
      (given) => {
        let at = 0;
        const segments = given.map(({ gap, speaker }, index) => {
          at += gap;
          return segment(`s${index}`, at, { speaker });
        });
        const turns = groupTurns(segments);
        expect(turns.flatMap((turn) => turn.segments)).toEqual(segments);
        expect(turns.every((turn) => turn.segments.every(({ speaker }) => speaker === turn.speaker))).toBe(true);
      },
    ),
  );
});

test("turns are the same as long as their segments are", () => {
  const a = segment("a", 0);
  const [one] = groupTurns([a]);
  const [same] = groupTurns([a]);
  const [other] = groupTurns([{ ...a }]);
  if (!one || !same || !other) throw new Error("no turns");
  expect(isSameTurn(one, same)).toBe(true);
  expect(isSameTurn(one, other)).toBe(false);
});

test("gaps stand among the turns where they belong", () => {
  const turns = groupTurns([segment("a", 0), segment("b", 700)]);
  const rows = transcriptRows(turns, [
    { startMs: 300_000, endMs: 600_000 },
    { startMs: 900_000, endMs: 960_000 },
  ]);
  expect(rows.map((row) => (row.kind === "turn" ? row.turn.key : row.gap.startMs))).toEqual([
    "a",
    300_000,
    "b",
    900_000,
  ]);
});

test("speakers come in the order of their first words, with what they spoke; colours begin again after eight", () => {
  const names = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
  const speakers = listSpeakers([
    ...names.map((speaker, index) => segment(speaker, index * 2, { speaker })),
    segment("again", 30, { speaker: "B" }),
    segment("nobody", 40),
  ]);
  expect([...speakers.keys()]).toEqual(names);
  expect(speakers.get("B")).toMatchObject({ colour: 2, lane: 1, spokenMs: 4000 });
  expect(speakers.get("I")).toMatchObject({ colour: 1, lane: 8 });
});

test.each([
  ["Speaker 5", "5"],
  ["SPEAKER_02", "02"],
  ["hablante 1", "1"],
  ["Marta", null],
  ["Speaker", null],
  ["Speaker 5 (Marta)", null],
])("%s is a label with the number %s", (name, number) => {
  expect(labelNumber(name)).toBe(number);
});
