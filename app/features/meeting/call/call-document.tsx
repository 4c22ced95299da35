import { Link, useLocation } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { CallView, MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { isCallReason, isEndedBadly } from "#app/domain/meeting/status.ts";
import { CancelCall, InviteFrom, OpenCall } from "#app/features/meeting/call/call-actions.tsx";
import { AskAgainButton, AskAgainNote, useAskAgain } from "#app/features/meeting/call/call-ask-again.tsx";
import { CallLive } from "#app/features/meeting/call/call-live.tsx";
import { CallLog } from "#app/features/meeting/call/call-log.tsx";
import { useNow } from "#app/features/meeting/call/recording-clock.ts";
import { CALL_ADVICE, type CallAdviceSteps } from "#app/i18n/call-advice.ts";
import { formatExactDuration } from "#app/i18n/format.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Progress } from "#app/ui/progress.tsx";

/** It came to nothing: what happened, what it costs, one ink button, what can be done, what Acta saw, the log. */
function CallEnded({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation(["call", "common"]);
  const { pathname } = useLocation();
  const { reason } = head;
  const again = useAskAgain(head.meetId, call);
  if (!isCallReason(reason)) return null;
  const advice = CALL_ADVICE[reason];
  return (
    <>
      <p className="reading lead">
        {t(`happened.${reason}`)} {call.recordingSince === null && t("nothingRecorded")}
      </p>
      <div className="stack">
        <div className="actions">
          <AskAgainButton again={again} ink />
          {again.offer === "none" && <JoinOrUpgrade head={head} call={call} />}
          <Link
            className={buttonClass("line", "btn--l")}
            to={`${pathname}?upload=1`}
            preventScrollReset
            onClick={() => track("upload recording")}
          >
            <Icon name="upload" />
            <span className="cap">{t("common:menu.uploadRecording")}</span>
          </Link>
        </div>
        <AskAgainNote again={again} inLobby={false} />
      </div>
      <CallAdvice who={advice.who} steps={advice.steps} />
      {call.screenshot && <Screenshot meetId={head.meetId} />}
      <CallHistory head={head} />
    </>
  );
}

/** One ink button at a time: where Acta can ask again for this same meeting, another one is not offered. */
function JoinOrUpgrade({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation("call");
  if (head.reason !== "limit") return <InviteFrom head={head} call={call} again />;
  return (
    <Link className={buttonClass("primary", "btn--l")} to="/pricing">
      {t("action.upgrade")}
    </Link>
  );
}

function Screenshot({ meetId }: { meetId: string }) {
  const { t } = useTranslation("call");
  return (
    <figure className="advice">
      <img
        className="call-shot"
        // The bot's window; the space is kept until the picture is there.
        width={1280}
        height={720}
        src={`/api/acta/meetings/${meetId}/call/screenshot`}
        alt={t("screenshot.alt")}
        loading="lazy"
      />
      <figcaption className="note muted">{t("screenshot.caption")}</figcaption>
    </figure>
  );
}

/** In the lobby: how long it has waited of how long it will, and what opens it. */
function CallLobby({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation("call");
  const lobbyState = call.lobbyState ?? "connecting";
  const again = useAskAgain(head.meetId, call);
  return (
    <>
      <p className="reading lead">
        {t(`lobby.${lobbyState}`)}{" "}
        {call.lobbyUntil !== null && (
          <>
            {t("lobby.until")} <LocalTime at={call.lobbyUntil} format="time" />.{" "}
          </>
        )}
        {t("lobby.nothingYet")}
      </p>
      <Waited call={call} />
      <div className="stack">
        <div className="actions">
          <OpenCall call={call} ink />
          <AskAgainButton again={again} ink={false} />
          <CancelCall meetId={head.meetId} inLobby />
        </div>
        <AskAgainNote again={again} inLobby />
      </div>
      {lobbyState === "waiting" && <CallAdvice who="host" steps={["admit", "guests"]} />}
      {lobbyState === "host-absent" && <CallAdvice who="you" steps={["start"]} />}
      <CallHistory head={head} />
    </>
  );
}

/** A bar only where both ends are known. */
function Waited({ call: { lobbySince, lobbyUntil } }: { call: CallView }) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  const now = useNow(lobbyUntil !== null);
  if (lobbySince === null || lobbyUntil === null) return null;
  const allMs = lobbyUntil - lobbySince;
  // Its place is kept until there is a clock: nothing below it moves.
  if (now === null) return <WaitedBar waitedMs={0} allMs={allMs} text={"\u00a0"} hidden />;
  const waitedMs = Math.min(Math.max(0, now - lobbySince), allMs);
  const text = t("lobby.waited", {
    waited: formatExactDuration(waitedMs, locale),
    all: formatExactDuration(allMs, locale),
  });
  return <WaitedBar waitedMs={waitedMs} allMs={allMs} text={text} hidden={false} />;
}

type WaitedBarProps = { waitedMs: number; allMs: number; text: string; hidden: boolean };

function WaitedBar({ waitedMs, allMs, text, hidden }: WaitedBarProps) {
  const { t } = useTranslation("call");
  return (
    <div className="stack lead" aria-hidden={hidden || undefined}>
      <Progress value={waitedMs} max={allMs} label={t("lobby.waitedLabel")} />
      <p className="note muted num">{text}</p>
    </div>
  );
}

const HerePart = lazyPart(
  lazy(async () => (await import("#app/features/meeting/here/here-document.tsx")).HereDocument, ["recordHere"]),
);

/** An online call on its meeting's page, by where it stands. */
export function CallDocument({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
  const { call } = head;
  if (!call) return null;
  if (isEndedBadly(head.status)) return <CallEnded head={head} call={call} />;
  if (call.platform === "here") return <HerePart head={head} />;
  if (call.recordingSince !== null) return <CallLive head={head} call={call} hasText={hasText} />;
  if (head.status === "SCHEDULE") return <CallPlanned head={head} call={call} />;
  return <CallLobby head={head} call={call} />;
}

/** Before its time: when Acta comes, and everything that can still be changed. */
function CallPlanned({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation("call");
  return (
    <>
      <p className="reading lead">
        {t("planned.joins", { platform: t(`platform.${call.platform}`) })}{" "}
        <LocalTime at={head.startsAt} format="date-time" />. {t("planned.until")}
      </p>
      <div className="actions">
        <InviteFrom head={head} call={call} again={false} />
        <OpenCall call={call} ink={false} />
        <CancelCall meetId={head.meetId} inLobby={false} />
      </div>
      <CallHistory head={head} />
    </>
  );
}

/** The steps to try, in order, and the person who can take them. */
function CallAdvice({ who, steps }: CallAdviceSteps) {
  const { t } = useTranslation("call");
  const id = useId();
  return (
    <section className="advice" aria-labelledby={id}>
      <h2 className="section" id={id}>
        {t(`advice.${who}`)}
      </h2>
      <ol className="reading">
        {steps.map((step) => (
          <li key={step}>
            <span>{t(`advice.${step}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The log under its heading, where the page is about something else. */
function CallHistory({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("progress");
  const id = useId();
  return (
    <section className="advice" aria-labelledby={id}>
      <h2 className="section" id={id}>
        {t("steps.log")}
      </h2>
      <CallLog head={head} within />
    </section>
  );
}
