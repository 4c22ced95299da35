import { ASK_NEIGHBOUR_STEPS_MAX } from "#app/domain/limits/ask.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { factsOf } from "#app/domain/summary/check/find-facts.ts";
import { factsSaid } from "#app/domain/summary/check/heard-in.ts";
import {
  formsOf,
  isFormIn,
  isTranslated,
  type Range,
  type Talk,
  textOf,
  widened,
  withNeighbours,
} from "#app/domain/summary/check/talk-index.ts";
import { NEGATION, turnsIn } from "#app/domain/summary/check/turns-in.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * The check of the minutes asks whether a line was said. An answer can have been said and still be wrong: the price of something else, or a
 * moment beside the question. Without a judge only a line that code can compare with both, its moment and the question, is confirmed.
 */

/** A question as lines are compared with it. */
export type AskedQuestion = {
  forms: ReadonlySet<string>;
  words: ReadonlySet<string>;
  text: string;
  /** Every word that carries content is somewhere in the sources: else they are about something near it. */
  isNamed: boolean;
};

/** Reads a question beside everything that a model reads for it. `titles`: those of the meetings. */
export function readAsked(
  text: string,
  language: MeetingLanguage,
  { talks, titles }: { talks: readonly Talk[]; titles: readonly string[] },
): AskedQuestion {
  const forms = formsOf(text, language, false);
  const named = new Set([
    ...titles.flatMap((title) => [...formsOf(title, language, false)]),
    ...talks.flatMap((talk) => [...speakersIn(talk, { from: 0, to: talk.heard.length })]),
  ]);
  const isNamed = [...forms].every((form) => named.has(form) || talks.some(({ found }) => found.has(form)));
  return { forms, words: new Set(foldedWords(text)), text, isNamed };
}

/** Tells whether a line has nothing but words of the question: a small model repeats it where it finds no answer. */
export function repeatsQuestion(line: string, { words }: AskedQuestion): boolean {
  const said = foldedWords(line);
  return said.length > 0 && said.every((word) => words.has(word));
}

/** In Arabic and Chinese too. */
const QUESTION = /[?\u061F\uFF1F]\s*$/u;
/** Of the question's words, the part that is said around a line's moments. */
const QUESTION_SHARE_MIN = 0.5;
/** Segments around a moment that belong to it, and words around it in which a question may have been put. */
const SEGMENTS_AROUND = 1;
const WORDS_AROUND = 40;

/** A talk of sources with the place of each in its meeting: the next source is often said much later. */
type ReadTalk = { talk: Talk; positions: readonly number[] };

/**
 * Tells whether a sentence at the moments of a line says the same in the same order, and the talk there is about the question. False does not
 * mean that the line is wrong: a judge has to read it. Words of two languages cannot be compared.
 */
export function isPlainlySaid(
  { text, segmentIds }: { text: string; segmentIds: readonly string[] },
  { talk, positions }: ReadTalk,
  asked: AskedQuestion,
): boolean {
  if (isTranslated(talk) || !asked.isNamed || QUESTION.test(text)) return false;
  const moments = segmentIds.flatMap((id) => talk.positions.get(id) ?? []).map((at) => ({ from: at, to: at + 1 }));
  const around = moments.map((moment) =>
    unbroken(withNeighbours(talk, moment, WORDS_AROUND), moment, positions, ASK_NEIGHBOUR_STEPS_MAX),
  );
  if (shareIn(talk, asked.forms, around) < QUESTION_SHARE_MIN) return false;
  const places = moments.map((moment) => unbroken(widened(talk, moment, SEGMENTS_AROUND), moment, positions, 1));
  if (!isAbout(text, talk, asked) || !hasMore(text, talk, asked, places)) return false;
  const turns = places.flatMap((place) => turnsIn(talk, place));
  // A sentence may go on in the next segment, and a segment may begin another one in the middle.
  return itemSentences(text, talk.written).every((sentence) =>
    [...turns, ...moments].some((range) => isSaidIn(sentence, talk, range)),
  );
}

/** Returns the part of a range around a moment in which each segment is at most so many steps after the one before. */
function unbroken(range: Range, { from, to }: Range, positions: readonly number[], stepsMax: number): Range {
  const follows = (at: number) => (positions[at] ?? Infinity) - (positions[at - 1] ?? 0) <= stepsMax;
  let [start, end] = [from, to];
  while (start > range.from && follows(start)) start -= 1;
  while (end < range.to && follows(end)) end += 1;
  return { from: start, to: end };
}

/** A line without a word of the question is beside it, or only the talk around it tells that it is not. */
function isAbout(text: string, talk: Talk, { forms }: AskedQuestion): boolean {
  return forms.size === 0 || [...formsOf(text, talk.written, false)].some((form) => forms.has(form));
}

/** A line that has no word and no fact of its own says yes to the question, which nothing here can prove. Who speaks is no answer. */
function hasMore(text: string, talk: Talk, asked: AskedQuestion, places: readonly Range[]): boolean {
  const speakers = new Set(places.flatMap((place) => [...speakersIn(talk, place)]));
  const forms = [...formsOf(text, talk.written, false)];
  if (forms.some((form) => !asked.forms.has(form) && !speakers.has(form))) return true;
  const known = new Set(factsOf(asked.text, talk).map((fact) => JSON.stringify(fact)));
  return factsOf(text, talk).some((fact) => fact.kind !== "speaker" && !known.has(JSON.stringify(fact)));
}

/** The share of some forms that is said in one of the ranges, or is part of the name of somebody who speaks there. */
function shareIn(talk: Talk, forms: ReadonlySet<string>, ranges: readonly Range[]): number {
  const speakers = new Set(ranges.flatMap((range) => [...speakersIn(talk, range)]));
  const said = [...forms].filter((form) => speakers.has(form) || ranges.some((range) => isFormIn(talk, form, range)));
  return forms.size === 0 ? 1 : said.length / forms.size;
}

function speakersIn({ heard, written }: Talk, { from, to }: Range): Set<string> {
  const names = new Set(heard.slice(from, to).map(({ speaker }) => speaker.join(" ")));
  return new Set([...names].flatMap((name) => [...formsOf(name, written, false)]));
}

/**
 * Tells whether one sentence of a range has all words and numbers of a line's sentence, in their order, denies as much, and asks nothing. The
 * line may name who speaks; "Yeah." has nothing to be compared.
 */
function isSaidIn(line: string, talk: Talk, range: Range): boolean {
  const speakers = speakersIn(talk, range);
  const wanted = [...formsOf(line, talk.written, false)].filter((form) => !speakers.has(form));
  const numbers = factsOf(line, talk).flatMap((fact) => (fact.kind === "number" ? [fact.value] : []));
  if (wanted.length + numbers.length === 0) return true;
  return itemSentences(textOf(talk, range), talk.language).some((sentence) => {
    if (QUESTION.test(sentence) || NEGATION.test(sentence) !== NEGATION.test(line)) return false;
    const said = factsSaid(sentence, talk, []).numbers;
    return numbers.every((number) => said.has(number)) && isInOrder(wanted, formsOf(sentence, talk.language, false));
  });
}

function isInOrder(wanted: readonly string[], said: ReadonlySet<string>): boolean {
  let at = 0;
  for (const form of said) if (form === wanted[at]) at += 1;
  return at === wanted.length;
}
