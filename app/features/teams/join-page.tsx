import { Link } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { RichText } from "#app/i18n/rich-text.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { reportLeaving } from "#app/analytics/report-action.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { acceptInvitation, declineInvitation, readInvitation } from "#app/contracts/endpoints/teams.ts";
import type { SignInChoice } from "#app/domain/account/sign-in-provider.ts";
import type { InvitationAnswer, JoinFormAnswer } from "#app/contracts/teams.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";
import "#app/features/teams/teams.css";

type Props = {
  token: string;
  here: string;
  signIn: string;
  choices: readonly SignInChoice[];
  /** The answer to the form of a browser without scripts; null where the page was only opened. */
  answer: JoinFormAnswer | null;
};
type Invited = Exclude<InvitationAnswer, { state: "invalid" }>;
type Shown = InvitationAnswer | { state: "loading" } | { state: "failed" } | { state: "declined"; inviter: string };

/** §2: the join page of an invitation to a team, one state at a time. */
export function JoinPage({ token, here, answer, ...ways }: Props) {
  const { t } = useTranslation("team");
  const [shown, show] = useState<Shown>(answer?.shown ?? { state: "loading" });
  const isAnswered = answer !== null;
  useEffect(() => {
    if (isAnswered) return;
    const leave = new AbortController();
    const first = async () => {
      const found = await read(token, leave.signal);
      if (!leave.signal.aborted) show(found);
    };
    void first();
    return () => leave.abort();
  }, [token, isAnswered]);
  const again = async () => {
    show({ state: "loading" });
    show(await read(token));
  };
  return (
    <PublicPage layout="bare" inner="joined" busy={shown.state === "loading"}>
      <JoinState shown={shown} token={token} here={here} {...ways} answer={answer} show={show} again={again} />
      {shown.state === "loading" && (
        <noscript>
          <form method="post" action={here}>
            <button type="submit" className={buttonClass("primary", "btn--l")}>
              {t("join.open")}
            </button>
          </form>
        </noscript>
      )}
    </PublicPage>
  );
}

async function read(token: string, signal?: AbortSignal): Promise<Shown> {
  const result = await callApi(readInvitation, { params: { token }, signal, unasked: true });
  return result.ok ? result.value : { state: "failed" };
}

type StateProps = Props & { shown: Shown; show: (shown: Shown) => void; again: () => Promise<void> };

function JoinState({ shown, show, again, ...props }: StateProps) {
  const { t } = useTranslation(["team", "seats"]);
  switch (shown.state) {
    case "loading":
      return (
        <>
          <h1 className="sr">{t("join.title")}</h1>
          <p className="note muted" role="status">
            {t("join.loading")}
          </p>
          {["w-60", "w-90", "w-40"].map((width) => (
            <span key={width} className={`skeleton ${width}`} aria-hidden="true" />
          ))}
        </>
      );
    case "failed":
      return (
        <Told title={t("join.title")} text={t("join.failed")}>
          <Button large onClick={() => void again()}>
            {t("join.again")}
          </Button>
        </Told>
      );
    case "invalid":
      return (
        <Told title={t("join.invalid.title")} text={t("join.invalid.text")}>
          <Link className={buttonClass("line", "btn--l")} to="/">
            {t("join.invalid.go")}
          </Link>
        </Told>
      );
    case "mismatch":
      return <Mismatch invited={shown} here={props.here} />;
    case "sign-in":
      return <MustSignIn invited={shown} signIn={props.signIn} choices={props.choices} />;
    case "accept":
      return <Accept invited={shown} {...props} show={show} again={again} />;
    case "accepted":
      return (
        <Told
          above={
            <p>
              <Badge kind="done">{t("join.accepted.badge")}</Badge>
            </p>
          }
          title={t("join.accepted.title", { team: shown.team })}
          text={t("join.accepted.text", { planName: t("seats:planName") })}
        >
          <a className={buttonClass("primary", "btn--l")} href="/">
            {t("join.accepted.go")}
          </a>
        </Told>
      );
    case "declined":
      return <Told title={t("join.declined.title")} text={t("join.declined.text", { inviter: shown.inviter })} />;
  }
}

/** Addresses stand out: they are what the reader compares. */
const MARK = { mark: <span className="strong" /> };

type ToldProps = { above?: ReactNode; title: string; text: ReactNode; children?: ReactNode };

/** The heading takes the focus when the state changes, so that it is read out. */
function Told({ above, title, text, children }: ToldProps) {
  return (
    <>
      {above}
      <Heading key={title} title={title} />
      <p>{text}</p>
      {children && <div className="actions">{children}</div>}
    </>
  );
}

function Heading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 className="section" ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}

function Inviter({ name }: { name: string }) {
  const { t } = useTranslation("team");
  return (
    <p className="row note muted">
      <Avatar name={name} speaker={2} />
      {t("join.invites", { inviter: name })}
    </p>
  );
}

function MustSignIn({
  invited,
  signIn,
  choices,
}: {
  invited: Invited;
  signIn: string;
  choices: readonly SignInChoice[];
}) {
  const { t } = useTranslation("team");
  return (
    <Told
      above={<Inviter name={invited.inviter} />}
      title={t("join.heading", { team: invited.team })}
      text={<RichText t={t} text="join.signIn.text" values={{ email: invited.email }} components={MARK} />}
    >
      {choices.map(({ name, label }, place) => (
        <a key={name} className={buttonClass(place === 0 ? "primary" : "line", "btn--l")} href={signIn}>
          <span className="glyph" aria-hidden="true">
            {label.slice(0, 1).toUpperCase()}
          </span>
          {t("join.signIn.with", { provider: label })}
        </a>
      ))}
    </Told>
  );
}

function Mismatch({ invited, here }: { invited: Invited; here: string }) {
  const { t } = useTranslation("team");
  const { email, inviter, signedInAs } = invited;
  const text = signedInAs ? (
    <RichText t={t} text="join.mismatch.text" values={{ email, own: signedInAs }} components={MARK} />
  ) : (
    <RichText t={t} text="join.mismatch.none" values={{ email }} components={MARK} />
  );
  return (
    <>
      <Told title={t("join.mismatch.title")} text={text}>
        {/* A plain form: it ends this session, and the sign-in comes back here. */}
        <form method="post" action="/api/auth/signout" onSubmit={() => reportLeaving("close session")}>
          <input type="hidden" name="returnTo" value={here} />
          <Button kind="primary" large type="submit">
            {t("join.mismatch.other")}
          </Button>
        </form>
      </Told>
      <p className="note muted">{t("join.mismatch.ask", { inviter })}</p>
    </>
  );
}

type AcceptProps = Omit<StateProps, "shown"> & { invited: Invited };

/** The buttons are those of a form, for a browser without scripts. */
function Accept({ invited, token, here, answer, show, again }: AcceptProps) {
  const { t } = useTranslation(["team", "seats"]);
  const { team, inviter, showsNew } = invited;
  const [busy, setBusy] = useState<"accept" | "decline" | null>(null);
  const [error, setError] = useState(() => {
    const problem = answer?.problem ?? null;
    if (problem === null) return null;
    return `${t("join.error.accept")}. ${t(problem === "other-team" ? "join.error.otherTeam" : "join.error.unpaid")}`;
  });
  const accept = async () => {
    setBusy("accept");
    setError(null);
    const result = await callApi(acceptInvitation, { params: { token } });
    setBusy(null);
    if (result.ok) return show({ ...invited, state: "accepted", team: result.value.team });
    // Revoked, used or for somebody else by now: the page says which.
    if (result.code === "invitation-invalid" || result.code === "email-mismatch") return again();
    const why = result.code === "other-team" || result.code === "seat-unpaid" ? result.message : null;
    setError(`${t("join.error.accept")}. ${why ?? t("join.error.acceptHint")}`);
  };
  const decline = async () => {
    setBusy("decline");
    setError(null);
    const result = await callApi(declineInvitation, { params: { token } });
    setBusy(null);
    if (result.ok) return show({ state: "declined", inviter });
    if (result.code === "invitation-invalid") return again();
    setError(t("join.error.decline"));
  };
  return (
    <>
      <Told
        above={<Inviter name={inviter} />}
        title={t("join.heading", { team })}
        text={t(showsNew ? "join.accept.showsNew" : "join.accept.text", { planName: t("seats:planName"), inviter })}
      >
        <form method="post" action={`${here}?act=accept`} onSubmit={(event) => byScript(event, accept)}>
          <Button kind="primary" large type="submit" busy={busy === "accept"}>
            {t(busy === "accept" ? "join.accept.busy" : "join.accept.go")}
          </Button>
        </form>
        <form method="post" action={`${here}?act=decline`} onSubmit={(event) => byScript(event, decline)}>
          <Button kind="quiet" large type="submit" busy={busy === "decline"}>
            {t("join.accept.decline")}
          </Button>
        </form>
      </Told>
      {error !== null && <FieldError>{error}</FieldError>}
    </>
  );
}

function byScript(event: FormEvent, act: () => Promise<void>): void {
  event.preventDefault();
  void act();
}
