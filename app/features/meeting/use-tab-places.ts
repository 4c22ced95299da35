import { type MouseEvent, useEffect, useRef } from "react";

/**
 * Where the parts of the page are tabs, they scroll with the window, and each keeps its own place in it: who looks something
 * up in the transcript comes back to the line of the minutes that they were reading. Only the tabs do that; a link to a
 * moment goes there, and the browser's own back and forth are the browser's.
 */
export function useTabPlaces(shown: string): (event: MouseEvent<HTMLAnchorElement>) => void {
  const places = useRef(new Map<string, number>());
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const onHashChange = () => {
      const top = wanted.current;
      wanted.current = null;
      if (top === null) return;
      // The browser has gone to the fragment by now; rows that are drawn for this place come with the next frame.
      const go = () => window.scrollTo({ top, behavior: "instant" });
      go();
      requestAnimationFrame(go);
    };
    window.addEventListener("hashchange", onHashChange);
    return () => window.removeEventListener("hashchange", onHashChange);
  }, []);
  return ({ currentTarget: { dataset }, metaKey, ctrlKey, shiftKey }) => {
    if (metaKey || ctrlKey || shiftKey || dataset.tab === shown) return;
    places.current.set(shown, window.scrollY);
    wanted.current = places.current.get(dataset.tab ?? "") ?? null;
  };
}
