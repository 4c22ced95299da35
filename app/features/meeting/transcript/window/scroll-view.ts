/**
 * The scroll container of a list and its visible part: the list's panel when there is room for one beside the minutes, else
 * the page.
 */
export type ScrollView = {
  /** The visible part in px of the list's own height. */
  read: () => { top: number; bottom: number };
  scrollBy: (px: number) => void;
  toEnd: () => void;
};

/** Null when the list is not displayed, for example on a hidden tab. */
export function scrollViewOf(list: HTMLElement): ScrollView | null {
  if (list.getClientRects().length === 0) return null;
  const panel = list.parentElement;
  if (panel && getComputedStyle(panel).overflowY !== "visible") {
    return {
      read() {
        const box = panel.getBoundingClientRect();
        const top = box.top - list.getBoundingClientRect().top;
        return { top, bottom: top + panel.clientHeight };
      },
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
    scrollBy: (px) => window.scrollBy(0, px),
    toEnd: () => window.scrollTo(0, document.documentElement.scrollHeight),
  };
}
