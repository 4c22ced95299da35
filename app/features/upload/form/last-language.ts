import { MEETING_LANGUAGE_DEFAULT, MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";

/** The language of the last upload from this browser; before the first one that of the team, or the specification's `es`. */

const LANGUAGE_KEY = "acta.uploadLanguage";
// Even naming the storage throws where it is not allowed.
const browserStorage = () => localStorage;

export function readLastLanguage(
  first: MeetingLanguage | null = null,
  storage: () => Pick<Storage, "getItem"> = browserStorage,
): MeetingLanguage {
  const otherwise = first ?? MEETING_LANGUAGE_DEFAULT;
  try {
    const kept = storage().getItem(LANGUAGE_KEY);
    return MEETING_LANGUAGES.find((language) => language === kept) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function saveLastLanguage(
  language: MeetingLanguage,
  storage: () => Pick<Storage, "setItem"> = browserStorage,
): void {
  try {
    storage().setItem(LANGUAGE_KEY, language);
  } catch {
    // The storage is full or not allowed.
  }
}
