import i18next from "i18next";
import { LOCALE_FALLBACK, type Locale, parseLocale } from "#app/domain/languages.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

const TEXTS: Record<Locale, () => Promise<LaterTexts>> = {
  en: async () => (await import("#app/i18n/later-en.ts")).later,
  es: async () => (await import("#app/i18n/later-es.ts")).later,
  ca: async () => (await import("#app/i18n/later-ca.ts")).later,
  fr: async () => (await import("#app/i18n/later-fr.ts")).later,
};

/** Fetches the texts that no page loads at first. In the browser only: the server holds all of them. */
export async function loadLaterTexts(): Promise<void> {
  if (typeof document === "undefined") return;
  const locale = parseLocale(i18next.language) ?? LOCALE_FALLBACK;
  const texts = await TEXTS[locale]();
  for (const [namespace, bundle] of Object.entries(texts)) i18next.addResourceBundle(locale, namespace, bundle);
}
