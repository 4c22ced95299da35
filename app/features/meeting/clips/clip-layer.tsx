import { type ComponentType, type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import type { ClipSpan } from "#app/domain/clips/clip.ts";
import { CLIP_MS_MIN } from "#app/domain/limits/clips.ts";
import { onClipAsked } from "#app/features/meeting/clips/ask-clip.ts";
import type { ClipDialogProps } from "#app/features/meeting/clips/clip-dialog.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { wouldDisturb } from "#app/features/meeting/would-disturb.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazyActions } from "#app/i18n/use-lazy.tsx";
import "#app/features/meeting/clips/clips.css";

const clipDialog = lazy(
  async () => (await import("#app/features/meeting/clips/clip-dialog.tsx")).ClipDialog,
  ["sharing"],
);

type Opened = { Dialog: ComponentType<ClipDialogProps>; span: ClipSpan };

/**
 * Opens the dialog of a clip where a part of the page asks for it, where somebody presses X on a line of the transcript, and where they drag
 * on the timeline with Shift. Draws nothing until then.
 */
export function ClipLayer({ page, head }: { page: RefObject<HTMLElement>; head: MeetingHead }) {
  const { run } = useLazyActions<"clip">();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { segments } = useMeetingFacts();
  const [dragged, setDragged] = useState<(ClipSpan & { ruler: Element }) | null>(null);
  const { durationMs } = head;

  useEffect(() => {
    const stop = new AbortController();
    const show = (span: ClipSpan) =>
      run("clip", async () => {
        const Dialog = await clipDialog.load();
        if (!wouldDisturb()) setOpened({ Dialog, span });
      });
    const forget = onClipAsked(show);
    // The dialog of shortcuts names the key where there is somebody to make a clip.
    page.current?.setAttribute("data-clips", "");
    page.current?.addEventListener(
      "keydown",
      (event) => {
        if (event.key.toLowerCase() !== "x" || event.altKey || event.ctrlKey || event.metaKey) return;
        const line = event.target instanceof Element && event.target.matches(".seg") ? event.target.id : null;
        const segment = segments.find(({ id }) => line === `s-${id}`);
        if (!segment) return;
        event.preventDefault();
        show({ fromMs: segment.startMs, toMs: segment.endMs });
      },
      { signal: stop.signal },
    );
    if (page.current && durationMs !== null) {
      watchDrags(page.current, { durationMs, onDrag: setDragged, onDragged: show, signal: stop.signal });
    }
    return () => {
      forget();
      stop.abort();
    };
  }, [page, run, segments, durationMs]);

  return (
    <>
      {opened && <opened.Dialog head={head} segments={segments} first={opened.span} onClose={() => setOpened(null)} />}
      {dragged &&
        durationMs !== null &&
        createPortal(
          <div
            className="ruler__clip"
            style={{
              insetInlineStart: `${(100 * dragged.fromMs) / durationMs}%`,
              width: `${(100 * (dragged.toMs - dragged.fromMs)) / durationMs}%`,
            }}
          />,
          dragged.ruler,
        )}
    </>
  );
}

type Watch = {
  durationMs: number;
  onDrag: (span: (ClipSpan & { ruler: Element }) | null) => void;
  onDragged: (span: ClipSpan) => void;
  signal: AbortSignal;
};

/** A drag with Shift on the timeline chooses a passage; without Shift it moves the playhead, as ever. */
function watchDrags(page: HTMLElement, { durationMs, onDrag, onDragged, signal }: Watch): void {
  let begunMs: number | null = null;
  let ruler: Element | null = null;
  const msAt = (x: number) => {
    const { left = 0, width = 1 } = ruler?.getBoundingClientRect() ?? {};
    return Math.min(Math.max(0, (x - left) / width), 1) * durationMs;
  };
  const spanTo = (x: number): ClipSpan => {
    const [one, other] = [begunMs ?? 0, msAt(x)];
    return { fromMs: Math.round(Math.min(one, other)), toMs: Math.round(Math.max(one, other)) };
  };
  // Both events: the slider follows the mouse, and its thumb the pointer.
  const begin = (event: MouseEvent) => {
    const slider = event.target instanceof Element ? event.target.closest(".ruler__seek") : null;
    if (!event.shiftKey || event.button !== 0 || !slider) return;
    event.preventDefault();
    ruler = slider.closest(".ruler");
    begunMs = msAt(event.clientX);
  };
  page.addEventListener("pointerdown", begin, { signal, capture: true });
  page.addEventListener("mousedown", begin, { signal, capture: true });
  window.addEventListener(
    "pointermove",
    (event) => {
      if (begunMs !== null && ruler) onDrag({ ...spanTo(event.clientX), ruler });
    },
    { signal },
  );
  window.addEventListener(
    "pointerup",
    (event) => {
      if (begunMs === null) return;
      const span = spanTo(event.clientX);
      begunMs = null;
      onDrag(null);
      if (span.toMs - span.fromMs >= CLIP_MS_MIN) onDragged(span);
    },
    { signal },
  );
}
