import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { formatLength, formatMoment } from "#app/domain/time.ts";
import { isInRecording, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import { useSharedFacts } from "#app/features/share/shared-facts.ts";
import { LANE_UNITS, laneLines } from "#app/features/share/shared-lanes.ts";

/** The meeting from end to end: key points, tasks, who spoke when (where the transcript is shared), and the playhead. */
export function SharedRuler({ view, durationMs }: { view: MeetingView; durationMs: number }) {
  const { t } = useTranslation("meeting");
  const { places, speakers } = useSharedFacts();
  const seconds = durationMs / 1000;
  const { keyPoints, tasks } = marksOf(view.summary, places, durationMs);
  const lanes = laneLines(view.segments, speakers, durationMs);
  const count = Math.max(1, lanes.length);
  const names = lanes.flatMap(({ name }) => name ?? []).join(", ");
  return (
    <div className="ruler">
      <svg
        className="marks"
        viewBox={`0 0 ${seconds} 16`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("player.marks", { keyPoints: keyPoints.length, tasks: tasks.length })}
      >
        {keyPoints.map((at) => (
          <line key={at} className="tick-key" x1={at} x2={at} y1="4" y2="16" />
        ))}
        {tasks.map((at) => (
          <g key={at}>
            <line className="tick-task" x1={at} x2={at} y1="10" y2="10" />
            <line className="tick-task-in" x1={at} x2={at} y1="10" y2="10" />
          </g>
        ))}
      </svg>
      <svg
        className={`lanes lanes--${count}`}
        viewBox={`0 0 ${seconds} ${count * LANE_UNITS}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={names === "" ? t("player.spokenWhen") : t("player.whoWhen", { names })}
      >
        {Array.from({ length: count }, (_, index) => {
          const y = index * LANE_UNITS + LANE_UNITS / 2;
          return <line key={y} className="lane" x1="0" x2={seconds} y1={y} y2={y} />;
        })}
        {lanes.map(({ name, colour, path }) => (
          <path key={name ?? "nobody"} className={colour === null ? "heard" : `s${colour}`} d={path} />
        ))}
      </svg>
      <div className="ruler__scale" aria-hidden="true">
        <span>{formatMoment(0)}</span>
        <span>{formatMoment(durationMs / 2)}</span>
        <span>{formatLength(durationMs)}</span>
      </div>
      <input
        className="ruler__seek"
        type="range"
        min="0"
        max={Math.max(1, Math.round(seconds))}
        step="1"
        defaultValue="0"
        aria-label={t("player.position")}
        data-of={t("player.positionOf", { at: "%", length: formatLength(durationMs) })}
        hidden
      />
      <span className="ruler__now" hidden />
    </div>
  );
}

/** Seconds at which key points and tasks are first proved, each once, as far as the recording reaches. */
function marksOf(
  summary: MeetingView["summary"],
  places: Places,
  durationMs: number,
): { keyPoints: number[]; tasks: number[] } {
  const starts = (type: "keypoints" | "tasks") => [
    ...new Set(
      (summary?.fields ?? []).flatMap(({ content }) =>
        content.type === type
          ? content.items.flatMap(({ segmentIds }) => momentsOf(segmentIds, places)[0]?.startMs ?? [])
          : [],
      ),
    ),
  ];
  const inSeconds = (ms: number) => (isInRecording(ms, durationMs) ? [ms / 1000] : []);
  return { keyPoints: starts("keypoints").flatMap(inSeconds), tasks: starts("tasks").flatMap(inSeconds) };
}
