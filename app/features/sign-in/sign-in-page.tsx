import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { RichText } from "#app/i18n/rich-text.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { reportLeaving } from "#app/analytics/report-action.ts";
import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import type { ProviderName, SignInChoice } from "#app/domain/account/sign-in-provider.ts";
import { type Locale, LOCALES } from "#app/domain/languages.ts";
import { useDoubtSession } from "#app/features/sign-in/doubt-session.ts";
import { Icon, Mark } from "#app/ui/icon.tsx";
import { ThemeToggle } from "#app/ui/theme.tsx";

/**
 * A plain form that leaves the page: the provider is the next document, with JavaScript or without. `noValidate`, because
 * the browser's own words would stand in the place of the specified message.
 */
function SignInForm(props: {
  choices: readonly SignInChoice[];
  returnTo: string;
  termsMissing: boolean;
  problem: SignInProblem | null;
}) {
  const { t } = useTranslation("signIn");
  const terms = useRef<HTMLInputElement>(null);
  const [termsMissing, setTermsMissing] = useState(props.termsMissing);

  function submit(event: FormEvent<HTMLFormElement>) {
    if (terms.current?.checked) return reportLogin(event);
    event.preventDefault();
    setTermsMissing(true);
    terms.current?.focus();
  }

  return (
    <form className="sign-in__in" method="post" action="/api/auth/signin" noValidate onSubmit={submit}>
      <div className="stack">
        <h1 className="title">{t("title")}</h1>
        <p className="muted">{t("lead")}</p>
      </div>
      {props.problem && !termsMissing ? (
        <p className="error error--world" role="alert">
          <Icon name="alert" />
          <span>{t(`problem.${props.problem}`)}</span>
        </p>
      ) : null}
      <input type="hidden" name="returnTo" value={props.returnTo} />
      <div className="stack">
        <label className="check">
          <input
            ref={terms}
            type="checkbox"
            name="terms"
            value="accepted"
            required
            aria-invalid={termsMissing || undefined}
            aria-describedby={termsMissing ? "terms-error" : undefined}
            onChange={(event) => event.currentTarget.checked && setTermsMissing(false)}
          />
          <span>
            <RichText
              t={t}
              text="terms"
              components={{ terms: <LegalLink to="/terms" />, privacy: <LegalLink to="/privacy" /> }}
            />
          </span>
        </label>
        {termsMissing ? (
          <p className="error" id="terms-error" role="alert">
            <Icon name="alert" />
            <span>{t("termsRequired")}</span>
          </p>
        ) : null}
      </div>
      <div className="stack">
        {props.choices.map(({ name, label }, place) => (
          <ProviderButton key={name} provider={name} label={label} look={place === 0 ? "btn--primary" : "btn--line"}>
            {t("with", { provider: label })}
          </ProviderButton>
        ))}
      </div>
      <p className="note muted">{t("reads")}</p>
    </form>
  );
}

const LOGIN_EVENTS: Readonly<Record<string, AnalyticsEvent>> = {
  google: "login via Google",
  microsoft: "login via Microsoft",
};

/** The form is sent by the button of a provider; with the Enter key by the first one. */
function reportLogin({ nativeEvent }: FormEvent<HTMLFormElement>): void {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  const event = submitter instanceof HTMLButtonElement ? LOGIN_EVENTS[submitter.value] : undefined;
  if (event) reportLeaving(event);
}

/** Its words come from the sentence it stands in. */
function LegalLink({ to, children }: { to: string; children?: ReactNode }) {
  return <a href={to}>{children}</a>;
}

/** Submits the form with the provider's name; the letter keeps the place of the provider's own mark. */
function ProviderButton(props: {
  provider: ProviderName;
  label: string;
  look: "btn--primary" | "btn--line";
  children: ReactNode;
}) {
  return (
    <button className={`btn ${props.look} btn--wide`} type="submit" name="provider" value={props.provider}>
      <span className="glyph" aria-hidden="true">
        {props.label.slice(0, 1).toUpperCase()}
      </span>
      {props.children}
    </button>
  );
}

/** The sign-in page: the form on the left, and on the right a page of minutes, so that the product explains itself. */
export function SignInPage(props: {
  locale: Locale;
  /** The page's own address, for coming back after a change of language. */
  here: string;
  choices: readonly SignInChoice[];
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
            <SignInForm
              choices={props.choices}
              returnTo={props.returnTo}
              termsMissing={props.termsMissing}
              problem={props.problem}
            />
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
