import i18next from "i18next";
import { LOCALE_FALLBACK, type Locale, parseLocale } from "#app/domain/languages.ts";
import type { Feature, TextFiles, Texts } from "#app/i18n/types.ts";

/**
 * A script for each language and feature: a page loads the texts that its parts name, in its reader's language. The list of a language
 * is in the chunk of the texts that its meeting pages begin with (vite.config.ts), because all four lists weigh 2 kB.
 */
const LANGUAGES: Record<Locale, () => Promise<{ files: TextFiles }>> = {
  en: () => import("#app/i18n/en/files.ts"),
  es: () => import("#app/i18n/es/files.ts"),
  ca: () => import("#app/i18n/ca/files.ts"),
  fr: () => import("#app/i18n/fr/files.ts"),
};

/** The texts of some features. Rejects if one of them did not load. */
export async function fetchTexts(locale: Locale, features: readonly Feature[]): Promise<Partial<Texts>> {
  const { files } = await LANGUAGES[locale]();
  const texts: Partial<Texts>[] = await Promise.all([...new Set(features)].map((name) => files[name]()));
  return Object.assign({}, ...texts);
}

/** Whether the page has the texts of these features. The server has all texts. */
export function hasTexts(features: readonly Feature[]): boolean {
  if (typeof document === "undefined") return true;
  return features.every((name) => i18next.hasResourceBundle(localeOfPage(), name));
}

/** Loads the texts that the page does not have yet. Rejects if one of them did not load. */
export async function loadTexts(features: readonly Feature[]): Promise<void> {
  const locale = localeOfPage();
  const texts = await fetchTexts(
    locale,
    features.filter((name) => !hasTexts([name])),
  );
  for (const [name, bundle] of Object.entries(texts)) i18next.addResourceBundle(locale, name, bundle);
}

function localeOfPage(): Locale {
  return parseLocale(i18next.language) ?? LOCALE_FALLBACK;
}
