import { useTranslation } from "react-i18next";
import { LOCALES, type Locale } from "#app/domain/languages.ts";

/** Each language in its own words, for somebody who cannot read the page's. */
const OWN_NAMES: Record<Locale, string> = { en: "English", es: "Español", ca: "Català", fr: "Français" };

/** The languages at the foot of the page; a choice is kept, so they are buttons of a form that works without JavaScript. */
export function LanguageLinks({ current, here }: { current: Locale; here: string }) {
  const { t } = useTranslation("signIn");
  return (
    <form
      className="note row row--wrap muted"
      method="post"
      action="/api/acta/user/preferences"
      aria-label={t("languages")}
    >
      <input type="hidden" name="returnTo" value={here} />
      {LOCALES.map((locale) =>
        locale === current ? (
          <span key={locale} lang={locale} className="strong" aria-current="true">
            {OWN_NAMES[locale]}
          </span>
        ) : (
          <button key={locale} lang={locale} className="quiet min-h-6" type="submit" name="locale" value={locale}>
            {OWN_NAMES[locale]}
          </button>
        ),
      )}
    </form>
  );
}
