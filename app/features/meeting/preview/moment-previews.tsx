import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { formatMoment } from "#app/domain/time.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { quoteOf } from "#app/features/meeting/preview/quote-of.ts";
import { watchMarks } from "#app/features/meeting/preview/watch-marks.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";

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

/** Under the mark where there is room, else above it; never over the window's edge. */
function placeBeside(box: HTMLElement, mark: HTMLElement): void {
  const at = mark.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + MARGIN_PX;
  const top = below + height + MARGIN_PX <= window.innerHeight ? below : at.top - MARGIN_PX - height;
  const left = Math.min(at.left, window.innerWidth - width - MARGIN_PX);
  box.style.top = `${Math.max(MARGIN_PX, top)}px`;
  box.style.left = `${Math.max(MARGIN_PX, left)}px`;
}
