import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";

/**
 * A value for each language, made when it is first read. Patterns of hundreds of words are slow to compile: made at once, those of all
 * languages were a quarter of the time in which a Worker starts.
 */
export function eachLanguage<Value>(
  make: (language: MeetingLanguage) => Value,
): Readonly<Record<MeetingLanguage, Value>> {
  const made: Partial<Record<MeetingLanguage, Value>> = {};
  const entries = MEETING_LANGUAGES.map((language) => [
    language,
    { enumerable: true, get: () => (made[language] ??= make(language)) },
  ]);
  return Object.defineProperties({}, Object.fromEntries(entries)) as Record<MeetingLanguage, Value>;
}
