import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

type Options = {
  /** The keys of the list in their order. */
  order: readonly string[];
  onMove: (key: string, to: number) => void;
  onTold: (event: ReorderEvent, key: string, place: number) => void;
};

/** For announcements: moved by key; lifted, dropped and put back by pointer. */
export type ReorderEvent = "moved" | "lifted" | "dropped" | "cancelled";

/** A press that moves less than this is a click, in px. */
const DRAG_PX = 4;
/** Near an edge of the window the page scrolls, so many px a frame at most. */
const EDGE_PX = 72;
const SCROLL_PX = 14;

/**
 * Reorders a list by a handle: with a pointer (mouse, pen, touch) and with the keys Up, Down, Home and End. The list is in its new
 * order during the drag; Escape puts the entry back.
 */
export function useReorder({ order, onMove, onTold }: Options) {
  const list = useRef<HTMLOListElement>(null);
  const [lifted, setLifted] = useState<string | null>(null);
  const latest = useRef({ order, onMove, onTold });
  // A move puts the handle elsewhere in the document, where it loses the focus.
  const focused = useRef<string | null>(null);
  useLayoutEffect(() => {
    latest.current = { order, onMove, onTold };
    if (focused.current !== null) handleOf(list.current, focused.current)?.focus({ preventScroll: true });
    focused.current = null;
  });
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const moveTo = useCallback((key: string, to: number): number | null => {
    const { order: keys, onMove: move } = latest.current;
    const place = Math.min(Math.max(to, 0), keys.length - 1);
    if (place === keys.indexOf(key)) return null;
    focused.current = key;
    move(key, place);
    return place;
  }, []);

  const onPointerDown = (key: string) => (down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0 || stop.current) return;
    const from = order.indexOf(key);
    let y = down.clientY;
    let isDragging = false;
    let frame = 0;
    const leave = new AbortController();
    const follow = () => {
      const place = placeAt(list.current, key, y);
      if (place !== null) moveTo(key, place);
      const by = scrollBy(y);
      if (by !== 0) window.scrollBy(0, by);
      frame = requestAnimationFrame(follow);
    };
    const end = (isDropped: boolean) => {
      leave.abort();
      cancelAnimationFrame(frame);
      stop.current = null;
      setLifted(null);
      if (!isDragging) return;
      if (!isDropped) moveTo(key, from);
      const place = isDropped ? latest.current.order.indexOf(key) : from;
      latest.current.onTold(isDropped ? "dropped" : "cancelled", key, place);
    };
    const { signal } = leave;
    // On the window: the handle itself moves in the document, and would lose the pointer.
    window.addEventListener(
      "pointermove",
      (event) => {
        if (event.pointerId !== down.pointerId) return;
        y = event.clientY;
        if (isDragging || Math.abs(y - down.clientY) < DRAG_PX) return;
        isDragging = true;
        setLifted(key);
        latest.current.onTold("lifted", key, from);
        frame = requestAnimationFrame(follow);
      },
      { signal },
    );
    window.addEventListener("pointerup", ({ pointerId }) => pointerId === down.pointerId && end(true), { signal });
    window.addEventListener("pointercancel", ({ pointerId }) => pointerId === down.pointerId && end(false), { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        end(false);
      },
      { signal },
    );
    stop.current = () => end(false);
  };

  const onKeyDown = (key: string) => (event: KeyboardEvent<HTMLElement>) => {
    const place = order.indexOf(key);
    const to = placeByKey(event.key, place, order.length);
    if (to === null) return;
    event.preventDefault();
    const reached = moveTo(key, to);
    if (reached !== null) onTold("moved", key, reached);
  };
  return { list, lifted, onPointerDown, onKeyDown };
}

function placeByKey(key: string, place: number, length: number): number | null {
  if (key === "ArrowUp") return place - 1;
  if (key === "ArrowDown") return place + 1;
  if (key === "Home") return 0;
  return key === "End" ? length - 1 : null;
}

/** The place of the entry when it is held at this height: below every other entry whose middle is above. */
function placeAt(list: HTMLElement | null, key: string, y: number): number | null {
  if (list === null) return null;
  const others = [...list.children].filter((entry) => entry.getAttribute("data-key") !== key);
  const above = others.filter((entry) => {
    const { top, height } = entry.getBoundingClientRect();
    return top + height / 2 < y;
  });
  return above.length;
}

function scrollBy(y: number): number {
  const below = y - (window.innerHeight - EDGE_PX);
  const above = EDGE_PX - y;
  if (below > 0) return Math.ceil((Math.min(below, EDGE_PX) / EDGE_PX) * SCROLL_PX);
  return above > 0 ? -Math.ceil((Math.min(above, EDGE_PX) / EDGE_PX) * SCROLL_PX) : 0;
}

function handleOf(list: HTMLElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] .grip`) ?? null;
}
