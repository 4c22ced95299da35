import { LABELS_OVERLAP_MS, WINDOW_OVERLAP_MS } from "#app/domain/limits/media.ts";
import type { SharedWord } from "#app/domain/transcript/call-speakers.ts";
import type { TimedToken } from "#app/domain/transcript/merge-tokens.ts";

/** An engine's own times differ by little between two windows; those that are spread over a segment, by a few seconds. */
const SAME_WORD_MS_MAX = 1000;
const SAME_WORD_INTERPOLATED_MS_MAX = 3000;

/**
 * Reach of the sound of two neighbouring windows beyond their border, by the words that they hold there: windows of an engine that
 * numbers the people of each of them anew overlap long, so that most people speak in both.
 */
export function overlapAt(
  left: readonly TimedToken[],
  right: readonly TimedToken[],
  { borderMs, slackMs }: { borderMs: number; slackMs: number },
): number {
  const [last, first] = [left.at(-1), right[0]];
  const reachMs = Math.max(last ? last.endMs - borderMs : 0, first ? borderMs - first.startMs : 0);
  return reachMs > WINDOW_OVERLAP_MS + slackMs ? LABELS_OVERLAP_MS : WINDOW_OVERLAP_MS;
}

type Spoken = TimedToken & { speaker: string | null };

/** Words that both sides recognised at one time, in order, each with both labels. */
export function sharedByTime(left: readonly Spoken[], right: readonly Spoken[]): SharedWord[] {
  const shared: SharedWord[] = [];
  let from = 0;
  for (const word of left) {
    const at = right.findIndex((other, index) => index >= from && isSameWord(word, other));
    const other = right[at];
    if (!other) continue;
    shared.push({ left: word.speaker, right: other.speaker });
    from = at + 1;
  }
  return shared;
}

function isSameWord(one: TimedToken, other: TimedToken): boolean {
  const msMax = one.exact && other.exact ? SAME_WORD_MS_MAX : SAME_WORD_INTERPOLATED_MS_MAX;
  return one.folded === other.folded && Math.abs(one.startMs - other.startMs) <= msMax;
}
