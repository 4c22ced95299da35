import type { ClipSpan } from "#app/domain/clips/clip.ts";

/**
 * Parts of the meeting's page ask for a clip here. The dialog loads behind the page, perhaps after the first press: what was asked waits for
 * it.
 */
type Show = (span: ClipSpan) => void;
let show: Show | null = null;
let asked: ClipSpan | null = null;

/** Opens the dialog for a passage, in ms of the meeting. */
export function askForClip(span: ClipSpan): void {
  if (show) show(span);
  else asked = span;
}

/** Sets the only listener; the answer removes it. */
export function onClipAsked(listener: Show): () => void {
  show = listener;
  if (asked) listener(asked);
  asked = null;
  return () => {
    if (show === listener) show = null;
  };
}
