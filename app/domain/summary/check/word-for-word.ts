import { hasRules } from "#app/domain/summary/check/check-facts-only.ts";
import { type Range, type Talk, widened, withNeighbours } from "#app/domain/summary/check/talk-index.ts";
import type { FieldLine, TaskItem, TitleItem } from "#app/domain/summary/summary.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * The confirmation of lines that no judge has read. Where code has no rules for the language, a word that a line leaves out may be its "not", so
 * only whole sentences are compared.
 */

/** Segments around a moment in which its sentence may begin, or go on. */
const AROUND = 1;
/** Words around a moment in which its sentence must begin and end to be known whole: a recogniser cuts segments anywhere. */
const SENTENCE_WORDS = 80;
/** In Arabic and Chinese too; a Greek question ends in the other mark. */
const QUESTION = /[?\u061F\uFF1F]/u;
const GREEK_QUESTION = /[;\u037E]$/u;

/**
 * Tells whether a line that code has confirmed stays so without a judge: where code has rules, or all that it says was said at its moments, each
 * sentence word for word. An owner may be the one who speaks there.
 */
export function standsUnjudged(talk: Talk, line: FieldLine): boolean {
  return hasRules(talk) || isWordForWord(talk, line);
}

function isWordForWord(talk: Talk, line: FieldLine): boolean {
  const moments = line.segmentIds.flatMap((id) => talk.positions.get(id) ?? []).map((at) => ({ from: at, to: at + 1 }));
  const places = moments.map((moment) => widened(talk, moment, AROUND));
  const said = moments.flatMap((moment, index) => sentencesAt(talk, moment, places[index] ?? moment));
  const { whole, owners, deadlines } = claimsIn(line);
  const isNamed = (part: string) =>
    said.some((all) =>
      hasInRow(
        all.flatMap(({ words }) => words),
        wordsOf(part),
      ),
    );
  return (
    whole
      .flatMap((text) => itemSentences(text, talk.written))
      .map((text) => sentenceOf(talk, text))
      .every((one) => said.some((all) => isIn(all, one))) &&
    deadlines.every(isNamed) &&
    owners.every((name) => isNamed(name) || isSpeakerAt(talk, places, name))
  );
}

/** A sentence as it is compared: a question of the same words claims nothing. */
type Sentence = { words: string[]; asks: boolean };

function sentenceOf({ language }: Talk, text: string): Sentence {
  return { words: wordsOf(text), asks: QUESTION.test(text) || (language === "el" && GREEK_QUESTION.test(text)) };
}

/**
 * The whole sentences of which a place has at least a part, in order: of all that is said there, and of each person by themselves, whom others
 * interrupt. One that may go on outside of what is read here is none.
 */
function sentencesAt(talk: Talk, moment: Range, place: Range): Sentence[][] {
  const { from, to } = withNeighbours(talk, moment, SENTENCE_WORDS);
  const all = Array.from({ length: to - from }, (_, index) => from + index);
  const labelOf = (at: number) => talk.heard[at]?.speaker.join(" ") ?? "";
  const labels = new Set(all.map(labelOf));
  const readings = [all, ...[...labels].map((label) => all.filter((at) => labelOf(at) === label))];
  const isCut = {
    first: (at: number) => at === from && from > 0,
    last: (at: number) => at === to - 1 && to < talk.heard.length,
  };
  return readings.map((positions) => wholeSentences(talk, positions, { place, isCut }));
}

function wholeSentences(
  talk: Talk,
  positions: readonly number[],
  { place, isCut }: { place: Range; isCut: Record<"first" | "last", (at: number) => boolean> },
): Sentence[] {
  const texts = positions.map((at) => `${talk.heard[at]?.text ?? ""} `);
  const isThere = positions.map((at) => at >= place.from && at < place.to);
  if (!isThere.includes(true)) return [];
  // Of the place, in the text.
  const from = texts.slice(0, isThere.indexOf(true)).join("").length;
  const to = texts.slice(0, isThere.lastIndexOf(true) + 1).join("").length;
  const text = texts.join("");
  let end = 0;
  const sentences = itemSentences(text, talk.language).map((sentence) => {
    const start = text.indexOf(sentence, end);
    end = start + sentence.length;
    return { sentence, isAt: start < to && end > from };
  });
  const [first, last] = [positions[0], positions.at(-1)];
  if (last !== undefined && isCut.last(last)) sentences.pop();
  if (first !== undefined && isCut.first(first)) sentences.shift();
  return sentences.flatMap(({ sentence, isAt }) => (isAt ? [sentenceOf(talk, sentence)] : []));
}

/** A task and a title are lines with more. */
type More = Partial<Pick<TaskItem, "description" | "assigned" | "deadline"> & Pick<TitleItem, "subtitle">>;

/** Texts that must be whole sentences, and what is less: an owner, a deadline. */
function claimsIn(line: FieldLine & More): Record<"whole" | "owners" | "deadlines", string[]> {
  if ("cells" in line) return { whole: line.cells, owners: [], deadlines: [] };
  const { text, description, subtitle, assigned, deadline } = line;
  const given = (...texts: (string | null | undefined)[]) => texts.flatMap((one) => one ?? []);
  return { whole: given(text, description, subtitle), owners: given(assigned), deadlines: given(deadline) };
}

function wordsOf(text: string): string[] {
  return foldedWords(text);
}

/** Tells whether a line's sentence is one sentence that was said, or some in a row. */
function isIn(said: readonly Sentence[], line: Sentence): boolean {
  const wanted = line.words.join(" ");
  return said.some((_, from) => {
    let words: string[] = [];
    let asks = false;
    return said.slice(from).some((sentence) => {
      words = [...words, ...sentence.words];
      asks ||= sentence.asks;
      return words.join(" ") === wanted && asks === line.asks;
    });
  });
}

function hasInRow(said: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length > 0 && ` ${said.join(" ")} `.includes(` ${wanted.join(" ")} `);
}

function isSpeakerAt(talk: Talk, places: readonly Range[], name: string): boolean {
  const words = wordsOf(name);
  return (
    words.length > 0 &&
    places.some(({ from, to }) =>
      talk.heard.slice(from, to).some(({ speaker }) => words.every((word) => speaker.includes(word))),
    )
  );
}
