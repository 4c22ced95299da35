import { type RefObject, useEffect } from "react";
import type { Playback } from "#app/features/meeting/player/playback.ts";

/**
 * One listener for everything on the page that has a moment: whatever carries `data-seek` plays from there when it is
 * clicked. Keywords are links and keep the modified clicks of a link; lines and segments stay text to be selected.
 * The keyboard's way to the same place are the marks and the transcript's own keys.
 */
export function useSeekClicks(root: RefObject<HTMLElement>, playback: Playback, playable: boolean) {
  useEffect(() => {
    const page = root.current;
    if (!page || !playable) return;
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (!(event.target instanceof Element)) return;
      const target = event.target.closest<HTMLElement>("[data-seek], a, button, input, select");
      const ms = Number(target?.dataset.seek ?? Number.NaN);
      if (!target || Number.isNaN(ms)) return;
      const isLink = target instanceof HTMLAnchorElement;
      if (!isLink && !(window.getSelection()?.isCollapsed ?? true)) return;
      if (isLink) event.preventDefault();
      playback.seek(ms, { play: true });
    };
    page.addEventListener("click", onClick);
    return () => page.removeEventListener("click", onClick);
  }, [root, playback, playable]);
}
