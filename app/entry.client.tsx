import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { LOCALE_FALLBACK, type Locale, parseLocale } from "#app/domain/languages.ts";
import { loadLaterTexts } from "#app/i18n/later-texts.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import type { FirstTexts } from "#app/i18n/types.ts";

/** One chunk a language: a reader loads only theirs. */
const TEXTS: Record<Locale, () => Promise<FirstTexts>> = {
  en: async () => (await import("#app/i18n/en.ts")).en,
  es: async () => (await import("#app/i18n/es.ts")).es,
  ca: async () => (await import("#app/i18n/ca.ts")).ca,
  fr: async () => (await import("#app/i18n/fr.ts")).fr,
};

/** Pages whose whole text is a "later" one; they are reached by plain links, so each of them begins here. */
const LEGAL = /^\/(terms|privacy)\/?$/;

async function hydrate() {
  const locale = parseLocale(document.documentElement.lang) ?? LOCALE_FALLBACK;
  const texts = await TEXTS[locale]();
  await i18next.use(initReactI18next).init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: texts } });
  if (LEGAL.test(window.location.pathname)) await loadLaterTexts();
  await pageDataDecoded();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18next}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    );
  });
}

/**
 * RemixBrowser suspends at the root until the page's data is decoded. A click that comes in that moment makes React 18 render at
 * once, where nothing above could wait, and throw (error 345). So the decoding is begun here by the component's own first step,
 * which comes before any of its hooks, and hydration when it is done. What else it throws, hydration meets again and shows.
 */
async function pageDataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}

void hydrate();
