import type { AskScope } from "#app/domain/ask/thread.ts";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { ASK_WORDS_MAX } from "#app/domain/limits/ask.ts";
import { parseSearchQuery } from "#app/domain/search/search-query.ts";
import { searchWords } from "#app/domain/search/search-words.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";

/** A question as it is looked for: its text without filters, the words that carry content, and what the filters say. */
export type ReadQuestion = { text: string; language: MeetingLanguage; words: string[]; scope: AskScope };

/** A name with a colon and its value, as in the search. */
const FILTER = /(?<=^|\s)\p{L}+:\s*(?:["“«][^"”»]*["”»]|[^\s"“«]+)/gu;

/**
 * Reads a question. Filters of the search narrow it ("person:Marta after:2026-11-01"). `today`: the day of the person, "2026-11-23"; `locale`:
 * the language of a question that does not show its own.
 */
export function readQuestion(
  typed: string,
  { today, locale }: { today: string; locale: MeetingLanguage },
): ReadQuestion {
  const scope: AskScope = { persons: [], speakers: [], after: null, before: null };
  const text = typed.replace(FILTER, (piece) => {
    const { persons, speakers, after, before } = parseSearchQuery(piece, today);
    if (persons.length + speakers.length === 0 && after === null && before === null) return piece;
    scope.persons.push(...persons);
    scope.speakers.push(...speakers);
    scope.after = after ?? scope.after;
    scope.before = before ?? scope.before;
    return "";
  });
  const said = text.replace(/\s+/gu, " ").trim();
  const language = languageOf(said, locale);
  return { text: said, language, words: contentWords(said, language).slice(0, ASK_WORDS_MAX), scope };
}

/** Different folded words that carry content in the language. */
export function contentWords(text: string, language: MeetingLanguage): string[] {
  return [...new Set(searchWords(text))].filter((word) => !isStopWord(word, language));
}

/** The language of which the question has most small words; `locale` where two have as many. */
function languageOf(text: string, locale: MeetingLanguage): MeetingLanguage {
  const words = searchWords(text);
  const small = (language: MeetingLanguage) => words.filter((word) => isStopWord(word, language)).length;
  return TEXT_LANGUAGES.reduce((best, one) => (small(one) > small(best) ? one : best), locale);
}
