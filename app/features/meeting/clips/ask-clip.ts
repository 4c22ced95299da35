import type { ClipSpan } from "#app/domain/clips/clip.ts";

/** Parts of the meeting's page ask for a clip by an event: the dialog and its list of listeners load behind the page. */
const ASKED = "acta:clip";

/** Opens the dialog for a passage, in ms of the meeting. */
export function askForClip(span: ClipSpan): void {
  window.dispatchEvent(new CustomEvent(ASKED, { detail: span }));
}

export function onClipAsked(listener: (span: ClipSpan) => void, signal: AbortSignal): void {
  window.addEventListener(
    ASKED,
    (event) => {
      if (event instanceof CustomEvent && isSpan(event.detail)) listener(event.detail);
    },
    { signal },
  );
}

function isSpan(detail: unknown): detail is ClipSpan {
  return typeof detail === "object" && detail !== null && "fromMs" in detail && "toMs" in detail;
}
