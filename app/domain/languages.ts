/** §1: languages of a meeting (default es) and of the interface (fallback en). */
export const MEETING_LANGUAGES = ["es", "en", "fr", "ca"] as const;
export type MeetingLanguage = (typeof MEETING_LANGUAGES)[number];
export const MEETING_LANGUAGE_DEFAULT: MeetingLanguage = "es";

/** Null for what is no language of a meeting. */
export function parseMeetingLanguage(text: string | null | undefined): MeetingLanguage | null {
  return MEETING_LANGUAGES.find((language) => language === text) ?? null;
}

export const LOCALES = ["en", "es", "ca", "fr"] as const;
export type Locale = (typeof LOCALES)[number];
export const LOCALE_FALLBACK: Locale = "en";

export function parseLocale(text: string | null | undefined): Locale | null {
  const base = text?.toLowerCase().split("-")[0];
  return LOCALES.find((locale) => locale === base) ?? null;
}
