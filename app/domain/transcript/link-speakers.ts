import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";

/** A word that two neighbouring windows recognised, with each window's label of its speaker. */
export type SharedWord = { left: string | null; right: string | null };

/** A single word may stand at a change of speakers and be assigned to either. */
const LINK_WORDS_MIN = 3;
const LINK_SHARE_MIN = 0.8;

/**
 * Translates each window's labels into the labels of the first window. A speech engine numbers the voices of each window anew, so
 * "Speaker 1" of two windows may be two people. Two labels are one person when both windows recognised the same words from them.
 * Null when any label cannot be linked like this: numbers would then claim an unproved identity and speaking time. `borders[i]`
 * holds the words between window i and the next.
 */
export function linkSpeakers(
  windows: readonly RecognisedWindow[],
  borders: readonly (readonly SharedWord[])[],
): Map<string, string>[] | null {
  const [first, ...others] = windows;
  if (!first) return [];
  const names = [new Map(labelsOf(first).map((label) => [label, label]))];
  for (const [index, window] of others.entries()) {
    const before = names[index] ?? new Map<string, string>();
    const linked = new Map<string, string>();
    for (const label of labelsOf(window)) {
      const same = sameSpeaker(label, borders[index] ?? []);
      const name = same === null ? undefined : before.get(same);
      if (name === undefined || [...linked.values()].includes(name)) return null;
      linked.set(label, name);
    }
    names.push(linked);
  }
  return names;
}

function labelsOf({ segments }: RecognisedWindow): string[] {
  return [...new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
}

/** Returns the label in the window before of the person with this `label`. */
function sameSpeaker(label: string, words: readonly SharedWord[]): string | null {
  const votes = new Map<string, number>();
  const own = words.filter(({ right }) => right === label);
  for (const { left } of own) if (left !== null) votes.set(left, (votes.get(left) ?? 0) + 1);
  const [best] = [...votes].toSorted((a, b) => b[1] - a[1]);
  return best && best[1] >= LINK_WORDS_MIN && best[1] >= LINK_SHARE_MIN * own.length ? best[0] : null;
}
