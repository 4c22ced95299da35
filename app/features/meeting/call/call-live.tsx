import { useTranslation } from "react-i18next";
import type { CallView, MeetingHead } from "#app/contracts/meeting-view.ts";
import { CallLog } from "#app/features/meeting/call/call-log.tsx";
import { CallRequests } from "#app/features/meeting/call/call-requests.tsx";
import { recordedMs } from "#app/features/meeting/call/recorded.ts";
import { useNow } from "#app/features/meeting/call/use-now.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { formatMoment } from "#app/domain/time.ts";
import { formatDuration, formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Notice } from "#app/ui/notice.tsx";

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
  const behindMs = Math.max(0, recorded - head.recognisedMs);
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
