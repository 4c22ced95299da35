import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";

export type Quote = { startMs: number; speaker: string | null; text: string };

/** More than this is reading, and that is what the transcript is for. */
const QUOTE_CHARS_MAX = 320;

/** The words of neighbouring segments; null where the page does not have them (yet). Cut at a word. */
export function quoteOf(segments: readonly Segment[], ids: readonly string[]): Quote | null {
  const at = segments.findIndex(({ id }) => id === ids[0]);
  const first = segments[at];
  if (!first) return null;
  const text = segments
    .slice(at, at + ids.length)
    .map((segment) => segment.text)
    .join(" ");
  return { startMs: first.startMs, speaker: first.speaker, text: shorten(text) };
}

function shorten(text: string): string {
  if (text.length <= QUOTE_CHARS_MAX) return text;
  const cut = beginningOf(text, QUOTE_CHARS_MAX);
  const space = cut.lastIndexOf(" ");
  return `${(space > 0 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Delays in ms: a pointer that only passes opens nothing; a pointer on its way to the preview may leave the mark for a moment. */
const SHOW_MS = 180;
const HIDE_MS = 220;

const MARKS = "[data-preview] .moment, a[data-preview]";

type Watched = { box: () => HTMLElement | null; show: (mark: HTMLElement | null) => void };

/**
 * Reports which mark is hovered or has keyboard focus (WCAG 1.4.13: the preview can be dismissed with Escape, can be hovered,
 * and stays until it is left). Returns a function that stops it.
 */
function watchMarks(page: HTMLElement, { box, show }: Watched): () => void {
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

/**
 * The words behind a moment mark, for whoever points at it or comes to it by keyboard. One for the whole page: marks name
 * their segments in `data-preview`. Touch has none: there a tap plays.
 */
export function MomentPreviews({ page }: { page: RefObject<HTMLElement> }) {
  const { segments, speakers } = useMeetingFacts();
  const [mark, setMark] = useState<HTMLElement | null>(null);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(
    () => (page.current ? watchMarks(page.current, { box: () => box.current, show: setMark }) : undefined),
    [page],
  );

  const ids = mark?.closest<HTMLElement>("[data-preview]")?.dataset.preview?.split(" ");
  const quote = ids ? quoteOf(segments, ids) : null;
  useLayoutEffect(() => {
    if (!mark || !box.current) return;
    placeBeside(box.current, mark);
    mark.setAttribute("aria-describedby", id);
    return () => {
      mark.removeAttribute("aria-describedby");
    };
  });

  if (!quote) return null;
  const speaker = quote.speaker === null ? null : (speakers.get(quote.speaker) ?? null);
  return (
    <div ref={box} id={id} className="preview" role="tooltip">
      <p className="preview__who note muted">
        <span className="num">{formatMoment(quote.startMs)}</span>
        {speaker && (
          <span className="person">
            <SpeakerAvatar speaker={speaker} />
            {speaker.name}
          </span>
        )}
      </p>
      <p className="reading">{quote.text}</p>
    </div>
  );
}

const MARGIN_PX = 8;

/** Above the mark where there is room, else under it: the lines after it are still to be read. Never over the window's edge. */
function placeBeside(box: HTMLElement, mark: HTMLElement): void {
  const at = mark.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const above = at.top - MARGIN_PX - height;
  const top = above >= MARGIN_PX ? above : at.bottom + MARGIN_PX;
  const left = Math.min(at.left, window.innerWidth - width - MARGIN_PX);
  box.style.top = `${Math.max(MARGIN_PX, top)}px`;
  box.style.left = `${Math.max(MARGIN_PX, left)}px`;
}
