import { TEXT_LANGUAGES, type TextLanguage } from "#app/domain/languages.ts";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/meeting-languages.ts";

/** Texts or rules of the four languages, and what all other languages get: no rule, or the English text. */
export function withOthers<Value>(
  own: Readonly<Record<TextLanguage, Value>>,
  other: Value,
): Readonly<Record<MeetingLanguage, Value>> {
  const all = Object.fromEntries(MEETING_LANGUAGES.map((language) => [language, other]));
  return Object.assign(all, own) as Record<MeetingLanguage, Value>;
}

/** The pattern of a language without rules. */
export const NO_MATCH = /(?!)/u;

/** Texts of the four languages; English for all others. */
export function orEnglish<Value>(own: Readonly<Record<TextLanguage, Value>>): Readonly<Record<MeetingLanguage, Value>> {
  return withOthers(own, own.en);
}

/**
 * A value for each of the four languages, made when it is first read, and `other` for all others. Patterns of hundreds of words are slow to
 * compile: made at once, those of all languages were a quarter of the time in which a Worker starts.
 */
export function eachLanguage<Value>(
  make: (language: TextLanguage) => Value,
  other: Value,
): Readonly<Record<MeetingLanguage, Value>> {
  const made: Partial<Record<TextLanguage, Value>> = {};
  const all = { ...withOthers({ es: other, en: other, fr: other, ca: other }, other) };
  const entries = TEXT_LANGUAGES.map((language) => [
    language,
    { enumerable: true, get: () => (made[language] ??= make(language)) },
  ]);
  return Object.defineProperties(all, Object.fromEntries(entries));
}
