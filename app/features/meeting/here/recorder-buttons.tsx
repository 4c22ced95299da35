import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { hasEnded } from "#app/features/here/session/session-state.ts";
import { useSessionState } from "#app/features/here/session/use-session.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";
import { useKeptFocus } from "#app/ui/use-kept-focus.ts";

/** Pause and stop; the rest of the sending where there is nothing to press any more. */
export function RecorderButtons({ session }: { session: RecordingSession }) {
  const { t } = useTranslation("recordHere");
  const { phase, pausedBy, waitingPieces } = useSessionState(session);
  const { press, place } = useKeptFocus();
  if (phase === "stopping") {
    return (
      <output className="btn btn--line btn--l" ref={place} tabIndex={-1}>
        <Spinner />
        {t(waitingPieces > 0 ? "sendingRest" : "finishing")}
      </output>
    );
  }
  if (hasEnded({ phase })) return null;
  const stop = () => {
    track("stop recording");
    press();
    void session.stop();
  };
  return (
    <>
      {/* One place for both, so that the focus stays on it. */}
      {pausedBy !== "length" &&
        (phase === "paused" ? (
          <Button large onClick={session.resume}>
            <Icon name="play" />
            {t("resume")}
          </Button>
        ) : (
          <Button large onClick={() => void session.pause()}>
            <Icon name="pause" />
            {t("pause")}
          </Button>
        ))}
      <Button kind="danger-line" large onClick={stop}>
        <Icon name="stop" />
        {t("stop")}
      </Button>
    </>
  );
}
