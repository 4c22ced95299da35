// oxlint-disable vitest/no-conditional-expect -- tables and properties say which case is which
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkerOf, checkLine } from "#app/domain/chat/check-line.ts";
import { provisionalText } from "#app/domain/chat/provisional.ts";
import { answerReader, type ReadEvent } from "#app/domain/chat/read-answer.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";

const TALK = [
  ["Laia", "The import loses notes in two of three files."],
  ["Aina", "I am looking for the cause until Tuesday."],
  ["Laia", "The Girona pilot starts on the first of December with six therapists."],
  ["Jonas", "You find the form at clinic.example or write to desk@clinic.example."],
  [null, "Nobody knows yet who signs for data protection."],
] as const;
const SEGMENTS: Segment[] = TALK.map(([speaker, text], index) => ({
  id: `w0-${index}`,
  startMs: index * 5000,
  endMs: index * 5000 + 4000,
  text,
  speaker,
}));
const checker = runAtOnce(checkerOf(SEGMENTS, "en"));

test.each([
  ["a sentence in its words", "The import loses notes in two of three files. [w0-0]", ["w0-0"]],
  [
    "two citations in one bracket",
    "The import loses notes and the cause is being looked for. [w0-0, w0-1]",
    ["w0-0", "w0-1"],
  ],
  ["no citation at all", "The import loses notes in two of three files.", ["w0-0"]],
  ["citations that are times", "The import loses notes in two of three files. [w7-1] [12:34]", ["w0-0"]],
  ["another segment's citation", "The import loses notes in two of three files. [w0-4]", ["w0-0"]],
  ["other words", "Six therapists take part in Girona from 1 December. [w0-2]", ["w0-2"]],
  [
    "two brackets, a bullet and bold type",
    "- **Aina** looks for the cause until Tuesday [w0-1][w0-0].",
    ["w0-0", "w0-1"],
  ],
  ["a citation that exists beside one that does not", "The import loses notes. [w9-9] [w0-0]", ["w0-0"]],
  ["the speaker's name", "Laia: the import loses notes in files. [w0-0]", ["w0-0"]],
  ["an address that was said", "The form is at clinic.example. [w0-3]", ["w0-3"]],
  [
    "the question's own words are no claim",
    "The pilot can be stopped: nobody knows who signs for data protection. [w0-4]",
    ["w0-4"],
  ],
])("shown with its moments: %s", (_what, line, segmentIds) => {
  const checked = checkLine(line, checker);
  expect(checked?.segmentIds).toEqual(segmentIds);
  expect(checked?.text).not.toMatch(/[[\]*]|^-/);
  expect(checked?.unconfirmed).toBeUndefined();
});

test.each([
  ["a number that was not said", "The import loses notes in nine of three files. [w0-0]"],
  ["a name that was not said", "The import loses notes for Zoltan in three files. [w0-0]"],
  ["an address that was not said", "The import loses notes in files, see evil.example/notes. [w0-0]"],
  ["another address of a known place", "You find the form at clinic.example/pay-now. [w0-3]"],
  ["other things", "Everybody was thrilled about bicycles. [w0-0]"],
])("shown with the mark that it is not confirmed: %s", (_what, line) => {
  expect(checkLine(line, checker)).toMatchObject({ unconfirmed: true });
});

test.each([
  ["a link", "The [import](https://evil.example) loses notes in two of three files. [w0-0]"],
  ["an image", "![notes](x.png) The import loses notes in two of three files. [w0-0]"],
  ["an element", "The <b>import</b> loses notes in two of three files. [w0-0]"],
  ["nothing but a citation", "[w0-0]"],
  ["an entity", "The import loses notes &lt;script&gt; in files. [w0-0]"],
])("no sentence, and left out: %s", (_what, line) => {
  expect(checkLine(line, checker)).toBeNull();
});

/** Reads the pieces of an answer. Returns the reader with the final lines, and the events with the drafts that were shown. */
function play(pieces: readonly string[]) {
  const reader = answerReader(checker);
  const events: ReadEvent[] = [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
  return { reader, events };
}

test("an answer reads the same, wherever its pieces are cut", () => {
  const answer = [
    "The import loses notes in two of three files. [w0-0]",
    "",
    "![x](https://evil.example)",
    "- Aina looks for the cause until Tuesday. [w0-1]",
    "The import loses notes in two of three files. [w0-0]",
  ].join("\n");
  const whole = play([answer]).reader;
  expect(whole.lines.map(({ segmentIds }) => segmentIds)).toEqual([["w0-0"], ["w0-1"]]);
  expect(whole.leftOut).toBe(1);
  fc.assert(
    fc.property(fc.array(fc.nat(answer.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), answer.length];
      const { reader } = play(at.slice(1).map((end, index) => answer.slice(at[index], end)));
      expect([reader.lines, reader.leftOut]).toEqual([whole.lines, whole.leftOut]);
    }),
  );
});

test.each(["NOT DISCUSSED", "Not discussed.", "NOT DISCUSSED\n", "", "---\n***"])(
  "%j is no sentence: nothing is shown and nothing counted as left out",
  (answer) => {
    const { reader } = play([answer]);
    expect([reader.lines, reader.leftOut]).toEqual([[], 0]);
  },
);

const word = fc.constantFrom(
  "import",
  "notes",
  "files",
  "Zoltan",
  "pay",
  "42",
  "https://evil.example/x",
  "<img src=x>",
  "[x](y)",
  "![",
  "Girona",
  "the",
  "\u202e",
  "[w0-0]",
  "[w9-9]",
  "[",
  "]",
  "\n",
  "pilot.",
);

test("for any output of a model, what is shown is plain text, and refers to existing segments", () => {
  const ids = new Set(SEGMENTS.map(({ id }) => id));
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 12 })), { maxLength: 60 }), (words) => {
      const { reader, events } = play([words.join(" ")]);
      for (const line of reader.lines) {
        expect(line.segmentIds.filter((id) => !ids.has(id))).toEqual([]);
        expect(line.text).not.toMatch(/[<>[\]]|\p{Cc}|\u202e/u);
        if (/evil/u.test(line.text)) expect(line.unconfirmed).toBe(true);
      }
      for (const event of events) {
        if (event.type === "draft") expect(event.text).not.toMatch(/[<>[\]]|:\/\/|evil/u);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["The imp", "The imp"],
  ["The import lo", "The import lo"],
  ["The budget is 12.50 at 9:30", "The budget is 12.50 at 9:30"],
  ["The import loses notes [w0-", "The import loses notes"],
  ["See https://evil.exa", "See …"],
  ["See clinic.example", "See …"],
  ["**The** import", "The import"],
])("while it is written, %j shows %j", (open, shown) => {
  expect(provisionalText(open)).toBe(shown);
});
