import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** A recorder's tracks are aligned; engines place the same words up to this far apart. */
const REACH_MS = 1500;
/** An engine hears the same words a little differently in a mix: this share of them, in their order, is a repeat. */
const REPEATED_SHARE_MIN = 0.7;
/** Of so few words, every one has to return. */
const FEW_WORDS = 3;
const WORDS_MAX = 400;
/** A segment is some twenty seconds long; further back than this nothing is looked for. */
const SEGMENT_MS_MAX = 60_000;

type Spoken = { segment: Segment; voice: number; words: string[]; dropped: boolean };

/**
 * Joins what was recognised in several tracks of one file, in the order of time, and leaves out repeats: programs record a mix of everything
 * beside the single sources, and a microphone hears the loudspeakers. Of two segments of one moment the shorter goes, which the longer
 * contains; of two equal ones, that of the later track.
 */
export function* joinTracks(voices: readonly (readonly Segment[])[]): Turns<Segment[]> {
  const spoken = voices
    .flatMap((segments, voice) =>
      segments.map((segment): Spoken => ({ segment, voice, words: foldedWords(segment.text), dropped: false })),
    )
    .toSorted((a, b) => a.segment.startMs - b.segment.startMs);
  const places = new Map(spoken.map((one, place) => [one, place]));
  for (const one of spoken.toSorted((a, b) => a.words.length - b.words.length || b.voice - a.voice)) {
    const others = othersAt(spoken, places.get(one) ?? 0);
    yield one.words.length * (1 + others.length);
    one.dropped = isRepeat(one.words, others);
  }
  return spoken.flatMap(({ segment, dropped }) => (dropped ? [] : [segment]));
}

/** The words that each other track has at the moment of this segment. */
function othersAt(spoken: readonly Spoken[], at: number): string[] {
  const one = spoken[at];
  if (one === undefined) return [];
  const { segment, voice } = one;
  const [from, until] = [segment.startMs - REACH_MS, segment.endMs + REACH_MS];
  let first = at;
  while (first > 0 && (spoken[first - 1]?.segment.startMs ?? 0) >= from - SEGMENT_MS_MAX) first--;
  const words: string[] = [];
  for (let place = first; place < spoken.length && words.length < WORDS_MAX; place++) {
    const other = spoken[place];
    if (other === undefined || other.segment.startMs > until) break;
    if (other.voice !== voice && !other.dropped && other.segment.endMs >= from) words.push(...other.words);
  }
  return words.slice(0, WORDS_MAX);
}

function isRepeat(words: readonly string[], others: readonly string[]): boolean {
  if (words.length === 0 || others.length === 0) return false;
  const shared = sharedInOrder(words, others);
  return words.length < FEW_WORDS ? shared === words.length : shared >= words.length * REPEATED_SHARE_MIN;
}

/** Length of the longest common subsequence. */
function sharedInOrder(left: readonly string[], right: readonly string[]): number {
  let before = new Uint16Array(right.length + 1);
  for (const word of left) {
    const now = new Uint16Array(right.length + 1);
    for (const [index, other] of right.entries()) {
      now[index + 1] = word === other ? (before[index] ?? 0) + 1 : Math.max(before[index + 1] ?? 0, now[index] ?? 0);
    }
    before = now;
  }
  return before[right.length] ?? 0;
}
