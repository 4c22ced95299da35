import { hasRules } from "#app/domain/summary/check/check-facts-only.ts";
import { type Range, type Talk, textOf, widened } from "#app/domain/summary/check/talk-index.ts";
import { turnsIn } from "#app/domain/summary/check/turns-in.ts";
import type { FieldLine, TaskItem, TitleItem } from "#app/domain/summary/summary.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * The confirmation of lines that no judge has read. Where code has no rules for the language, a word that a line leaves out may be its "not", so
 * only whole sentences are compared.
 */

/** Segments around a moment in which its sentence may begin, or go on. */
const AROUND = 1;

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
  const said = places
    .flatMap((place) => [place, ...turnsIn(talk, place)])
    .map((range) => itemSentences(textOf(talk, range), talk.language).map(wordsOf));
  const { whole, parts } = claimsIn(line);
  return (
    whole.flatMap((text) => itemSentences(text, talk.written)).every((one) => said.some((all) => isIn(all, one))) &&
    parts.every((part) => said.some((all) => hasInRow(all.flat(), wordsOf(part))) || isSpeakerAt(talk, places, part))
  );
}

/** A task and a title are lines with more. */
type More = Partial<Pick<TaskItem, "description" | "assigned" | "deadline"> & Pick<TitleItem, "subtitle">>;

/** Texts that must be whole sentences, and what is less: an owner, a deadline. */
function claimsIn(line: FieldLine & More): { whole: string[]; parts: string[] } {
  if ("cells" in line) return { whole: line.cells, parts: [] };
  const { text, description, subtitle, assigned, deadline } = line;
  const given = (...texts: (string | null | undefined)[]) => texts.flatMap((one) => one ?? []);
  return { whole: given(text, description, subtitle), parts: given(assigned, deadline) };
}

function wordsOf(text: string): string[] {
  return foldedWords(text);
}

/** Tells whether a line's sentence is one sentence that was said, or some in a row. */
function isIn(said: readonly string[][], line: string): boolean {
  const wanted = wordsOf(line).join(" ");
  return said.some((_, from) => {
    let words: string[] = [];
    return said.slice(from).some((sentence) => {
      words = [...words, ...sentence];
      return words.join(" ") === wanted;
    });
  });
}

function hasInRow(said: readonly string[], wanted: readonly string[]): boolean {
  return ` ${said.join(" ")} `.includes(` ${wanted.join(" ")} `);
}

function isSpeakerAt(talk: Talk, places: readonly Range[], name: string): boolean {
  const words = wordsOf(name);
  return places.some(({ from, to }) =>
    talk.heard.slice(from, to).some(({ speaker }) => words.every((word) => speaker.includes(word))),
  );
}
