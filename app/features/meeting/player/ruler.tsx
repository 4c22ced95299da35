import { type KeyboardEvent, useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { formatLength, formatMoment } from "#app/domain/time.ts";
import { isInRecording, type Moment, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { hitPath, type Lane, LANE_HEIGHT, lanePath, layLanes, scaleTimes } from "#app/features/meeting/player/lanes.ts";
import { usePlayback, usePlayer } from "#app/features/meeting/player/playback.ts";
import { NUDGE_MS } from "#app/features/meeting/player/player-keys.ts";
import { useSearchState, useTranscriptSearch } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";

/** Starts in ms, in order: key points are strokes on the ruler, tasks are rings. */
export type RulerMarks = { keyPoints: number[]; tasks: number[] };

type SummaryView = NonNullable<MeetingView["summary"]>;

export function useRulerMarks(summary: SummaryView | null): RulerMarks {
  const { places, durationMs } = useMeetingFacts();
  return useMemo(() => collectMarks(summary, places, durationMs), [summary, places, durationMs]);
}

/** Each key point and each task once, at its first moment; what was said behind the recording's end is not on its ruler. */
export function collectMarks(summary: SummaryView | null, places: Places, durationMs: number | null): RulerMarks {
  const marks: RulerMarks = { keyPoints: [], tasks: [] };
  for (const { content } of summary?.fields ?? []) {
    if (content.type !== "keypoints" && content.type !== "tasks") continue;
    const into = content.type === "keypoints" ? marks.keyPoints : marks.tasks;
    for (const item of content.items) {
      const first: Moment | undefined = momentsOf(item.segmentIds, places)[0];
      if (first && isInRecording(first.startMs, durationMs)) into.push(first.startMs);
    }
  }
  const byTime = (a: number, b: number) => a - b;
  return { keyPoints: marks.keyPoints.sort(byTime), tasks: marks.tasks.sort(byTime) };
}

type RulerProps = { view: MeetingView; durationMs: number; marks: RulerMarks };

/** The whole meeting: speaker lanes, key points as strokes, tasks as rings, and the playback position. */
export function Ruler({ view, durationMs, marks }: RulerProps) {
  const { speakers } = useMeetingFacts();
  const { segments, head } = view;
  const lanes = useMemo(() => layLanes(segments, speakers, durationMs), [segments, speakers, durationMs]);
  return (
    <div className="ruler">
      <Hits durationMs={durationMs} />
      <Marks marks={marks} durationMs={durationMs} />
      <Lanes lanes={lanes} durationMs={durationMs} gaps={head.gaps} />
      <Times durationMs={durationMs} />
      <RulerSlider durationMs={durationMs} marks={marks} />
    </div>
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

/** One stroke for each pixel that has a match, in one path: a single letter can have fifty thousand matches. */
function Hits({ durationMs }: { durationMs: number }) {
  const search = useTranscriptSearch();
  // The marked words are drawn first, because a user who types waits for them.
  const matches = useDeferredValue(useSearchState().matches);
  const path = useMemo(() => hitPath(search.momentsOf(matches), durationMs), [search, matches, durationMs]);
  if (path === "") return null;
  return (
    <svg className="hits" viewBox={`0 0 ${durationMs / 1000} 16`} preserveAspectRatio="none" aria-hidden="true">
      <path className="tick-hit" d={path} />
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

/** The playhead, and over the whole ruler a slider that everybody can use; it draws nothing but its focus ring. */
function RulerSlider({ durationMs, marks }: { durationMs: number; marks: RulerMarks }) {
  const { t } = useTranslation("meeting");
  const playback = usePlayer();
  const ms = Math.min(
    usePlayback((state) => state.ms),
    durationMs,
  );
  const at = ms / 1000;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const forward = event.key === "ArrowRight";
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) playback.seek(nextMark(marks, ms, forward) ?? ms);
    else playback.seekBy(forward ? NUDGE_MS : -NUDGE_MS);
  };

  return (
    <>
      <svg
        className="ruler__head"
        viewBox={`0 0 ${durationMs / 1000} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line className="playhead" x1={at} x2={at} y1="0" y2="100" />
        <line className="playhead-knob" x1={at} x2={at} y1="0" y2="0" />
      </svg>
      <input
        className="ruler__seek"
        type="range"
        min={0}
        max={durationMs}
        step="any"
        value={ms}
        aria-label={t("player.position")}
        aria-valuetext={t("player.positionOf", { at: formatMoment(ms), length: formatLength(durationMs) })}
        onChange={(event) => playback.seek(Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

/** A mark counts as reached within half a second, so that the key moves on from the one it stands on. */
const REACHED_MS = 500;

function nextMark({ keyPoints, tasks }: RulerMarks, ms: number, forward: boolean): number | undefined {
  const all = [...keyPoints, ...tasks].sort((a, b) => a - b);
  return forward ? all.find((mark) => mark > ms + REACHED_MS) : all.findLast((mark) => mark < ms - REACHED_MS);
}
