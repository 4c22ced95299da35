import { type RefObject, useEffect, useState } from "react";
import { usePlayback } from "#app/features/meeting/player/use-playback.ts";
import { segmentAnchor } from "#app/features/meeting/transcript/segment-anchor.ts";

/** What a reader does to look elsewhere. A scroll of our own fires none of these. */
const READER_MOVES = ["wheel", "touchmove"] as const;

/** The transcript keeps the spoken words in sight until the reader scrolls; the button takes it up again. */
export function useFollow(body: RefObject<HTMLElement>) {
  const [following, setFollowing] = useState(true);
  const spokenId = usePlayback((state) => state.spokenId);

  useEffect(() => {
    const element = body.current;
    const stop = () => setFollowing(false);
    for (const move of READER_MOVES) element?.addEventListener(move, stop, { passive: true });
    return () => {
      for (const move of READER_MOVES) element?.removeEventListener(move, stop);
    };
  }, [body]);

  useEffect(() => {
    if (!following || spokenId === null) return;
    // The element may be on a tab that is not shown: then there is nothing to scroll and nothing happens.
    document.getElementById(segmentAnchor(spokenId))?.scrollIntoView({ block: "center", behavior: scrollBehavior() });
  }, [following, spokenId]);

  return { following, setFollowing };
}

function scrollBehavior(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
