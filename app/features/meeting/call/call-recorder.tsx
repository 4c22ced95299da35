import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import { stopCall } from "#app/contracts/endpoints/calls.ts";
import type { CallView, MeetingView } from "#app/contracts/meeting-view.ts";
import { formatMoment } from "#app/domain/time.ts";
import { useAsk } from "#app/features/meeting/call/call-calls.ts";
import { recordedMs, rulerScaleMs, useNow } from "#app/features/meeting/call/recording-clock.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { LANE_HEIGHT, lanePath, layLanes } from "#app/features/meeting/player/lanes.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";

/** Takes the player's place during a recording: shows the length so far and the stop button (§4: 'stopping', then 'stopped'). */
export function CallRecorder({ view }: { view: MeetingView }) {
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
  if (call.stoppedAt !== null) {
    return (
      <output className="btn btn--line btn--l">
        <Icon name="check" />
        <span className="cap">{t("recorder.stopped")}</span>
      </output>
    );
  }
  if (call.stopping || state === "pending") {
    return (
      <output className="btn btn--line btn--l">
        <Spinner />
        <span className="cap">{t("recorder.stopping")}</span>
      </output>
    );
  }
  const stop = () => {
    track("stop recording");
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

/** The speaker lanes so far. Parts without text yet are grey. */
function GrowingRuler({ view, recorded, isOver }: { view: MeetingView; recorded: number; isOver: boolean }) {
  const { t } = useTranslation("call");
  const { speakers } = useMeetingFacts();
  const { segments, head } = view;
  const scaleMs = isOver ? Math.max(recorded, 1000) : rulerScaleMs(recorded);
  const lanes = useMemo(() => layLanes(segments, speakers, scaleMs), [segments, speakers, scaleMs]);
  const height = Math.max(1, lanes.length) * LANE_HEIGHT;
  const scale = scaleMs / 1000;
  const known = Math.min(head.recognisedMs, recorded) / 1000;
  const names = [...speakers.keys()].join(", ");
  return (
    <div className="ruler ruler--growing">
      <svg
        className={`lanes lanes--${Math.max(1, lanes.length)}`}
        viewBox={`0 0 ${scale} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={names === "" ? t("recorder.noVoices") : t("recorder.voices", { names })}
      >
        <rect className="pending" x={known} y="0" width={Math.max(0, scale - known)} height={height} />
        {lanes.map((lane, index) => (
          <path
            key={lane.name ?? "nobody"}
            className={lane.colour === null ? "heard" : `s${lane.colour}`}
            d={lanePath(lane, index)}
          />
        ))}
        {!isOver && <line className="nowline" x1={recorded / 1000} x2={recorded / 1000} y1="0" y2={height} />}
      </svg>
      <svg className="ruler__times" aria-hidden="true">
        <text x="0" y="12">
          {formatMoment(0)}
        </text>
        <text x="50%" y="12" textAnchor="middle">
          {formatMoment(scaleMs / 2)}
        </text>
        <text x="100%" y="12" textAnchor="end">
          {formatMoment(scaleMs)}
        </text>
      </svg>
    </div>
  );
}
