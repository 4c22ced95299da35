import { useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import type { Playback } from "#app/features/meeting/player/playback.ts";
import { parseStart } from "#app/features/meeting/player/player-keys.ts";

/** `?t=754` opens there, without playing: a page that speaks by itself startles. */
export function useStartTime(playback: Playback, playable: boolean) {
  const [search] = useSearchParams();
  const startMs = parseStart(search.get("t"));
  useEffect(() => {
    if (playable && startMs !== null) playback.openAt(startMs);
  }, [playback, playable, startMs]);
}
