import type { Segment } from "#app/domain/transcript/segment.ts";

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
  const cut = text.slice(0, QUOTE_CHARS_MAX);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > 0 ? space : QUOTE_CHARS_MAX).trimEnd()}…`;
}
