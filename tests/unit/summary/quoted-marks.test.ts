import { expect, test } from "vitest";
import { introOf } from "#app/domain/summary/quotation.ts";
import { exactWords } from "#app/domain/summary/extractive/exact-words.ts";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { quotation } from "#app/domain/summary/extractive/topics.ts";
import { runAtOnce } from "#app/domain/turns.ts";

/** The quotation of the first sentence of a transcript. */
function quoted(...texts: string[]) {
  const segments = texts.map((text, at) => ({
    id: `w0-${at}`,
    startMs: at * 4000,
    endMs: at * 4000 + 3500,
    text,
    speaker: "Nora",
  }));
  const [sentence] = runAtOnce(sentencesOf(segments, "en"));
  if (!sentence) throw new Error("no sentence");
  return quotation([sentence], { startMs: 0, endMs: 4000, keywords: [] });
}

test("a quotation of untouched words is word for word", () => {
  const { text, quoted: by } = quoted("We decided to keep the hall open on Friday (all of it).");
  expect(text).toContain("keep the hall open");
  expect(by?.exact).toBeNull();
});

test.each([
  ["a link", "We decided to keep the [list](https://a.example) of lamps in the hall."],
  ["stars", "We decided to keep the **old** lamps in the hall."],
  ["a hidden number", "We decided to call +34600***111 about the lamps in the hall."],
  ["a note of a sound", "We decided to keep the [laughter] lamps in the hall."],
])("a quotation that lost %s is shortened, and its exact words are there", (_what, said) => {
  expect(quoted(said).quoted?.exact).toBe(said);
});

test("the exact words are those of the sentence alone", () => {
  expect(exactWords("Good morning. We keep the **old** lamps. That is all.", "We keep the old lamps.")).toBe(
    "We keep the **old** lamps.",
  );
});

test("quotations are headed as word for word only if nothing was left out, and as edited once a person touched a line", () => {
  const line = { id: "1", ...quoted("We decided to keep the hall open on Friday.") };
  const intro = (...items: object[]) =>
    introOf(
      {
        engine: { port: "extractive", model: "" },
        fields: [{ key: "k", title: null, content: { type: "keypoints", items: items as (typeof line)[] } }],
      },
      false,
    );
  expect(intro(line)).toBe("introWordForWord");
  expect(intro(line, { ...quoted("We decided to keep the **old** lamps."), id: "2" })).toBe("intro");
  expect(intro({ ...line, text: "The hall stays open.", manual: true })).toBe("introEdited");
  expect(intro(line, { id: "3", text: "I like the hall.", segmentIds: [], manual: true })).toBe("introEdited");
});
