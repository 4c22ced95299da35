import { type RefObject, useEffect } from "react";

type Keys = {
  body: RefObject<HTMLElement>;
  segments: readonly { id: string }[];
  /** Where somebody begins who has no segment yet: at what is spoken, else at what is seen. */
  startId: () => string | undefined;
  focus: (segmentId: string) => void;
};

/**
 * Up and down go from segment to segment, Enter plays the one that has the focus. One tab stop for the whole transcript:
 * eight thousand of them would be a wall for the keyboard.
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
