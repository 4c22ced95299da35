import fc from "fast-check";
import { expect, test } from "vitest";
import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import type { Line } from "#app/domain/summary/edits/line.ts";
import { proseLines, proseOf } from "#app/domain/summary/edits/prose-lines.ts";

const NOTHING = { description: null, assigned: null, deadline: null, subtitle: null, cells: [], readUpTo: null };
const line = (id: string, text: string): Line => ({ ...NOTHING, id, text, segmentIds: [`s-${id}`], manual: false });

/** Line b holds two sentences, and its end does not look like the end of a sentence. */
const BASE = [
  line("a", "The board met on Monday."),
  line("b", "It approved the new roof. The price stays open"),
  line("c", "Dr. Vidal asks for approx. 20 chairs."),
  line("d", "Nobody objects."),
];
const WHOLE = proseOf(BASE);

/** Result of an edit: ids of the kept lines, and `+` for new ones. Changed text follows the id. */
function edited(text: string, base: readonly Line[] = BASE): string[] {
  let count = 0;
  const newLine = (words: string): Line => {
    count += 1;
    return { ...NOTHING, id: `+${count}`, text: words, segmentIds: [], manual: true };
  };
  return proseLines({ text, base, language: "en", newLine }).map(({ id, text: words }) => {
    const before = base.find((each) => each.id === id);
    return before?.text === words ? id : `${id.replace(/^\+\d+$/, "+")} ${words}`;
  });
}

test.each([
  ["nothing was touched", WHOLE, ["a", "b", "c", "d"]],
  ["a space and a line break too many", `  ${WHOLE.replace(" It", " \n It")}  `, ["a", "b", "c", "d"]],
  [
    "a word of one sentence is another",
    WHOLE.replace("Monday", "Tuesday"),
    ["a The board met on Tuesday.", "b", "c", "d"],
  ],
  [
    "the second sentence of a line",
    WHOLE.replace("stays open", "is settled"),
    ["a", "b It approved the new roof. The price is settled", "c", "d"],
  ],
  [
    "a sentence is written between two others",
    WHOLE.replace("Monday.", "Monday. Everybody was there."),
    ["a", "+ Everybody was there.", "b", "c", "d"],
  ],
  ["a sentence is written at the end", `${WHOLE} They meet again.`, ["a", "b", "c", "d", "+ They meet again."]],
  ["a sentence is written at the beginning", `They met. ${WHOLE}`, ["+ They met.", "a", "b", "c", "d"]],
  [
    "a sentence inside of a line of two",
    WHOLE.replace("roof.", "roof. Tiles are red."),
    ["a", "b It approved the new roof. Tiles are red. The price stays open", "c", "d"],
  ],
  [
    "a word is written before a sentence",
    WHOLE.replace("Nobody", "Today nobody"),
    ["a", "b", "c", "d Today nobody objects."],
  ],
  ["a line is removed", WHOLE.replace("The board met on Monday. ", ""), ["b", "c", "d"]],
  [
    "a line gives way to another thought",
    WHOLE.replace("Nobody objects.", "Lunch is late."),
    ["a", "b", "c", "+ Lunch is late."],
  ],
  ["a line goes to the front", `Nobody objects. ${WHOLE.replace(" Nobody objects.", "")}`, ["d", "a", "b", "c"]],
  ["everything is removed", "  ", []],
])("%s", (_name, text, lines) => {
  expect(edited(text)).toEqual(lines);
});

test("minutes without lines take each sentence as a line", () => {
  expect(edited("First this. Then e.g. that.", [])).toEqual(["+ First this.", "+ Then e.g. that."]);
});

test("text that is too long for a line continues in the next one, and no word is cut", () => {
  const text = Array.from({ length: 300 }, (_, index) => `word${index}`).join(" ");
  const lines = edited(text, []);
  expect(lines.map((each) => each.slice(2)).join(" ")).toBe(text);
  expect(Math.max(...lines.map((each) => each.length - 2))).toBeLessThanOrEqual(SUMMARY_ITEM_CHARS_MAX);
});

const word = fc.constantFrom("roof", "The", "price", "open", "chairs.", "Monday.", "objects", "20", "Dr.", "etc.");

test("for any edit, no word is lost or doubled, and each line is there at most once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(40), fc.nat(8), fc.array(word, { maxLength: 6 })), { maxLength: 5 }),
      (texts, edits) => {
        const base = texts.map((words, index) => line(String(index), words.join(" ")));
        const words = proseOf(base).split(" ");
        for (const [at, count, written] of edits) words.splice(at, count, ...written);
        const text = words.filter((each) => each !== "").join(" ");
        const newLine = (newText: string): Line => ({ ...line(`+${newText}`, newText), segmentIds: [] });
        const lines = proseLines({ text, base, language: "en", newLine });
        expect(proseOf(lines)).toBe(text);
        const kept = lines.map(({ id }) => id).filter((id) => !id.startsWith("+"));
        expect(new Set(kept).size).toBe(kept.length);
      },
    ),
  );
});

test("unchanged text gives exactly the lines that it came from", () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), (texts) => {
      const base = texts.map((words, index) => line(String(index), words.join(" ")));
      const newLine = (text: string): Line => line("+", text);
      expect(proseLines({ text: proseOf(base), base, language: "en", newLine })).toEqual(base);
    }),
  );
});

test("a word that is too long for a line is not cut within a character", () => {
  const words = edited(`${"a".repeat(SUMMARY_ITEM_CHARS_MAX - 1)}😀b`, []);
  expect(words).toEqual([`+ ${"a".repeat(SUMMARY_ITEM_CHARS_MAX - 1)}`, "+ 😀b"]);
});
