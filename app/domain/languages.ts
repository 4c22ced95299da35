/** §1: languages of a meeting (default es) and of the interface (fallback en). */
export const MEETING_LANGUAGES = ["es", "en", "fr", "ca"] as const;
export type MeetingLanguage = (typeof MEETING_LANGUAGES)[number];
export const MEETING_LANGUAGE_DEFAULT: MeetingLanguage = "es";

/** Choices for a meeting that is still to be recognised: one of the four, or that the engine hears it. */
export const DETECT_LANGUAGE = "auto";
export const LANGUAGE_CHOICES = [DETECT_LANGUAGE, ...MEETING_LANGUAGES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/** Names that engines have for the languages of meetings beside ISO 639-1, in lower case. */
const ENGINE_NAMES: Readonly<Record<string, MeetingLanguage>> = {
  english: "en",
  spanish: "es",
  castilian: "es",
  french: "fr",
  catalan: "ca",
  valencian: "ca",
};

/** A language as an engine tells it ("en", "en-US", "english"), as ISO 639-1; null for what it is not known by. Not only of the four. */
export function parseHeardLanguage(text: string | null | undefined): string | null {
  const base = text?.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  return ENGINE_NAMES[base] ?? (/^[a-z]{2,3}$/.test(base) ? base : null);
}

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
