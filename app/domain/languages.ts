/** §1: the languages of a meeting that Acta has texts and rules for. They are the first in each list; the default is es. */
export const TEXT_LANGUAGES = ["es", "en", "fr", "ca"] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/**
 * All languages of a meeting (ISO 639): the four, and what else Whisper knows, in its own order but for "jv", which it calls "jw". Their names come
 * from `Intl.DisplayNames`. `engine-languages.ts` tells which engine knows which.
 */
export const MEETING_LANGUAGES = [
  ...TEXT_LANGUAGES,
  ...([
    "zh",
    "de",
    "ru",
    "ko",
    "ja",
    "pt",
    "tr",
    "pl",
    "nl",
    "ar",
    "sv",
    "it",
    "id",
    "hi",
    "fi",
    "vi",
    "he",
    "uk",
    "el",
  ] as const),
  ...([
    "ms",
    "cs",
    "ro",
    "da",
    "hu",
    "ta",
    "no",
    "th",
    "ur",
    "hr",
    "bg",
    "lt",
    "la",
    "mi",
    "ml",
    "cy",
    "sk",
    "te",
    "fa",
  ] as const),
  ...([
    "lv",
    "bn",
    "sr",
    "az",
    "sl",
    "kn",
    "et",
    "mk",
    "br",
    "eu",
    "is",
    "hy",
    "ne",
    "mn",
    "bs",
    "kk",
    "sq",
    "sw",
    "gl",
  ] as const),
  ...([
    "mr",
    "pa",
    "si",
    "km",
    "sn",
    "yo",
    "so",
    "af",
    "oc",
    "ka",
    "be",
    "tg",
    "sd",
    "gu",
    "am",
    "yi",
    "lo",
    "uz",
    "fo",
  ] as const),
  ...([
    "ht",
    "ps",
    "tk",
    "nn",
    "mt",
    "sa",
    "lb",
    "my",
    "bo",
    "tl",
    "mg",
    "as",
    "tt",
    "haw",
    "ln",
    "ha",
    "ba",
    "jv",
    "su",
    "yue",
  ] as const),
] as const;
export type MeetingLanguage = (typeof MEETING_LANGUAGES)[number];
export const MEETING_LANGUAGE_DEFAULT: MeetingLanguage = "es";

/** Choices for a meeting that is still to be recognised: one of the languages, or that the engine hears it. */
export const DETECT_LANGUAGE = "auto";
export const LANGUAGE_CHOICES = [DETECT_LANGUAGE, ...MEETING_LANGUAGES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/** Null for what is no language of a meeting. */
export function parseMeetingLanguage(text: string | null | undefined): MeetingLanguage | null {
  return MEETING_LANGUAGES.find((language) => language === text) ?? null;
}

/** The language itself where Acta has texts and rules for it, else null. */
export function textLanguage(language: string): TextLanguage | null {
  return TEXT_LANGUAGES.find((one) => one === language) ?? null;
}

/** Languages of the interface. */
export const LOCALES = ["en", "es", "ca", "fr"] as const;
export type Locale = (typeof LOCALES)[number];
export const LOCALE_FALLBACK: Locale = "en";

export function parseLocale(text: string | null | undefined): Locale | null {
  const base = text?.toLowerCase().split("-")[0];
  return LOCALES.find((locale) => locale === base) ?? null;
}
