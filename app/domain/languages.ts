/** §1: the languages of a meeting that Acta has texts and rules for. They are the first in each list; the default is es. */
export const TEXT_LANGUAGES = ["es", "en", "fr", "ca"] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

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
