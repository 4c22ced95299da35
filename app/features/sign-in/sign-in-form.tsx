import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * A plain form that leaves the page: the provider is the next document, with JavaScript or without. `noValidate`, because
 * the browser's own words would stand in the place of the specified message.
 */
export function SignInForm(props: { returnTo: string; termsMissing: boolean; problem: SignInProblem | null }) {
  const { t } = useTranslation("signIn");
  const terms = useRef<HTMLInputElement>(null);
  const [termsMissing, setTermsMissing] = useState(props.termsMissing);

  function holdBack(event: FormEvent) {
    if (terms.current?.checked) return;
    event.preventDefault();
    setTermsMissing(true);
    terms.current?.focus();
  }

  return (
    <form className="sign-in__in" method="post" action="/api/auth/signin" noValidate onSubmit={holdBack}>
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
            <Trans
              t={t}
              i18nKey="terms"
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
        <ProviderButton provider="google" look="btn--primary">
          {t("google")}
        </ProviderButton>
        <ProviderButton provider="microsoft" look="btn--line">
          {t("microsoft")}
        </ProviderButton>
      </div>
      <p className="note muted">{t("reads")}</p>
    </form>
  );
}

/** Its words come from the sentence it stands in. */
function LegalLink({ to, children }: { to: string; children?: ReactNode }) {
  return <a href={to}>{children}</a>;
}

const GLYPHS = { google: "G", microsoft: "M" } as const;

/** Submits the form with the provider's name; the letter keeps the place of the provider's own mark. */
function ProviderButton(props: {
  provider: keyof typeof GLYPHS;
  look: "btn--primary" | "btn--line";
  children: ReactNode;
}) {
  return (
    <button className={`btn ${props.look} btn--wide`} type="submit" name="provider" value={props.provider}>
      <span className="glyph" aria-hidden="true">
        {GLYPHS[props.provider]}
      </span>
      {props.children}
    </button>
  );
}
