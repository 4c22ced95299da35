import { useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { formatMoment } from "#app/domain/time.ts";
import { rulerScaleMs, writtenUntilMs } from "#app/features/meeting/call/recording-clock.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { LANE_HEIGHT, lanePath, layLanes } from "#app/features/meeting/player/lanes.ts";

type Props = {
  view: MeetingView;
  /** Length of the recording so far, in ms. */
  recorded: number;
  isOver: boolean;
  /** Moments of the person's own notes. */
  marks?: { moments: readonly number[]; label: string };
};

/** The speaker lanes so far. Parts without text yet are grey. */
export function GrowingRuler({ view, recorded, isOver, marks }: Props) {
  const { t } = useTranslation("call");
  const { speakers } = useMeetingFacts();
  const { segments, head } = view;
  const scaleMs = isOver ? Math.max(recorded, 1000) : rulerScaleMs(recorded);
  const lanes = useMemo(() => layLanes(segments, speakers, scaleMs), [segments, speakers, scaleMs]);
  const height = Math.max(1, lanes.length) * LANE_HEIGHT;
  const scale = scaleMs / 1000;
  const known = Math.min(writtenUntilMs(head), recorded) / 1000;
  const names = [...speakers.keys()].join(", ");
  return (
    <div className="ruler ruler--growing">
      {marks !== undefined && marks.moments.length > 0 && (
        <svg
          className="marks"
          viewBox={`0 0 ${scale} 16`}
          preserveAspectRatio="none"
          role="img"
          aria-label={marks.label}
        >
          {marks.moments.map((ms) => (
            <line key={ms} className="tick-key" x1={ms / 1000} x2={ms / 1000} y1="4" y2="16" />
          ))}
        </svg>
      )}
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
