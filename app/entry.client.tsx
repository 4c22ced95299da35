import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import { isId } from "#app/domain/ids.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { fetchTexts, loadPageTexts } from "#app/i18n/load-texts.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";

/** Pages whose whole text is a "later" one; they are reached by plain links, so each of them begins here. */
const LEGAL = /^\/(terms|privacy)\/?$/;

const FIRST = ["first"] as const;
const EVERY = ["first", "pages", "later"] as const;
const TEXTS_BACK_OFF = { firstMs: 500, factor: 2, maxMs: 30_000 };

async function hydrate() {
  const locale = parseLocale(document.documentElement.lang) ?? LOCALE_FALLBACK;
  const { pathname } = window.location;
  const isMeeting = isId(pathname.slice(1));
  const which = isMeeting ? FIRST : LEGAL.test(pathname) ? EVERY : [...FIRST, "pages" as const];
  const texts = await untilFetched(() => fetchTexts(locale, which));
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
  // A meeting's own page is done with its own texts; where it leads to needs these. Without them that page asks again.
  if (isMeeting) loadPageTexts().catch(() => undefined);
}

/** Loads again until it succeeds: without its texts the page would stay as the server drew it, and no button would work. */
async function untilFetched<Value>(load: () => Promise<Value>): Promise<Value> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      const waitMs = backOffDelayMs(TEXTS_BACK_OFF, failures, Math.random());
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
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
