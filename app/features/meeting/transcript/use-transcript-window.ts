import { type RefObject, useMemo, useState, useLayoutEffect } from "react";
import type { TranscriptRow } from "#app/domain/transcript/group-turns.ts";
import { segmentAnchor } from "#app/domain/transcript/moment-address.ts";
import type { RowRange, RowShape } from "#app/features/meeting/transcript/window/row-offsets.ts";
import type { RowWindow } from "#app/features/meeting/transcript/window/row-window.ts";
import { useKeptRows, useRowWindow } from "#app/features/meeting/transcript/window/use-row-window.ts";

/** Ways to a segment, drawn or not. */
export type TranscriptPlaces = {
  /** Brings it to the middle of what is seen; at once where it was not drawn. */
  show: (segmentId: string, how: "smooth" | "at-once") => void;
  /** Gives it the focus, and scrolls no further than it has to. */
  focus: (segmentId: string) => void;
  /** The first row that is seen. */
  firstSeen: () => number;
};

/** The rows of the transcript that are drawn, and how to come to one that is not. */
export function useTranscriptWindow(
  list: RefObject<HTMLOListElement>,
  rows: readonly TranscriptRow[],
): TranscriptPlaces & { drawn: RowRange[] } {
  const shapes = useMemo(() => rows.map(shapeOf), [rows]);
  const rowOf = useMemo(() => placeInRows(rows), [rows]);
  const kept = useKeptRows(list, rowOf);
  const { drawn, rowWindow } = useRowWindow(list, shapes, kept);
  const [{ setRowOf, places }] = useState(() => createPlaces(rowWindow));
  useLayoutEffect(() => setRowOf(rowOf), [setRowOf, rowOf]);
  return { ...places, drawn };
}

function createPlaces(rowWindow: RowWindow) {
  let rowOf: ReadonlyMap<string, number> = new Map();
  const find = (segmentId: string): { element: HTMLElement; wasDrawn: boolean } | null => {
    const before = document.getElementById(segmentAnchor(segmentId));
    const row = rowOf.get(segmentId);
    if (!before && row !== undefined) rowWindow.bring(row);
    const element = before ?? document.getElementById(segmentAnchor(segmentId));
    // It may be on a tab that is not shown: then there is nothing to scroll.
    return element && element.getClientRects().length > 0 ? { element, wasDrawn: before !== null } : null;
  };
  const places: TranscriptPlaces = {
    show(segmentId, how) {
      const found = find(segmentId);
      const smooth = how === "smooth" && found?.wasDrawn && !prefersStillness();
      found?.element.scrollIntoView({ block: "center", behavior: smooth ? "smooth" : "instant" });
    },
    focus(segmentId) {
      const found = find(segmentId);
      found?.element.focus({ preventScroll: true });
      found?.element.scrollIntoView({ block: "nearest" });
    },
    firstSeen: rowWindow.firstSeen,
  };
  const setRowOf = (next: ReadonlyMap<string, number>) => {
    rowOf = next;
  };
  return { places, setRowOf };
}

export function keyOfRow(row: TranscriptRow): string {
  return row.kind === "turn" ? row.turn.key : `gap ${row.gap.startMs}`;
}

function shapeOf(row: TranscriptRow): RowShape {
  const key = keyOfRow(row);
  if (row.kind === "gap") return { key, chars: 0, named: true };
  const chars = row.turn.segments.reduce((sum, { text }) => sum + text.length + 1, 0);
  return { key, chars, named: row.turn.named };
}

function placeInRows(rows: readonly TranscriptRow[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (row.kind === "turn") for (const { id } of row.turn.segments) places.set(id, index);
  }
  return places;
}

function prefersStillness(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
