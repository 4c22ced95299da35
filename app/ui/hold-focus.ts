/**
 * Keeps the focused element where it is on the screen while a part of the page is drawn above it. The browser's scroll anchoring does
 * nothing at the top of a page, so a part that comes late would push the focus below the screen. Call it before the change, and what it
 * returns after it. An element that was not on the screen is left alone.
 */
export function holdFocus(): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return NOTHING;
  const { top, bottom } = focused.getBoundingClientRect();
  if (bottom <= 0 || top >= window.innerHeight) return NOTHING;
  return () => {
    if (document.activeElement !== focused) return;
    const moved = focused.getBoundingClientRect().top - top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: "instant" });
  };
}

const NOTHING = () => undefined;
