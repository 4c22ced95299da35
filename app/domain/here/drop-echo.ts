import type { HereStretch } from "#app/domain/here/here.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";

type Spoken = RecognisedWindow["segments"][number];

/** A segment without times of its words is echo where this share of it is. Less than that is the person talking over it. */
const ECHO_SHARE_MIN = 0.7;

/**
 * Leaves out what a microphone only repeated: the words of these stretches are in the other voice's windows. A segment whose words have
 * times loses its repeated words, and keeps the others.
 */
export function dropEcho(segments: readonly Spoken[], echo: readonly HereStretch[]): Spoken[] {
  if (echo.length === 0) return [...segments];
  return segments.flatMap((segment) => {
    const { words } = segment;
    if (words === null || words.length === 0) return shareOf(segment, echo) >= ECHO_SHARE_MIN ? [] : [segment];
    const own = words.filter((word) => shareOf(word, echo) < ECHO_SHARE_MIN);
    const [first, last] = [own[0], own.at(-1)];
    if (own.length === words.length) return [segment];
    if (!first || !last) return [];
    const text = own.map((word) => word.text.trim()).join(" ");
    return [{ ...segment, startMs: first.startMs, endMs: last.endMs, text, words: own }];
  });
}

/** Share of a stretch that others cover; of a moment, whether it is covered. */
export function shareOf({ startMs, endMs }: HereStretch, others: readonly HereStretch[]): number {
  if (endMs <= startMs) return others.some((one) => one.startMs <= startMs && startMs < one.endMs) ? 1 : 0;
  let covered = 0;
  let at = startMs;
  for (const one of others.toSorted((a, b) => a.startMs - b.startMs)) {
    const from = Math.max(at, one.startMs);
    const to = Math.min(endMs, one.endMs);
    if (to <= from) continue;
    covered += to - from;
    at = to;
  }
  return covered / (endMs - startMs);
}
