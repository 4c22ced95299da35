import { useEffect } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { formatMoment } from "#app/domain/time.ts";
import { HereNotes } from "#app/features/meeting/here/here-notes.tsx";
import { HereProblems } from "#app/features/meeting/here/here-problems.tsx";
import { InputLevels } from "#app/features/meeting/here/input-levels.tsx";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { useCurrentSession } from "#app/features/here/session/running-session.ts";
import { useSessionState } from "#app/features/here/session/use-session.ts";
import { hasEnded } from "#app/features/here/session/session-state.ts";
import { KeptFiles, KeptSound } from "#app/features/here/waiting/kept-files.tsx";
import "#app/features/here/here.css";

/**
 * A recording of this browser on its meeting's page. In the tab that records: levels, notes, and what the server has. Everywhere else, also
 * in this browser after a crash: that it is recorded elsewhere, and what can be done.
 */
export function HereDocument({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("recordHere");
  const session = useCurrentSession();
  const isOver = head.call?.stopping === true || (head.call?.stoppedAt ?? null) !== null;
  const own = session?.meetId === head.meetId ? session : null;
  useEffect(() => {
    // Stopped on another device: this tab records no longer, and sends what it has.
    if (isOver) void own?.stop();
  }, [isOver, own]);
  if (own !== null) return <Recording session={own} head={head} />;
  return <p className="reading lead">{t(isOver ? "waits.sent" : "elsewhere")}</p>;
}

function Recording({ session, head }: { session: RecordingSession; head: MeetingHead }) {
  const { t } = useTranslation("recordHere");
  const { phase, safeMs, waitingPieces, refusedPieces, heldPieces } = useSessionState(session);
  const isKept = phase === "kept" || phase === "gone";
  return (
    <>
      <HereProblems session={session} />
      {isKept && (
        <div className="here-block">
          <KeptFiles spool={session.spool} />
        </div>
      )}
      {!hasEnded({ phase }) && refusedPieces > 0 && (
        <div className="here-block">
          <KeptSound spool={session.spool} />
        </div>
      )}
      {(phase === "recording" || phase === "paused") && <InputLevels session={session} />}
      <HereNotes session={session} lang={head.language} />
      {/* Of what the server does not take, the notice tells all, and of a full disk, too. */}
      {!isKept && (
        <p className="note muted num here-block" aria-live="off">
          {waitingPieces === 0 && phase !== "recording"
            ? t("safe.all")
            : t("safe.upTo", { moment: formatMoment(safeMs) })}{" "}
          {phase !== "over" && heldPieces === 0 && t("safe.rest")}
        </p>
      )}
    </>
  );
}
