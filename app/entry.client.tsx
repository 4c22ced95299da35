import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { fetchTexts } from "#app/i18n/load-texts.ts";
import { untilFetched } from "#app/i18n/missing-script.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { textsOf } from "#app/i18n/with-texts.tsx";

/** Menu, error pages and the parts of the design system. */
const FRAME_TEXTS = ["common"] as const;
const TEXTS_BACK_OFF = { firstMs: 500, factor: 2, maxMs: 30_000 };

async function hydrate() {
  const locale = parseLocale(document.documentElement.lang) ?? LOCALE_FALLBACK;
  // oxlint-disable-next-line no-underscore-dangle -- Remix's name for the modules of the page's routes
  const pages = Object.values(window.__remixRouteModules).flatMap((route) => route?.default ?? []);
  const texts = await untilFetched(
    () => fetchTexts(locale, [...FRAME_TEXTS, ...pages.flatMap(textsOf)]),
    (failures) => backOffDelayMs(TEXTS_BACK_OFF, failures, Math.random()),
  );
  await i18next.use(initReactI18next).init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: texts } });
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
