/** A pointer that only passes asks for nothing; one on its way to the words may leave the mark for a moment. */
const SHOW_MS = 180;
const HIDE_MS = 220;

const MARKS = "[data-preview] .moment, a[data-preview]";

type Watched = { box: () => HTMLElement | null; show: (mark: HTMLElement | null) => void };

/**
 * Tells which mark is pointed at or has the keyboard's focus (WCAG 1.4.13: the preview can be dismissed with Escape, pointed
 * at, and stays until it is left). Answers how to stop.
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
  // Whoever came to a mark before anybody watched.
  const already = page.querySelector<HTMLElement>(`:is(${MARKS}):is(:hover, :focus-visible)`);
  if (already) soon(already, SHOW_MS);
  // What it stands beside moves away.
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
