import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { recordedMs, useNow, writtenUntilMs } from "#app/features/meeting/call/recording-clock.ts";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { useCurrentSession } from "#app/features/here/session/running-session.ts";
import { useSaidMs } from "#app/features/here/session/use-session.ts";
import { formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";

/** Says by how much the text of a running recording is behind what was said. */
export function TextBehind({ head }: { head: MeetingHead }) {
  const session = useCurrentSession();
  if (head.call?.platform !== "here") return <BehindClock head={head} />;
  // Another tab does not know whether anybody has spoken since the last text, or whether the recording stands still.
  return session?.meetId === head.meetId ? <BehindSession head={head} session={session} /> : null;
}

function BehindClock({ head }: { head: MeetingHead }) {
  const now = useNow(true);
  return now === null ? null : <Behind ms={recordedMs(head, now) - writtenUntilMs(head)} />;
}

function BehindSession({ head, session }: { head: MeetingHead; session: RecordingSession }) {
  return <Behind ms={useSaidMs(session) - writtenUntilMs(head)} />;
}

function Behind({ ms }: { ms: number }) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  return (
    <span className="note muted num panel__behind">
      {ms < 1000 ? t("live.upToDate") : t("live.behind", { length: formatExactDuration(ms, locale) })}
    </span>
  );
}
