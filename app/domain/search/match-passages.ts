import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SEARCH_SNIPPET_CHARS, SEARCH_SNIPPET_LEAD_CHARS } from "#app/domain/limits/search.ts";
import { BORDER, type IndexPart } from "#app/domain/search/index-text.ts";
import type { Passage, PassageKind } from "#app/domain/search/passages.ts";
import type { SearchQuery } from "#app/domain/search/search-query.ts";
import { apostrophePairs, isBeginning, searchWords, wordPlaces } from "#app/domain/search/search-words.ts";
import { stem } from "#app/domain/summary/words/stem.ts";

/** Finds the passages that have what was asked, and cuts snippets. The index agrees with these rules (docs/decisions/053). */

/** A place in a text, from `start` to before `end`, in UTF-16 units. */
type Mark = { start: number; end: number };

/** A moment of a result. `marks` are the places in `text` that were looked for. */
export type SearchMoment = {
  kind: PassageKind;
  text: string;
  marks: Mark[];
  startMs: number | null;
  segmentId: string | null;
  speaker: string | null;
  unconfirmed?: true | undefined;
};

/** A passage by its number in the meeting, and how many of the query's words and phrases it has. `bits`: which of them, words first. */
export type PassageHit = { passage: number; score: number; bits: number };

export interface QueryMatcher {
  /** The passages of a part that have any of it, in their order. */
  hitsIn(part: Pick<IndexPart, "first" | "words">, language: MeetingLanguage): PassageHit[];
  /** The passage as a result shows it. */
  momentOf(passage: Passage, language: MeetingLanguage): SearchMoment;
}

/** The forms in which a word is looked for: itself, and its stem in each language. */
export function stemsOf(word: string): string[] {
  return [...new Set([word, ...TEXT_LANGUAGES.map((language) => stem(word, language))])];
}

/**
 * The beginnings of all words that can answer a word: a stem is its word but for the ending and the letter before it, so that words which begin
 * otherwise are not even looked at. A test tries all endings.
 */
function leadsOf(word: string): string[] {
  return stemsOf(word).map((form) => form.slice(0, Math.max(LEAD_CHARS_MIN, form.length - 1)));
}
const LEAD_CHARS_MIN = 2;

/**
 * Matches the passages of meetings with one query. The answer of each different word is remembered, as talk repeats its words, and its stem is
 * made once, however many words are asked.
 */
export function queryMatcher({ words, phrases }: SearchQuery, stemOf = stem): QueryMatcher {
  const asked = words.map((word) => ({ word, stems: new Set(stemsOf(word)) }));
  const pairs = words.flatMap((word, index) => apostrophePairs(word).map((pair) => ({ pair, index })));
  const leads = anyOf(words.flatMap(leadsOf), "[^ ]*");
  const wholePairs = anyOf(
    pairs.map(({ pair }) => pair.join(" ")),
    " ",
  );
  const remembered = new Map<MeetingLanguage, Map<string, number>>();

  /** The words of the query that a folded word of a text answers, as bits. */
  function bitsOf(said: string, language: MeetingLanguage): number {
    let known = remembered.get(language);
    if (!known) remembered.set(language, (known = new Map()));
    const before = known.get(said);
    if (before !== undefined) return before;
    let bits = 0;
    const saidStem = stemOf(said, language);
    for (const [index, { word, stems }] of asked.entries()) {
      if (isWord(said, saidStem, word, stems)) bits |= 1 << index;
    }
    known.set(said, bits);
    return bits;
  }

  function marksOf(text: string, language: MeetingLanguage): Mark[] {
    const places = wordPlaces(text);
    const marks: Mark[] = places
      .filter(({ word }) => bitsOf(word, language) !== 0)
      .map(({ start, end }) => ({ start, end }));
    for (const phrase of [...phrases, ...pairs.map(({ pair }) => pair)]) {
      for (let at = 0; at + phrase.length <= places.length; at += 1) {
        const [first, last] = [places[at], places[at + phrase.length - 1]];
        const isHere = phrase.every((word, index) => places[at + index]?.word === word);
        if (isHere && first && last) marks.push({ start: first.start, end: last.end });
      }
    }
    return withoutOverlaps(marks);
  }

  return {
    hitsIn(part, language) {
      const found = new Map<number, number>();
      const note = (passage: number, bits: number) => {
        if (bits !== 0) found.set(passage, (found.get(passage) ?? 0) | bits);
      };
      for (const { passage, text } of placesOfAny(part, leads)) note(passage, bitsOf(text, language));
      for (const { passage, text } of placesOfAny(part, wholePairs))
        for (const { pair, index } of pairs) if (text === `${pair.join(" ")} `) note(passage, 1 << index);
      for (const [index, phrase] of phrases.entries()) {
        const bit = 1 << (asked.length + index);
        for (const { passage } of placesOf(part, ` ${phrase.join(" ")} `)) note(passage, bit);
      }
      return [...found]
        .sort(([one], [other]) => one - other)
        .map(([at, bits]) => ({ passage: at, score: bitCount(bits), bits }));
    },
    momentOf: (passage, language) => snippetOf(passage, marksOf(passage.text, language)),
  };
}

/** Whether a folded word of a text, or its stem, is what was looked for. */
function isWord(said: string, saidStem: string, asked: string, stems: ReadonlySet<string>): boolean {
  if (isBeginning(asked) && (said.startsWith(asked) || saidStem.startsWith(asked))) return true;
  return stems.has(said) || stems.has(saidStem);
}

/**
 * Finds behind a space one of the texts, and then `end`. Null where there are none. Only folded words get in, so nothing needs escaping.
 * Without the flag "u", as a lead may end within a letter of two units.
 */
function anyOf(texts: readonly string[], end: string): RegExp | null {
  return texts.length === 0 ? null : new RegExp(`${BORDER}| (?=((?:${[...new Set(texts)].join("|")})${end}))`, "g");
}

/** The places of such texts in the words of a part, in one pass for all of them, with the numbers of their passages. */
function* placesOfAny({ first, words }: Pick<IndexPart, "first" | "words">, texts: RegExp | null) {
  let passage = first;
  for (const [, text] of texts === null ? [] : words.matchAll(texts)) {
    if (text === undefined) passage += 1;
    else yield { passage, text };
  }
}

/** The places of a text in the words of a part, with the numbers of their passages. */
function* placesOf({ first, words }: Pick<IndexPart, "first" | "words">, text: string) {
  let passage = first;
  let border = words.indexOf(BORDER);
  for (let at = words.indexOf(text); at !== -1; at = words.indexOf(text, at + 1)) {
    for (; border !== -1 && border < at; border = words.indexOf(BORDER, border + 1)) passage += 1;
    yield { passage, at };
  }
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Whether a name has words that begin with each of the asked ones. Both may be any part of the name. */
export function isNamed(name: string, asked: readonly string[]): boolean {
  const said = searchWords(name);
  // "dangelo" is D'Angelo.
  const words = [...said, ...said.map((word, index) => (word.length === 1 ? `${word}${said[index + 1] ?? ""}` : word))];
  return asked.every((part) => words.some((word) => word.startsWith(part)));
}

/** The numbers of the passages that somebody with each of these names said. */
export function saidBy(passages: readonly Passage[], speakers: readonly (readonly string[])[]): Set<number> {
  const isAsked = ({ speaker }: Passage) => speaker !== null && speakers.every((name) => isNamed(speaker, name));
  return new Set(passages.flatMap((passage, number) => (isAsked(passage) ? [number] : [])));
}

function withoutOverlaps(marks: Mark[]): Mark[] {
  const joined: Mark[] = [];
  for (const mark of marks.sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last && mark.start < last.end) last.end = Math.max(last.end, mark.end);
    else joined.push({ ...mark });
  }
  return joined;
}

/** A piece of the passage around its first mark, cut at spaces. */
function snippetOf({ text, ...passage }: Passage, marks: readonly Mark[]): SearchMoment {
  const first = marks[0] ?? { start: 0, end: 0 };
  let from = 0;
  if (text.length > SEARCH_SNIPPET_CHARS && first.start > SEARCH_SNIPPET_LEAD_CHARS) {
    const space = text.indexOf(" ", first.start - SEARCH_SNIPPET_LEAD_CHARS);
    from = space === -1 || space >= first.start ? first.start : space + 1;
  }
  let to = Math.min(text.length, from + SEARCH_SNIPPET_CHARS);
  if (to < text.length) {
    const space = text.lastIndexOf(" ", to);
    if (space > first.end) to = space;
  }
  const lead = from > 0 ? "…" : "";
  const moved = lead.length - from;
  const shown = marks
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => ({ start: start + moved, end: end + moved }));
  const piece = `${lead}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
  return { ...passage, text: piece, marks: shown };
}
