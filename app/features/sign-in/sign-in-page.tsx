import { useTranslation } from "react-i18next";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import { type Locale, LOCALES } from "#app/domain/languages.ts";
import { useDoubtSession } from "#app/features/sign-in/session-refresh.tsx";
import { SignInForm } from "#app/features/sign-in/sign-in-form.tsx";
import { Mark } from "#app/ui/mark.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";

/** The sign-in page: the form on the left, and on the right a page of minutes, so that the product explains itself. */
export function SignInPage(props: {
  locale: Locale;
  /** The page's own address, for coming back after a change of language. */
  here: string;
  returnTo: string;
  termsMissing: boolean;
  problem: SignInProblem | null;
}) {
  const { t } = useTranslation(["signIn", "common"]);
  useDoubtSession();
  return (
    <>
      <a className="skip" href="#main">
        {t("common:skipToContent")}
      </a>
      <div className="threshold">
        <div className="sign-in">
          <main className="sign-in__form" id="main">
            <div className="row between">
              <a className="mark" href="/">
                <Mark />
              </a>
              <ThemeToggle />
            </div>
            <SignInForm returnTo={props.returnTo} termsMissing={props.termsMissing} problem={props.problem} />
            <LanguageLinks current={props.locale} here={props.here} />
          </main>
          <Specimen />
        </div>
      </div>
    </>
  );
}

/** Each language in its own words, for somebody who cannot read the page's. */
const OWN_NAMES: Record<Locale, string> = { en: "English", es: "Español", ca: "Català", fr: "Français" };

/** The languages at the foot of the page; a choice is kept, so they are buttons of a form that works without JavaScript. */
function LanguageLinks({ current, here }: { current: Locale; here: string }) {
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

/** An example of Acta's minutes. The times are plain text because there is no recording to play. */
const LINES = [
  { time: "04:12", duration: "PT4M12S", text: "payments" },
  { time: "12:34", duration: "PT12M34S", text: "pilot" },
  { time: "21:07", duration: "PT21M7S", text: "importer" },
  { time: "44:50", duration: "PT44M50S", text: "decision" },
] as const;
const SPOKEN = "12:34";

function Specimen() {
  const { t } = useTranslation("signIn");
  return (
    <aside className="sign-in__page" aria-label={t("specimen.label")}>
      <div className="doc__in">
        <p className="label">{t("specimen.when")}</p>
        <p className="title sign-in__title">{t("specimen.title")}</p>
        <div className="fieldset fieldset--first">
          <ul className="lines">
            {LINES.map(({ time, duration, text }) => (
              <li key={time} className={time === SPOKEN ? "line is-spoken" : "line"}>
                <div className="line__when">
                  <span className="moment" aria-current={time === SPOKEN ? "true" : undefined}>
                    <time dateTime={duration}>{time}</time>
                  </span>
                </div>
                <p className="reading">
                  {time === SPOKEN ? <span className="seg">{t(`specimen.${text}`)}</span> : t(`specimen.${text}`)}
                </p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </aside>
  );
}
