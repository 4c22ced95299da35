import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Tab, tabOf } from "#app/features/meeting/meeting-tab.ts";

/** A link to a moment of the transcript always goes there; no earlier position is restored. */
const TO_A_MOMENT = "#s-";

/**
 * When the parts of the page are tabs, they scroll with the window, and each tab keeps its own scroll position: a reader who
 * looks something up in the transcript returns to the same line of the minutes, by a tab or by the browser's back button.
 */
export function useTabPlaces(tabs: RefObject<HTMLElement>): void {
  useEffect(() => {
    const places = new Map<Tab, number>();
    let shown = tabOf(window.location.hash);
    const keep = () => {
      // From a click on a tab until its hashchange the browser scrolls the window; these positions are not kept.
      if (tabOf(window.location.hash) === shown) places.set(shown, window.scrollY);
    };
    const comeBack = () => {
      const { hash } = window.location;
      const before = shown;
      shown = tabOf(hash);
      const top = places.get(shown);
      if (shown === before || top === undefined || hash.startsWith(TO_A_MOMENT) || !isShown(tabs.current)) return;
      window.scrollTo({ top, behavior: "instant" });
    };
    keep();
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener("scroll", keep, { passive: true, signal });
    window.addEventListener("hashchange", comeBack, { signal });
    return () => stop.abort();
  }, [tabs]);
  useOwnScroll(tabs);
}

/**
 * The router also handles a new fragment, at a different time, and scrolls to it again after all layout effects. This hook
 * restores the scroll position before the browser paints.
 */
function useOwnScroll(tabs: RefObject<HTMLElement>): void {
  const { pathname, search, hash } = useLocation();
  const page = pathname + search;
  const last = useRef({ page, hash });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { page, hash };
    if (before.page !== page || before.hash === hash || hash.startsWith(TO_A_MOMENT) || !isShown(tabs.current)) return;
    const top = window.scrollY;
    queueMicrotask(() => window.scrollTo({ top, behavior: "instant" }));
  }, [page, hash, tabs]);
}

/** The tabs are hidden when the parts stand side by side. */
function isShown(tabs: HTMLElement | null): boolean {
  return tabs !== null && tabs.getClientRects().length > 0;
}
