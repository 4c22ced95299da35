import { type RefObject, useEffect } from "react";
import { usePlayback } from "#app/features/meeting/player/playback.ts";

/** Events of a reader who scrolls away. Scrolling by this code fires none of them. */
const READER_MOVES = ["wheel", "touchmove"] as const;
const READER_KEYS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"]);

type Follow = {
  body: RefObject<HTMLElement>;
  following: boolean;
  /** The newest words of a running recording; null where nothing is added. */
  newestId: string | null;
  onLeave: () => void;
  /** Scrolls a segment to the middle of the view. */
  show: (segmentId: string, how: "smooth" | "at-once") => void;
};

/** Keeps the spoken words, or the newest, in view until the reader scrolls; the button, or F, turns it on again. */
export function useFollow({ body, following, newestId, onLeave, show }: Follow) {
  const followedId = usePlayback((state) => state.spokenId) ?? newestId;
  const jumps = usePlayback((state) => state.jumps);

  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const stop = new AbortController();
    for (const move of READER_MOVES) {
      element.addEventListener(move, onLeave, { passive: true, signal: stop.signal });
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (READER_KEYS.has(key)) onLeave();
    };
    element.addEventListener("keydown", onKeyDown, { signal: stop.signal });
    // The scroll bar belongs to the panel itself; the content has elements of its own.
    const onPointerDown = (event: PointerEvent) => {
      if (event.target === element && event.offsetX >= element.clientWidth) onLeave();
    };
    element.addEventListener("pointerdown", onPointerDown, { signal: stop.signal });
    return () => stop.abort();
  }, [body, onLeave]);

  useEffect(() => {
    if (!following || followedId === null) return;
    const frame = requestAnimationFrame(() => show(followedId, "smooth"));
    // In a narrow window the transcript is a tab, which opens at the words that are being spoken.
    const onTab = () => requestAnimationFrame(() => show(followedId, "at-once"));
    window.addEventListener("hashchange", onTab);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("hashchange", onTab);
    };
    // Somebody who asks for the moment that is spoken already may have scrolled elsewhere since.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a jump scrolls again
  }, [following, followedId, jumps, show]);
}
