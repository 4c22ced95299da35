import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { joinRanges, type RowRange } from "#app/features/meeting/transcript/window/row-offsets.ts";
import type { RowShape } from "#app/features/meeting/transcript/window/row-stack.ts";
import { createRowWindow, type RowWindow } from "#app/features/meeting/transcript/window/row-window.ts";

/** Drawn at first, before anything is known of the window: the server draws as much. */
const FIRST_ROWS = 160;

type Edges = { first: string | undefined; last: string | undefined };

/**
 * Which rows of a long list are drawn. Rows have heights of their own; what is above and below stands as empty stretches
 * (`li[data-gap]`). `kept` rows stay drawn wherever the window is: focus, selection, target.
 */
export function useRowWindow(
  list: RefObject<HTMLOListElement>,
  rows: readonly RowShape[],
  kept: readonly RowRange[],
): { drawn: RowRange[]; rowWindow: RowWindow } {
  const places = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const [edges, setEdges] = useState<Edges>(() => edgesOf(rows, { first: 0, last: FIRST_ROWS }));
  const [rowWindow] = useState(() =>
    createRowWindow((rows, range, when) => {
      const next = edgesOf(rows, range);
      const set = () => setEdges((edges) => (edges.first === next.first && edges.last === next.last ? edges : next));
      if (when === "at-once") flushSync(set);
      else set();
    }),
  );
  const range = rangeOf(edges, places, rows.length);
  const drawn = joinRanges([range, ...kept], rows.length);

  // After every drawing, whatever it was for: each may have changed heights.
  useLayoutEffect(() => rowWindow.drawn(list.current, { rows, places, window: range, drawn }));

  const listed = rows.length > 0;
  useEffect(() => {
    const element = list.current;
    if (!element || !listed) return;
    let width = element.clientWidth;
    const watch = new ResizeObserver(() => {
      // On a tab that is not shown it has no width; what was measured still holds when it comes back.
      if (element.clientWidth === 0) return;
      const changed = element.clientWidth !== width;
      width = element.clientWidth;
      rowWindow.resized(changed);
    });
    watch.observe(element);
    // Scroll events do not bubble; from here both the panel's and the page's are heard.
    document.addEventListener("scroll", rowWindow.scrolled, { capture: true, passive: true });
    return () => {
      watch.disconnect();
      document.removeEventListener("scroll", rowWindow.scrolled, { capture: true });
    };
  }, [list, listed, rowWindow]);

  return { drawn, rowWindow };
}

function edgesOf(rows: readonly RowShape[], { first, last }: RowRange): Edges {
  return { first: rows[first]?.key, last: rows[Math.min(last, rows.length) - 1]?.key };
}

/** By key, not by place: while the transcript grows, or comes as a whole, what is drawn stays drawn. */
function rangeOf({ first, last }: Edges, places: ReadonlyMap<string, number>, count: number): RowRange {
  const from = first === undefined ? undefined : places.get(first);
  const to = last === undefined ? undefined : places.get(last);
  if (from === undefined && to === undefined) return { first: 0, last: Math.min(count, FIRST_ROWS) };
  const begin = from ?? Math.max(0, (to ?? 0) - FIRST_ROWS);
  return { first: begin, last: Math.max(begin, to ?? Math.min(count, begin + FIRST_ROWS) - 1) + 1 };
}
