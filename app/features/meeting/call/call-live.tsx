import { useRevalidator } from "@remix-run/react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { answerRequest } from "#app/contracts/endpoints/calls.ts";
import type { CallView, MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { CALL_REQUEST_ANSWERS, type CallRequestAnswer } from "#app/domain/meeting/call.ts";
import { formatMoment } from "#app/domain/time.ts";
import { CallLog } from "#app/features/meeting/call/call-log.tsx";
import { recordedMs, useNow, writtenUntilMs } from "#app/features/meeting/call/recording-clock.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { formatDuration, formatExactDuration, formatTimeOfDay } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Request = NonNullable<CallView["requests"]>[number];

/**
 * People who ask for this call's notes, each with the owner's three answers. Nothing is given before one of them, except to people whom
 * the owner's calendar invites.
 */
function CallRequests({ head, call }: { head: MeetingHead; call: CallView }) {
  const place = useRef<HTMLDivElement>(null);
  const requests = call.requests ?? [];
  return (
    // Keeps the keyboard's place when a card goes.
    <div ref={place} tabIndex={-1} className="asks__place">
      {requests.map((request) => (
        <RequestCard key={request.id} head={head} request={request} onAnswered={() => place.current?.focus()} />
      ))}
    </div>
  );
}

type Asking =
  | { answer: CallRequestAnswer; is: "pending" }
  | { answer: CallRequestAnswer; is: "failed"; message: string };

function RequestCard({ head, request, onAnswered }: { head: MeetingHead; request: Request; onAnswered: () => void }) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const id = useId();
  const moment = formatMoment(recordedMs(head, useNow(true)));
  const { asking, give } = useAnswer(head.meetId, request.id, onAnswered);
  const words = {
    "from-now": [t("asks.fromNow"), t("asks.fromNowNote", { moment })],
    all: [t("asks.all"), t("asks.allNote")],
    no: [t("asks.no"), t("asks.noNote")],
  } as const;
  const time = formatTimeOfDay(request.askedAt, locale, timeZone);
  return (
    <section className="asks" aria-labelledby={id} aria-describedby={`${id}-what`}>
      <Icon name="person" />
      <div role="alert">
        <h2 className="section" id={id}>
          {t("asks.title", { name: request.name })}
        </h2>
        <p id={`${id}-what`} suppressHydrationWarning>
          {t("asks.what", { email: request.email, time })}{" "}
          {request.sharesAt === undefined
            ? t("asks.nothing")
            : t("asks.invited", { time: formatTimeOfDay(request.sharesAt, locale, timeZone) })}
        </p>
      </div>
      <ul className="asks__do">
        {CALL_REQUEST_ANSWERS.map((answer) => {
          const [label, note] = words[answer];
          const noteId = `${id}-${answer}`;
          return (
            <li key={answer}>
              <Button
                large
                wide
                aria-describedby={noteId}
                busy={asking?.is === "pending" && asking.answer === answer}
                disabled={asking?.is === "pending" && asking.answer !== answer}
                onClick={() => give(answer)}
              >
                {label}
              </Button>
              <small className="num" id={noteId}>
                {note}
              </small>
            </li>
          );
        })}
      </ul>
      {asking?.is === "failed" && (
        <p className="error error--world" role="alert">
          {asking.message}
        </p>
      )}
    </section>
  );
}

function useAnswer(meetId: string, requestId: string, onAnswered: () => void) {
  const { t } = useTranslation("call");
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<Asking | null>(null);
  const run = async (answer: CallRequestAnswer) => {
    setAsking({ answer, is: "pending" });
    const end = await callApi(answerRequest, { params: { meetId }, body: { requestId, answer }, unread: true });
    if (!end.ok) setAsking({ answer, is: "failed", message: end.message ?? t("error.answer") });
    else onAnswered();
    // The socket says the same, and sooner; this is for a page whose socket is down.
    revalidate();
  };
  return {
    asking,
    give: (answer: CallRequestAnswer) => {
      if (asking?.is !== "pending") void run(answer);
    },
  };
}

type Props = { head: MeetingHead; call: CallView; hasText: boolean };

/** Shows what Acta sees of the call, during the recording and until its transcript is complete. */
export function CallLive({ head, call, hasText }: Props) {
  const { t } = useTranslation(["call", "progress"]);
  const isOver = call.stoppedAt !== null;
  return (
    <>
      <Present call={call} />
      <CallRequests head={head} call={call} />
      <Facts head={head} call={call} />
      {call.warning !== null && (
        <div className="block--s">
          <Notice role="status" title={t(`warning.${call.warning}`)}>
            {t(`warningNote.${call.warning}`)}
          </Notice>
        </div>
      )}
      {call.missing.length > 0 && (
        <p className="note muted num block__s">
          {t("missing", {
            stretches: call.missing
              .map(({ startMs, endMs }) => `${formatMoment(startMs)}–${formatMoment(endMs)}`)
              .join(", "),
          })}
        </p>
      )}
      <div className="fieldset--steps">
        <h2 className="sr">{t("progress:steps.label")}</h2>
        <CallLog head={head} />
      </div>
      <p className="reading lead">
        {t(isOver ? "live.over" : call.stopping ? "live.stopping" : "live.goesOn")}{" "}
        {!isOver && !call.stopping && t("live.announced")} {hasText && t("progress:steps.readMeanwhile")}
      </p>
    </>
  );
}

/** The people in the call and their speaking time. People without a name are not named. */
function Present({ call: { people } }: { call: CallView }) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  const { speakers } = useMeetingFacts();
  if (people.length === 0) return null;
  return (
    <ul className="present" aria-label={t("live.who")}>
      {people.map(({ name, label, spokenMs }) => {
        const speaker = speakers.get(label);
        return (
          <li key={label}>
            {speaker && <SpeakerAvatar speaker={speaker} />}
            {name ?? label} {spokenMs > 0 && <span className="num">{formatDuration(spokenMs, locale)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Facts({ head, call }: { head: MeetingHead; call: CallView }) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  const isRunning = call.stoppedAt === null && !call.stopping;
  const now = useNow(isRunning);
  const recorded = recordedMs(head, now);
  const guestWords = ({ name, since }: { name: string; since: number | null }) =>
    since === null
      ? t("asks.whole", { name })
      : t("asks.since", { name, moment: formatMoment(Math.max(0, since - (call.recordingSince ?? since))) });
  const behindMs = Math.max(0, recorded - writtenUntilMs(head));
  return (
    <dl className="facts facts--live num">
      <div>
        <dt>{t("live.recorded")}</dt>
        <dd>{formatExactDuration(recorded, locale)}</dd>
      </div>
      <div>
        <dt>{t("live.place")}</dt>
        <dd>{t(`platform.${call.platform}`)}</dd>
      </div>
      <div>
        <dt>{t("live.inCall")}</dt>
        <dd>{call.count === null ? t("live.countUnknown") : t("live.people", { count: call.count })}</dd>
      </div>
      <div>
        <dt>{t("live.text")}</dt>
        <dd>
          {behindMs === 0 ? t("live.upToDate") : t("live.behind", { length: formatExactDuration(behindMs, locale) })}
        </dd>
      </div>
      {call.guests !== undefined && (
        <div>
          <dt>{t("asks.guests")}</dt>
          {call.guests.map((guest) => (
            <dd key={`${guest.name} ${guest.since}`}>{guestWords(guest)}</dd>
          ))}
        </div>
      )}
    </dl>
  );
}
