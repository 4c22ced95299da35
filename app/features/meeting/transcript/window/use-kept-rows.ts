import { type RefObject, useEffect, useMemo, useState } from "react";
import type { RowRange } from "#app/features/meeting/transcript/window/row-offsets.ts";

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
