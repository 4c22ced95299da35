import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";

/** A word that two neighbouring windows heard, and what each of them calls who spoke it. */
export type SharedWord = { left: string | null; right: string | null };

/** One word may stand at a change of speakers, and be given to either. */
const LINK_WORDS_MIN = 3;
const LINK_SHARE_MIN = 0.8;

/**
 * What each window's labels mean, in the labels of the first: a speech engine numbers the voices of each window anew, so that
 * "Speaker 1" of two windows may be two people. Two labels are one person where both windows heard the same words from
 * them. Null where some label of some window cannot be linked so: then numbers would say who is who, and for how long
 * they spoke, without knowing it. `borders[i]` holds the words between window i and the next.
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

/** Whom the window before calls the one whom this window calls `label`. */
function sameSpeaker(label: string, words: readonly SharedWord[]): string | null {
  const votes = new Map<string, number>();
  const own = words.filter(({ right }) => right === label);
  for (const { left } of own) if (left !== null) votes.set(left, (votes.get(left) ?? 0) + 1);
  const [best] = [...votes].toSorted((a, b) => b[1] - a[1]);
  return best && best[1] >= LINK_WORDS_MIN && best[1] >= LINK_SHARE_MIN * own.length ? best[0] : null;
}
