import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import type { Playback } from "#app/features/meeting/player/playback.ts";
import { readPosition, savePosition } from "#app/features/meeting/player/remembered.ts";

/** So near to its beginning or end a recording begins anew. */
const EDGE_MS = 10_000;
const SAVE_EVERY_MS = 3000;

/** A recording goes on where it was left, without playing; a link to a moment wins. */
export function useRememberedPosition(playback: Playback, { meetId, playable }: { meetId: string; playable: boolean }) {
  const [search] = useSearchParams();
  const linked = search.has("t");
  useEffect(() => {
    if (!playable) return;
    const left = linked ? null : readPosition(meetId);
    if (left !== null) playback.seek(left);
    let savedMs = left ?? 0;
    const save = () => {
      const { ms, durationMs } = playback.getState();
      if (ms === savedMs) return;
      savedMs = ms;
      const isOver = durationMs !== null && ms > durationMs - EDGE_MS;
      savePosition(meetId, ms < EDGE_MS || isOver ? null : ms);
    };
    const stop = playback.subscribe(() => {
      const { ms, playing } = playback.getState();
      if (!playing || Math.abs(ms - savedMs) >= SAVE_EVERY_MS) save();
    });
    window.addEventListener("pagehide", save);
    return () => {
      stop();
      window.removeEventListener("pagehide", save);
    };
  }, [playback, playable, meetId, linked]);
}
