import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { parseStart } from "#app/features/meeting/player/player-keys.ts";
import { lastStartedAt } from "#app/features/meeting/transcript/find-spoken.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

type Needs = { segments: readonly SegmentView[]; show: (segmentId: string, how: "at-once") => void };

/** `?t=754`: the transcript opens there too, whether or not there is a recording, and whether or not somebody speaks then. */
export function useStartPlace({ segments, show }: Needs) {
  const [search] = useSearchParams();
  const startMs = parseStart(search.get("t"));
  const opened = useRef<number | null>(null);
  useEffect(() => {
    if (startMs === null || opened.current === startMs || segments.length === 0) return;
    opened.current = startMs;
    const id = segments[Math.max(0, lastStartedAt(segments, startMs))]?.id;
    if (id === undefined) return;
    requestAnimationFrame(() => show(id, "at-once"));
    // A browser that was given a fragment too scrolls to it once more when everything has loaded.
    const again = () => requestAnimationFrame(() => show(id, "at-once"));
    if (document.readyState !== "complete") window.addEventListener("load", again, { once: true });
  }, [segments, startMs, show]);
}
