import i18next from "i18next";
import { LOCALE_FALLBACK, type Locale, parseLocale } from "#app/domain/languages.ts";
import type { FirstTexts, LaterTexts, PageTexts, Texts } from "#app/i18n/types.ts";

type Loaders = {
  /** Of the frame and of a meeting's page: they come before anything is hydrated. */
  first: () => Promise<FirstTexts>;
  /** Of the pages that are not a meeting. */
  pages: () => Promise<PageTexts>;
  /** Of what is opened or comes later. */
  later: () => Promise<LaterTexts>;
};

/** Chunks of their own for each language: a reader loads only theirs. */
const TEXTS: Record<Locale, Loaders> = {
  en: {
    first: async () => (await import("#app/i18n/en.ts")).en,
    pages: async () => (await import("#app/i18n/pages-en.ts")).pages,
    later: async () => (await import("#app/i18n/later-en.ts")).later,
  },
  es: {
    first: async () => (await import("#app/i18n/es.ts")).es,
    pages: async () => (await import("#app/i18n/pages-es.ts")).pages,
    later: async () => (await import("#app/i18n/later-es.ts")).later,
  },
  ca: {
    first: async () => (await import("#app/i18n/ca.ts")).ca,
    pages: async () => (await import("#app/i18n/pages-ca.ts")).pages,
    later: async () => (await import("#app/i18n/later-ca.ts")).later,
  },
  fr: {
    first: async () => (await import("#app/i18n/fr.ts")).fr,
    pages: async () => (await import("#app/i18n/pages-fr.ts")).pages,
    later: async () => (await import("#app/i18n/later-fr.ts")).later,
  },
};

/** Those that a page begins with, at once. Rejects where one did not come. */
export async function fetchTexts(locale: Locale, which: readonly (keyof Loaders)[]): Promise<Partial<Texts>> {
  const texts = await Promise.all(which.map((each) => TEXTS[locale][each]()));
  return Object.assign({}, ...texts);
}

/** In the browser only: the server holds all texts. Rejects where they did not come. */
export const loadPageTexts = (): Promise<void> => load("pages");
export const loadLaterTexts = (): Promise<void> => load("later");

async function load(which: "pages" | "later"): Promise<void> {
  if (typeof document === "undefined") return;
  const locale = parseLocale(i18next.language) ?? LOCALE_FALLBACK;
  const texts = await TEXTS[locale][which]();
  for (const [namespace, bundle] of Object.entries(texts)) i18next.addResourceBundle(locale, namespace, bundle);
}
