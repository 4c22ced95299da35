import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { RichText } from "#app/i18n/rich-text.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";
import "#app/features/apps/apps.css";

/** `place`: the host, or the scheme, that the answer goes to. The name is the app's own word for itself. */
type Asking = { name: string; place: string; isThisMachine: boolean };
export type ShownConsent =
  | { state: "unknown" }
  | ({ state: "refused"; returnTo: string } & Asking)
  | ({ state: "asked"; asksToWrite: boolean; person: string; ticket: string } & Asking)
  | ({ state: "answered"; isAllowed: boolean; returnTo: string } & Asking);

/** An app asks for access to the person's meetings. */
export function ConsentPage({ shown }: { shown: ShownConsent }) {
  return (
    <PublicPage layout="bare" inner="consent">
      <Consent shown={shown} />
    </PublicPage>
  );
}

function Consent({ shown }: { shown: ShownConsent }) {
  const { t } = useTranslation("apps");
  switch (shown.state) {
    case "unknown":
      return (
        <Told title={t("consent.unknown.title")} text={t("consent.unknown.text")}>
          <Link className={buttonClass("line", "btn--l")} to="/">
            {t("consent.home")}
          </Link>
        </Told>
      );
    case "refused":
      return (
        <Told title={t("consent.refused.title")} text={t("consent.refused.text", { name: shown.name })}>
          <a className={buttonClass("line", "btn--l")} href={shown.returnTo} rel="noreferrer">
            {t("consent.back", { place: shown.place })}
          </a>
        </Told>
      );
    case "asked":
      return <Asked {...shown} />;
    case "answered":
      return <Answered {...shown} />;
  }
}

const MARKS = { mark: <span className="strong" /> };

function Asked({ name, place, isThisMachine, asksToWrite, person, ticket }: Extract<ShownConsent, { state: "asked" }>) {
  const { t } = useTranslation("apps");
  return (
    <>
      <h1 className="section">{t("consent.heading", { name })}</h1>
      <p>
        <RichText t={t} text="consent.account" values={{ person }} components={MARKS} />
      </p>
      <p>
        <RichText
          t={t}
          text={isThisMachine ? "consent.toMachine" : "consent.toHost"}
          values={{ place }}
          components={MARKS}
        />
      </p>
      <p className="note muted">{t("consent.unverified")}</p>
      {/* A plain form to this address, with or without scripts. */}
      <form method="post">
        <input type="hidden" name="ticket" value={ticket} />
        <div className="consent__rights">
          <h2 className="strong">{t("consent.can")}</h2>
          <ul>
            <li>{t("consent.read")}</li>
            <li>{t("consent.ask")}</li>
          </ul>
          {asksToWrite && <Checkbox name="write" value="yes" label={t("consent.write")} />}
        </div>
        <p className="note muted">{t("consent.until")}</p>
        <div className="actions">
          <Button kind="primary" large type="submit" name="answer" value="allow">
            {t("consent.allow")}
          </Button>
          <Button large type="submit" name="answer" value="refuse">
            {t("consent.refuse")}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Goes on to the app. The link is for browsers without scripts, and for those that ask before they open an app. */
function Answered({ place, isAllowed, returnTo, name }: Extract<ShownConsent, { state: "answered" }>) {
  const { t } = useTranslation("apps");
  useEffect(() => window.location.replace(returnTo), [returnTo]);
  const end = isAllowed ? "allowed" : "denied";
  return (
    <Told title={t(`consent.${end}.title`, { name })} text={t(`consent.${end}.text`, { place })}>
      <a className={buttonClass("primary", "btn--l")} href={returnTo} rel="noreferrer">
        {t("consent.back", { place })}
      </a>
    </Told>
  );
}

/** The heading takes the focus, so that it is read out. */
function Told({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <h1 className="section" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <div className="actions">{children}</div>
    </>
  );
}
