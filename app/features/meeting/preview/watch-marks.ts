/** Delays in ms: a pointer that only passes opens nothing; a pointer on its way to the preview may leave the mark for a moment. */
const SHOW_MS = 180;
const HIDE_MS = 220;

const MARKS = "[data-preview] .moment, a[data-preview]";

type Watched = { box: () => HTMLElement | null; show: (mark: HTMLElement | null) => void };

/**
 * Reports which mark is hovered or has keyboard focus (WCAG 1.4.13: the preview can be dismissed with Escape, can be hovered,
 * and stays until it is left). Returns a function that stops it.
 */
export function watchMarks(page: HTMLElement, { box, show }: Watched): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: HTMLElement | null = null;
  const soon = (mark: HTMLElement | null, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      shown = mark;
      show(mark);
    }, ms);
  };

  page.addEventListener(
    "pointerover",
    ({ target, pointerType }) => {
      if (pointerType === "touch") return;
      const mark = markAt(target);
      if (mark) soon(mark, SHOW_MS);
      else if (target instanceof Node && box()?.contains(target)) clearTimeout(timer);
      else if (shown !== null || timer !== undefined) soon(null, HIDE_MS);
    },
    { signal },
  );
  page.addEventListener(
    "focusin",
    ({ target }) => {
      const mark = markAt(target);
      if (mark?.matches(":focus-visible")) soon(mark, 0);
    },
    { signal },
  );
  page.addEventListener("focusout", () => shown && soon(null, 0), { signal });
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || shown === null) return;
      event.preventDefault();
      soon(null, 0);
    },
    { signal, capture: true },
  );
  // A mark that was hovered or focused before the listeners were added.
  const already = page.querySelector<HTMLElement>(`:is(${MARKS}):is(:hover, :focus-visible)`);
  if (already) soon(already, SHOW_MS);
  // Scrolling moves the mark away from its preview.
  document.addEventListener("scroll", () => shown && soon(null, 0), { signal, capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function markAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>(MARKS);
}
