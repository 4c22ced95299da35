import { type RefObject, useEffect } from "react";

/**
 * Up and down go from segment to segment, Enter plays the one that has the focus. One tab stop for the whole transcript:
 * eight thousand of them would be a wall for the keyboard.
 */
export function useTranscriptKeys(body: RefObject<HTMLElement>) {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
      if (event.key === "Enter" && event.target.matches(".seg")) event.target.click();
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      const segments = [...element.querySelectorAll<HTMLElement>(".seg")];
      const next = segments[placeAfter(segments, event.target, event.key === "ArrowDown" ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: "nearest" });
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  }, [body]);
}

/** From the focused segment, else from the spoken one, else from the top. */
function placeAfter(segments: HTMLElement[], focused: HTMLElement, step: 1 | -1): number {
  const from = segments.indexOf(focused);
  if (from !== -1) return Math.max(0, from + step);
  return Math.max(
    0,
    segments.findIndex((segment) => segment.classList.contains("is-spoken")),
  );
}
