import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { joinRanges, type RowRange, type RowShape } from "#app/features/meeting/transcript/window/row-offsets.ts";
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

/** A selection over more rows than this is let go of at its far end. */
const SELECTED_ROWS_MAX = 400;

type Ends = { first: string; last: string };

/**
 * Rows that stay drawn wherever the window is: the one with the focus, the one that the address names (it must stay the
 * page's target), and those that are being selected. By the id of a segment in them, as rows move while a page is live.
 */
export function useKeptRows(list: RefObject<HTMLElement>, rowOf: ReadonlyMap<string, number>): RowRange[] {
  const [focused, setFocused] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const [selected, setSelected] = useState<Ends | null>(null);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    const readTarget = () => setTarget(/^#s-(.+)$/.exec(window.location.hash)?.[1] ?? null);
    const readSelection = () => {
      const selection = window.getSelection();
      const first = selection && !selection.isCollapsed ? segmentAt(element, selection.anchorNode) : null;
      const last = first === null ? null : (segmentAt(element, selection?.focusNode ?? null) ?? first);
      setSelected((before) => {
        if (first === null || last === null) return null;
        return before?.first === first && before.last === last ? before : { first, last };
      });
    };
    readTarget();
    window.addEventListener("hashchange", readTarget, { signal });
    document.addEventListener("selectionchange", readSelection, { signal });
    element.addEventListener("focusin", ({ target }) => setFocused(segmentAt(element, target as Node)), { signal });
    element.addEventListener("focusout", () => setFocused(null), { signal });
    return () => stop.abort();
  }, [list]);

  return useMemo(() => {
    const kept: RowRange[] = [];
    for (const id of [focused, target]) {
      const row = id === null ? undefined : rowOf.get(id);
      if (row !== undefined) kept.push({ first: row, last: row + 1 });
    }
    const ends = selected && [rowOf.get(selected.first), rowOf.get(selected.last)];
    if (ends?.[0] !== undefined && ends[1] !== undefined) {
      const first = Math.min(ends[0], ends[1]);
      kept.push({ first, last: Math.min(Math.max(ends[0], ends[1]) + 1, first + SELECTED_ROWS_MAX) });
    }
    return kept;
  }, [focused, target, selected, rowOf]);
}

/** The segment that a node stands in, or the first one of its row. */
function segmentAt(list: HTMLElement, node: Node | null): string | null {
  if (!node || !list.contains(node)) return null;
  const element = node instanceof Element ? node : node.parentElement;
  const segment = element?.closest(".seg") ?? element?.closest("[data-row]")?.querySelector(".seg");
  return segment?.id.replace(/^s-/, "") ?? null;
}
