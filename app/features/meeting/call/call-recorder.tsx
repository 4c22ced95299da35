import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import { stopCall } from "#app/contracts/endpoints/calls.ts";
import type { CallView, MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { formatMoment } from "#app/domain/time.ts";
import { useAsk } from "#app/features/meeting/call/call-calls.ts";
import { GrowingRuler } from "#app/features/meeting/call/growing-ruler.tsx";
import { recordedMs, useNow } from "#app/features/meeting/call/recording-clock.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";
import { useKeptFocus } from "#app/ui/use-kept-focus.ts";

const HereRecorder = lazyPart(
  lazy(async () => (await import("#app/features/meeting/here/here-recorder.tsx")).HereRecorder, ["recordHere", "call"]),
);

/** Takes the player's place during a recording. A recording of a browser has its own in the tab that makes it. */
export function CallRecorder({ view }: { view: MeetingView }) {
  const plain = <PlainRecorder view={view} />;
  return view.head.call?.platform === "here" ? <HereRecorder view={view}>{plain}</HereRecorder> : plain;
}

/** The length so far and the stop button (§4: 'stopping', then 'stopped'). */
function PlainRecorder({ view }: { view: MeetingView }) {
  const { t } = useTranslation("call");
  const { head } = view;
  const { call } = head;
  const isRunning = call !== undefined && call.stoppedAt === null && !call.stopping;
  const now = useNow(isRunning);
  const recorded = recordedMs(head, now);
  if (!call) return null;
  return (
    <section className="player" aria-label={t("recorder.label")}>
      <div className="player__side">
        <div className="player__do">
          <StopButton meetId={head.meetId} call={call} />
          <p
            className={
              isRunning || call.stopping ? "player__time player__time--rec" : "player__time player__time--done"
            }
          >
            <b>{formatMoment(recorded)}</b> {t("recorder.recorded")}
          </p>
        </div>
      </div>
      <GrowingRuler view={view} recorded={recorded} isOver={call.stoppedAt !== null} />
    </section>
  );
}

function StopButton({ meetId, call }: { meetId: string; call: CallView }) {
  const { t } = useTranslation("call");
  const { state, ask } = useAsk(stopCall, meetId);
  const { press, place } = useKeptFocus();
  if (call.stoppedAt !== null) {
    return (
      <output className="btn btn--line btn--l" ref={place} tabIndex={-1}>
        <Icon name="check" />
        <span className="cap">{t("recorder.stopped")}</span>
      </output>
    );
  }
  if (call.stopping || state === "pending") {
    return (
      <output className="btn btn--line btn--l" ref={place} tabIndex={-1}>
        <Spinner />
        <span className="cap">{t("recorder.stopping")}</span>
      </output>
    );
  }
  const stop = () => {
    track("stop recording");
    press();
    ask();
  };
  return (
    <>
      <Button kind="danger-line" large onClick={stop}>
        <Icon name="stop" />
        {t("recorder.stop")}
      </Button>
      {state === "failed" && (
        <p className="error error--world" role="alert">
          {t("error.stop")}
        </p>
      )}
    </>
  );
}
