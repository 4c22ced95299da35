import { useEffect, useMemo } from "react";
import type { PageView } from "#app/contracts/page-view.ts";
import { findSilences, skipFrom } from "#app/features/meeting/player/silences.ts";
import { usePlayer } from "#app/features/meeting/player/use-playback.ts";

/** While it plays, pauses of more than two seconds are jumped. Not before the whole transcript is known. */
export function useSkipSilence({ segments, outline, head }: PageView, enabled: boolean) {
  const playback = usePlayer();
  const silences = useMemo(
    () => (enabled && !outline ? findSilences(segments, head.gaps) : []),
    [enabled, outline, segments, head.gaps],
  );
  useEffect(() => {
    if (silences.length === 0) return;
    return playback.subscribe(() => {
      const { ms, playing } = playback.getState();
      const to = playing ? skipFrom(silences, ms) : null;
      if (to !== null) playback.seek(to);
    });
  }, [playback, silences]);
}
