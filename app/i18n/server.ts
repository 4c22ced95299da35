import { createCookie } from "@remix-run/cloudflare";
import { createInstance, type i18n } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { LOCALE_FALLBACK, LOCALES, type Locale, parseLocale } from "#app/domain/languages.ts";
import { ca } from "#app/i18n/ca.ts";
import { en } from "#app/i18n/en.ts";
import { es } from "#app/i18n/es.ts";
import { fr } from "#app/i18n/fr.ts";
import { I18N_OPTIONS, LOCALE_COOKIE } from "#app/i18n/options.ts";

/** All texts, because the server renders everything at once and loads nothing later. */
const RESOURCES = { en, es, ca, fr };

const YEAR_S = 365 * 24 * 60 * 60;

/** Chosen once from the browser's language and kept (§1); the picker in settings writes it too. */
export const localeCookie = createCookie(LOCALE_COOKIE, {
  path: "/",
  sameSite: "lax",
  maxAge: YEAR_S,
  httpOnly: false,
});

/** Serializes the locale cookie. It is Secure except on http, which is used only on loopback addresses. */
export function setLocaleCookie(origin: string, locale: Locale): Promise<string> {
  return localeCookie.serialize(locale, { secure: origin.startsWith("https://") });
}

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: LOCALE_FALLBACK,
    cookie: localeCookie,
    order: ["cookie", "header"],
  },
});

/** The locale of a request: its cookie, else the browser's language (the part before the dash), else English. */
export async function localeOf(request: Request): Promise<Locale> {
  return parseLocale(await detector.getLocale(request)) ?? LOCALE_FALLBACK;
}

/** Creates an i18next instance for one response, because requests of different languages share an isolate. */
export async function openI18n(locale: Locale): Promise<i18n> {
  const instance = createInstance();
  await instance.init({ ...I18N_OPTIONS, lng: locale, resources: RESOURCES });
  return instance;
}
