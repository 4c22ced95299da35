import {
  covers,
  createRowStack,
  gapsBetween,
  rowAt,
  type RowRange,
  rowsBetween,
  type RowShape,
  topOf,
} from "#app/features/meeting/transcript/window/row-offsets.ts";

/** Height drawn on both sides of the view, and the distance to its edge at which more is drawn. */
const DRAWN_PX = 900;
const EDGE_PX = 350;

/** The rows in React's last drawing: all rows, the range in the window, and all drawn ranges. */
export type DrawnRows = {
  rows: readonly RowShape[];
  places: ReadonlyMap<string, number>;
  window: RowRange;
  drawn: readonly RowRange[];
};

/** Draws these rows; "at-once" when the user would otherwise see an empty place. */
type Draw = (rows: readonly RowShape[], range: RowRange, when: "soon" | "at-once") => void;

export type RowWindow = {
  /** Called after each drawing, before the browser paints it. */
  drawn: (list: HTMLElement | null, now: DrawnRows) => void;
  scrolled: () => void;
  resized: (widthChanged: boolean) => void;
  /** Draws a row that is not drawn and scrolls it into view. Afterwards it is in the document. */
  bring: (row: number) => void;
  /** The first visible row. */
  firstSeen: () => number;
};

/**
 * Measures rows, decides which are drawn, and keeps the reader's place: the row at the top of the view stays where it is
 * when rows above it are higher or lower than estimated. It is held outside of React, which only draws the chosen rows.
 */
export function createRowWindow(draw: Draw): RowWindow {
  const stack = createRowStack();
  let list: HTMLElement | null = null;
  let now: DrawnRows = { rows: [], places: new Map(), window: { first: 0, last: 0 }, drawn: [] };
  /**
   * The first visible row (at the list's end: the lower edge of the last row), and its last known position in the list. A
   * reader who goes to the end stays there while its rows are measured, and keeps their place when more rows follow. `place`: that of
   * the list, as something above it may go; null where the list's beginning is in view.
   */
  let anchor: { key: string; edge: 0 | 1; top: number; place: number | null } | null = null;
  let firstRow = 0;
  /** The row to scroll into view next, and its distance from the top of the view. */
  let wanted: { key: string; y: number } | null = null;

  const viewNow = (): ScrollView | null => list && scrollViewOf(list);
  const topOfKey = (key: string, edge: 0 | 1 = 0): number | null => {
    const row = now.places.get(key);
    return row === undefined ? null : topOf(stack.topsOf(now.rows), row + edge);
  };

  const look = (moment: "scrolled" | "drawn") => {
    const view = viewNow();
    if (!view) return;
    const tops = stack.topsOf(now.rows);
    const seen = view.read();
    firstRow = rowAt(tops, seen.top);
    const edge = seen.top > 0 && seen.bottom >= topOf(tops, now.rows.length) ? 1 : 0;
    const row = edge === 1 ? now.rows.length - 1 : firstRow;
    const key = now.rows[row]?.key;
    const place = seen.top > 0 ? view.place() : null;
    if (key !== undefined) anchor = { key, edge, top: topOf(tops, row + edge), place };
    if (covers(now.window, rowsBetween(tops, seen, EDGE_PX))) return;
    const isEmpty = !covers(now.window, rowsBetween(tops, seen, 0));
    draw(now.rows, rowsBetween(tops, seen, DRAWN_PX), moment === "scrolled" && isEmpty ? "at-once" : "soon");
  };

  /** Measures the drawn rows, sets the heights of the gaps, and corrects the scroll position by the difference. */
  const settle = () => {
    if (!list) return;
    const gaps = gapsBetween(now.drawn, now.rows.length);
    // Set before measuring: the browser would scroll a list that is too short for a moment to its new end.
    setGaps(list, gaps, stack.topsOf(now.rows));
    const view = viewNow();
    if (!view) return;
    if (learnHeights(list, now.rows, stack.learn)) setGaps(list, gaps, stack.topsOf(now.rows));
    const asked = wanted;
    wanted = null;
    const askedTop = asked && topOfKey(asked.key);
    if (asked && askedTop !== null) return view.scrollBy(askedTop - view.read().top - asked.y);
    if (anchor?.edge === 1 && anchor.key === now.rows.at(-1)?.key) return view.toEnd();
    const top = anchor && topOfKey(anchor.key, anchor.edge);
    if (!anchor || top === null) return;
    const place = anchor.place === null ? null : view.place();
    const moved = top - anchor.top + (place ?? 0) - (anchor.place ?? 0);
    if (Math.abs(moved) < 1) return;
    view.scrollBy(moved);
    anchor = { ...anchor, top, place };
  };

  const settleAndLook = () => {
    settle();
    look("drawn");
  };

  return {
    drawn(element, next) {
      list = element;
      now = next;
      settleAndLook();
    },
    scrolled: () => look("scrolled"),
    resized(widthChanged) {
      if (widthChanged) stack.forget();
      settleAndLook();
    },
    bring(row) {
      const view = viewNow();
      const key = now.rows[row]?.key;
      if (!view || key === undefined || now.drawn.some(({ first, last }) => row >= first && row < last)) return;
      const seen = view.read();
      const y = (seen.bottom - seen.top) / 3;
      const tops = stack.topsOf(now.rows);
      const top = topOf(tops, row) - y;
      wanted = { key, y };
      draw(now.rows, rowsBetween(tops, { top, bottom: top + 3 * y }, DRAWN_PX), "at-once");
    },
    firstSeen: () => firstRow,
  };
}

function learnHeights(list: HTMLElement, rows: readonly RowShape[], learn: (row: RowShape, px: number) => boolean) {
  let changed = false;
  for (const child of list.querySelectorAll<HTMLElement>(":scope > [data-row]")) {
    const row = rows[Number(child.dataset.row)];
    if (row && learn(row, child.getBoundingClientRect().height)) changed = true;
  }
  return changed;
}

function setGaps(list: HTMLElement, gaps: readonly RowRange[], tops: Float64Array): void {
  for (const [index, child] of [...list.querySelectorAll<HTMLElement>(":scope > [data-gap]")].entries()) {
    const gap = gaps[index];
    if (gap) child.style.height = `${topOf(tops, gap.last) - topOf(tops, gap.first)}px`;
  }
}

/**
 * The scroll container of a list and its visible part: the list's panel when there is room for one beside the minutes, else
 * the page.
 */
type ScrollView = {
  /** The visible part in px of the list's own height. */
  read: () => { top: number; bottom: number };
  /** The list's upper edge in px of what is scrolled. */
  place: () => number;
  scrollBy: (px: number) => void;
  toEnd: () => void;
};

/** Null when the list is not displayed, for example on a hidden tab. */
function scrollViewOf(list: HTMLElement): ScrollView | null {
  if (list.getClientRects().length === 0) return null;
  const panel = list.parentElement;
  if (panel && getComputedStyle(panel).overflowY !== "visible") {
    return {
      read() {
        const box = panel.getBoundingClientRect();
        const top = box.top - list.getBoundingClientRect().top;
        return { top, bottom: top + panel.clientHeight };
      },
      place: () => list.getBoundingClientRect().top - panel.getBoundingClientRect().top + panel.scrollTop,
      scrollBy(px) {
        panel.scrollTop += px;
      },
      toEnd() {
        panel.scrollTop = panel.scrollHeight;
      },
    };
  }
  return {
    read() {
      const top = -list.getBoundingClientRect().top;
      return { top, bottom: top + window.innerHeight };
    },
    place: () => list.getBoundingClientRect().top + window.scrollY,
    scrollBy: (px) => window.scrollBy(0, px),
    toEnd: () => window.scrollTo(0, document.documentElement.scrollHeight),
  };
}
