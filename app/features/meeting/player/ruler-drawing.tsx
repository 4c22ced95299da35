import { useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { formatLength, formatMoment } from "#app/domain/time.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { type Lane, LANE_HEIGHT, lanePath, layLanes, scaleTimes } from "#app/features/meeting/player/lanes.ts";
import type { RulerMarks, RulerProps } from "#app/features/meeting/player/ruler.tsx";

/** Key points and tasks, a lane for each speaker, and times. */
export function RulerDrawing({ view: { segments, head }, durationMs, marks }: RulerProps) {
  const { speakers } = useMeetingFacts();
  const lanes = useMemo(() => layLanes(segments, speakers, durationMs), [segments, speakers, durationMs]);
  return (
    <>
      <Marks marks={marks} durationMs={durationMs} />
      <Lanes lanes={lanes} durationMs={durationMs} gaps={head.gaps} />
      <Times durationMs={durationMs} />
    </>
  );
}

/** A time label this near to the end (as a fraction of the length) touches the label of the end on a phone. */
const TIGHT = 0.17;

function Times({ durationMs }: { durationMs: number }) {
  return (
    <svg className="ruler__times" aria-hidden="true">
      {scaleTimes(durationMs).map((ms, index) => (
        <text
          key={ms}
          className={roomOf(ms, index, durationMs)}
          x={`${(ms / durationMs) * 100}%`}
          y="12"
          textAnchor={ms === 0 ? "start" : "middle"}
        >
          {formatMoment(ms)}
        </text>
      ))}
      <text x="100%" y="12" textAnchor="end">
        {formatLength(durationMs)}
      </text>
    </svg>
  );
}

/** Classes that hide time labels when there is little room: first those near the end, then every second one, then all between the ends. */
function roomOf(ms: number, index: number, durationMs: number): string {
  const tight = durationMs - ms < durationMs * TIGHT;
  return [index > 0 && "is-inner", index % 2 === 1 && "is-odd", tight && "is-tight"].filter(Boolean).join(" ");
}

function Marks({ marks, durationMs }: { marks: RulerMarks; durationMs: number }) {
  const { t } = useTranslation("meeting");
  const none = marks.keyPoints.length === 0 && marks.tasks.length === 0;
  const counts = { keyPoints: marks.keyPoints.length, tasks: marks.tasks.length };
  return (
    <svg
      className="marks"
      viewBox={`0 0 ${durationMs / 1000} 16`}
      preserveAspectRatio="none"
      role="img"
      aria-label={none ? t("player.noMarks") : t("player.marks", counts)}
    >
      {[...new Set(marks.keyPoints)].map((ms) => (
        <line key={ms} className="tick-key" x1={ms / 1000} x2={ms / 1000} y1="4" y2="16" />
      ))}
      {[...new Set(marks.tasks)].map((ms) => (
        <g key={ms}>
          <line className="tick-task" x1={ms / 1000} x2={ms / 1000} y1="10" y2="10" />
          <line className="tick-task-in" x1={ms / 1000} x2={ms / 1000} y1="10" y2="10" />
        </g>
      ))}
    </svg>
  );
}

type LanesProps = { lanes: Lane[]; durationMs: number; gaps: MeetingView["head"]["gaps"] };

function Lanes({ lanes, durationMs, gaps }: LanesProps) {
  const { t } = useTranslation("meeting");
  const seconds = durationMs / 1000;
  const count = Math.max(1, lanes.length);
  const height = count * LANE_HEIGHT;
  const names = lanes.flatMap((lane) => lane.name ?? []).join(", ");
  return (
    <svg
      className={`lanes lanes--${count}`}
      viewBox={`0 0 ${seconds} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={names === "" ? t("player.spokenWhen") : t("player.whoWhen", { names })}
    >
      {Array.from({ length: count }, (_, index) => {
        const y = index * LANE_HEIGHT + LANE_HEIGHT / 2;
        return <line key={y} className="lane" x1="0" x2={seconds} y1={y} y2={y} />;
      })}
      {gaps.map((gap) => (
        <rect
          key={gap.startMs}
          className="pending"
          x={gap.startMs / 1000}
          y="0"
          width={Math.max(0, gap.endMs - gap.startMs) / 1000}
          height={height}
        />
      ))}
      {lanes.map((lane, index) => (
        <path
          key={lane.name ?? "nobody"}
          className={lane.colour === null ? "heard" : `s${lane.colour}`}
          d={lanePath(lane, index)}
        />
      ))}
    </svg>
  );
}
