import { type KeyboardEvent, useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { isQuotation } from "#app/domain/summary/quotation.ts";
import { formatLength, formatMoment } from "#app/domain/time.ts";
import { isInRecording, type Moment, momentsOf, type Places } from "#app/domain/transcript/moments.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { usePlayback, usePlayer } from "#app/features/meeting/player/playback.ts";
import { NUDGE_MS } from "#app/features/meeting/player/player-keys.ts";
import { useSearchState } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

/** Starts in ms, in order: key points and quotations are strokes on the ruler, tasks are rings. */
export type RulerMarks = { keyPoints: number[]; tasks: number[] };

type SummaryView = NonNullable<MeetingView["summary"]>;

export function useRulerMarks(summary: SummaryView | null): RulerMarks {
  const { places, durationMs } = useMeetingFacts();
  return useMemo(() => collectMarks(summary, places, durationMs), [summary, places, durationMs]);
}

/** Each key point, quotation and task once, at its first moment; what was said behind the recording's end is not on its ruler. */
export function collectMarks(summary: SummaryView | null, places: Places, durationMs: number | null): RulerMarks {
  const marks: RulerMarks = { keyPoints: [], tasks: [] };
  for (const { content } of summary?.fields ?? []) {
    if (content.type !== "keypoints" && content.type !== "tasks" && content.type !== "summary") continue;
    const into = content.type === "tasks" ? marks.tasks : marks.keyPoints;
    for (const item of content.items) {
      // A sentence of running text is no key point; a quotation is one wherever it stands.
      if (content.type === "summary" && !isQuotation(item)) continue;
      const first: Moment | undefined = momentsOf(item.segmentIds, places)[0];
      if (first && isInRecording(first.startMs, durationMs)) into.push(first.startMs);
    }
  }
  const byTime = (a: number, b: number) => a - b;
  return { keyPoints: marks.keyPoints.sort(byTime), tasks: marks.tasks.sort(byTime) };
}

export type RulerProps = { view: MeetingView; durationMs: number; marks: RulerMarks };

/** The whole meeting: speaker lanes, key points as strokes, tasks as rings, and the playback position. */
export function Ruler({ view, durationMs, marks }: RulerProps) {
  return (
    <div className="ruler">
      <Hits durationMs={durationMs} />
      <Drawing view={view} durationMs={durationMs} marks={marks} />
      <RulerSlider durationMs={durationMs} marks={marks} />
    </div>
  );
}

/** Drawn by the server; nothing of it can be clicked, so that its code loads after the page. */
const Drawing = lazyPart(
  lazy(async () => (await import("#app/features/meeting/player/ruler-drawing.tsx")).RulerDrawing),
);

const rulerHits = lazy(async () => (await import("#app/features/meeting/player/ruler-hits.tsx")).RulerHits);

/** Marks the places where the words of a search were said. */
function Hits({ durationMs }: { durationMs: number }) {
  const hasMatches = useSearchState().matches.length > 0;
  return hasMatches && <WhenLoaded part={rulerHits} props={{ durationMs }} />;
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
