import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { formatMoment } from "#app/domain/time.ts";
import { GrowingRuler } from "#app/features/meeting/call/growing-ruler.tsx";
import { RecorderButtons } from "#app/features/meeting/here/recorder-buttons.tsx";
import { SmallWindowButton } from "#app/features/meeting/here/small-window.tsx";
import { useCurrentSession } from "#app/features/here/session/running-session.ts";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { useRecordedMs, useSessionState } from "#app/features/here/session/use-session.ts";
import "#app/features/here/here.css";

/** Takes the player's place in the tab that records: pause, stop, the length so far. `children`: what other tabs show. */
export function HereRecorder({ view, children }: { view: MeetingView; children: ReactNode }) {
  const session = useCurrentSession();
  return session?.meetId === view.head.meetId ? <OwnRecorder view={view} session={session} /> : children;
}

function OwnRecorder({ view, session }: { view: MeetingView; session: RecordingSession }) {
  const { t } = useTranslation("recordHere");
  const { notes, phase } = useSessionState(session);
  const recorded = useRecordedMs(session);
  const marks = { moments: notes.map(({ atMs }) => atMs), label: t("notes.count", { count: notes.length }) };
  return (
    <section className="player" aria-label={t("recorder")}>
      <div className="player__side">
        <div className="player__do player__do--rec">
          <RecorderButtons session={session} />
          <p className="player__time player__time--rec" role="timer" aria-label={t("recordedSoFar")}>
            <b>{formatMoment(recorded)}</b> <span>{t(phase === "paused" ? "isPaused" : "isRecorded")}</span>
          </p>
          <SmallWindowButton session={session} />
        </div>
      </div>
      <GrowingRuler view={view} recorded={recorded} isOver={phase === "over"} marks={marks} />
    </section>
  );
}
