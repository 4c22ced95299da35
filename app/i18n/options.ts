import type { InitOptions } from "i18next";
import { LOCALE_FALLBACK, LOCALES } from "#app/domain/languages.ts";

/** The same on both sides, so that what was rendered and what is hydrated agree. */
export const I18N_OPTIONS = {
  supportedLngs: [...LOCALES],
  fallbackLng: LOCALE_FALLBACK,
  defaultNS: "common",
  // React escapes what it renders.
  interpolation: { escapeValue: false },
  returnNull: false,
} satisfies InitOptions;

export const LOCALE_COOKIE = "locale";
