import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { isId } from "#app/domain/ids.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { fetchTexts, loadPageTexts } from "#app/i18n/load-texts.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";

/** Pages whose whole text is a "later" one; they are reached by plain links, so each of them begins here. */
const LEGAL = /^\/(terms|privacy)\/?$/;

async function hydrate() {
  const locale = parseLocale(document.documentElement.lang) ?? LOCALE_FALLBACK;
  const { pathname } = window.location;
  const isMeeting = isId(pathname.slice(1));
  const texts = await fetchTexts(
    locale,
    isMeeting ? ["first"] : LEGAL.test(pathname) ? ["first", "pages", "later"] : ["first", "pages"],
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
  // A meeting's own page is done with its own texts; where it leads to needs these. Without them that page asks again.
  if (isMeeting) loadPageTexts().catch(() => undefined);
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
