import type { Mergeable } from "#app/contracts/merges.ts";
import { MERGE_GAP_MS_MAX } from "#app/domain/limits/minutes.ts";

/** Two meetings in the order of their beginnings. */
export function inOrder(one: Mergeable, other: Mergeable): readonly [first: Mergeable, later: Mergeable] {
  return other.startsAt < one.startsAt ? [other, one] : [one, other];
}

/** The pause between two meetings by their times of day, in ms; 0 where one begins before the other has ended. */
export function gapBetween(first: Mergeable, later: Mergeable): number {
  const gapMs = later.startsAt - first.startsAt - (first.durationMs ?? 0);
  return Math.min(Math.max(0, gapMs), MERGE_GAP_MS_MAX);
}
