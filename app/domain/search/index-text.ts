import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SEARCH_PART_CHARS } from "#app/domain/limits/search.ts";
import type { Passage } from "#app/domain/search/passages.ts";
import { searchWords } from "#app/domain/search/search-words.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import type { Turns } from "#app/domain/turns.ts";

/**
 * Stands between passages, so that no phrase reaches from one into the next. Nobody can type it: it is neither a letter nor a digit. To
 * FTS5's tokenizer unicode61 it is a word.
 */
export const BORDER = "\uE000";
/** Folding and stemming a character costs as much as reading so many. */
const INDEX_UNITS = 2;

/**
 * A part of a meeting as it is indexed: whole passages from number `first` on. `words` are its folded words with a space before and
 * after each, and a BORDER between passages. `stems` are those that are not said as words themselves.
 */
export type IndexPart = { first: number; words: string; stems: string };

/** A meeting is one part, unless it is longer than a row of the index may be. */
export function* indexParts(passages: readonly Passage[], language: MeetingLanguage): Turns<IndexPart[]> {
  const parts: IndexPart[] = [];
  let said: string[] = [];
  let first = 0;
  let chars = 0;
  for (const [index, { text }] of passages.entries()) {
    yield text.length * INDEX_UNITS;
    const words = searchWords(text).join(" ");
    if (said.length > 0 && chars + words.length > SEARCH_PART_CHARS) {
      parts.push(yield* partOf(said, first, language));
      [said, first, chars] = [[], index, 0];
    }
    said.push(words);
    chars += words.length + 3;
  }
  return said.length === 0 ? parts : [...parts, yield* partOf(said, first, language)];
}

function* partOf(said: readonly string[], first: number, language: MeetingLanguage): Turns<IndexPart> {
  const different = new Set(said.flatMap((words) => words.split(" ")));
  yield different.size * INDEX_UNITS;
  const stems = new Set<string>();
  for (const word of different) {
    const stemmed = stem(word, language);
    if (!different.has(stemmed)) stems.add(stemmed);
  }
  return { first, words: ` ${said.join(` ${BORDER} `)} `, stems: [...stems].join(" ") };
}
