import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Tab, tabOf } from "#app/features/meeting/meeting-tab.ts";

/** A link to a moment of the transcript goes there, whatever was read before. */
const TO_A_MOMENT = "#s-";

/**
 * Where the parts of the page are tabs they scroll with the window, and each keeps its own place in it: who looks something
 * up in the transcript comes back to the line of the minutes that they were reading, by a tab or by the browser's own back.
 */
export function useTabPlaces(tabs: RefObject<HTMLElement>): void {
  useEffect(() => {
    const places = new Map<Tab, number>();
    let shown = tabOf(window.location.hash);
    const keep = () => {
      // From a click on a tab until its hashchange the window moves by itself, and what it comes by is nobody's place.
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
 * The router hears of a new fragment too, at a time of its own, and scrolls to it once more, after everybody's layout
 * effects. What it moves is moved back before anything is painted.
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

/** They are hidden where the parts stand side by side. */
function isShown(tabs: HTMLElement | null): boolean {
  return tabs !== null && tabs.getClientRects().length > 0;
}
