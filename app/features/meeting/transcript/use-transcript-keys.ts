import { type RefObject, useEffect } from "react";

type Keys = {
  body: RefObject<HTMLElement>;
  segments: readonly { id: string }[];
  /** The first segment to focus when none has the focus: the one that is being spoken, else the first visible one. */
  startId: () => string | undefined;
  focus: (segmentId: string) => void;
};

/**
 * Up and down move from segment to segment, Enter plays the focused one. The whole transcript is one tab stop, because
 * eight thousand tab stops would block keyboard users.
 */
export function useTranscriptKeys({ body, segments, startId, focus }: Keys) {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
      const focused = event.target.closest<HTMLElement>(".seg");
      if (event.key === "Enter" && focused === event.target) focused.click();
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      if (event.target !== element && !focused) return;
      const next = focused ? neighbour(segments, focused.id, event.key === "ArrowDown" ? 1 : -1) : startId();
      if (next === undefined) return;
      event.preventDefault();
      focus(next);
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  }, [body, segments, startId, focus]);
}

function neighbour(segments: readonly { id: string }[], anchor: string, step: 1 | -1): string | undefined {
  const at = segments.findIndex(({ id }) => `s-${id}` === anchor);
  return at === -1 ? undefined : segments[at + step]?.id;
}
