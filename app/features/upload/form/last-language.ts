import { MEETING_LANGUAGE_DEFAULT, MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";

/** The language of the last upload from this browser. Without access to the storage it is the specification's `es`. */

const LANGUAGE_KEY = "acta.uploadLanguage";
// Even naming the storage throws where it is not allowed.
const browserStorage = () => localStorage;

export function readLastLanguage(storage: () => Pick<Storage, "getItem"> = browserStorage): MeetingLanguage {
  try {
    const kept = storage().getItem(LANGUAGE_KEY);
    return MEETING_LANGUAGES.find((language) => language === kept) ?? MEETING_LANGUAGE_DEFAULT;
  } catch {
    return MEETING_LANGUAGE_DEFAULT;
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
