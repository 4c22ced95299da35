import { useDeferredValue, useMemo } from "react";
import { RULER_PIXELS } from "#app/features/meeting/player/lanes.ts";
import { useSearchState, useTranscriptSearch } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";

/** Strokes at these moments, at most one per pixel; moments after the end of the recording are left out. */
export function hitPath(momentsMs: readonly number[], durationMs: number): string {
  const pixels = new Set<number>();
  for (const ms of momentsMs) if (ms <= durationMs) pixels.add(Math.round((ms / durationMs) * RULER_PIXELS));
  return [...pixels].map((pixel) => `M${Math.round((pixel / RULER_PIXELS) * (durationMs / 100)) / 10} 0v16`).join("");
}

/** One stroke for each pixel that has a match, in one path: a single letter can have fifty thousand matches. */
export function RulerHits({ durationMs }: { durationMs: number }) {
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
