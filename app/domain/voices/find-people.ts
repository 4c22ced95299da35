import type { Turns } from "#app/domain/turns.ts";
import { centroidsOf, cutTree, growTree, joinsUnder, type Tree } from "#app/domain/voices/cluster-pieces.ts";
import { type UnitVector, unitVector } from "#app/domain/voices/unit-vector.ts";
import type { VoiceFrame, VoicePiece } from "#app/domain/voices/voice-frame.ts";

/**
 * Groups whose mean distance is less are one person. With CAM++ and pieces of two seconds 0.6 to 0.7 is right for readers and for people in a
 * meeting; 0.5 makes two of one person who speaks in two ways, 0.75 makes one of two who sound alike.
 */
const ONE_PERSON_DISTANCE = 0.68;
/** When a person says that there were more people, groups closer than this are still one. */
const ONE_PERSON_DISTANCE_MIN = 0.55;
/** The embedding of a shorter piece says too little to tell how many people there are. */
const PIECE_MS_MIN = 600;
/** More pieces are thinned evenly: 1,000 of an hour find the same people as all 3,300. */
const SAMPLE_MAX = 1500;
/**
 * A group that speaks less is no person: noise, laughter, words of two people at once. In half a minute it is one piece; in a long recording six
 * seconds and half a percent.
 */
const PERSON_SHARE = 0.03;
const PERSON_MS_MIN = 400;
const PERSON_MS_MAX = 6000;
const PERSON_SHARE_MIN = 0.005;
/** Frames overlap by half, so that each moment is in two pieces. */
const PIECES_A_MOMENT = 2;

/**
 * The people of a recording, each as the mean of their pieces; `people` is their number where somebody said it. Fewer than said where the
 * pieces hold no more, because made-up people would be worse.
 */
export function* findPeople(frames: readonly VoiceFrame[], people: number | null): Turns<UnitVector[]> {
  const sample = samplePieces(frames);
  if (sample.pieces.length === 0) return [];
  const vectors = sample.pieces.map(({ vector }) => unitVector(vector));
  const tree = yield* growTree(vectors);
  const times = sample.pieces.map(({ startMs, endMs }) => ((endMs - startMs) * sample.step) / PIECES_A_MOMENT);
  const { groups, kept } =
    people === null ? cutAt(tree, times, joinsUnder(tree, ONE_PERSON_DISTANCE)) : cutInto(tree, times, people);
  const centroids = centroidsOf(vectors, groups);
  return [...kept].flatMap((group) => centroids.get(group) ?? []);
}

function samplePieces(frames: readonly VoiceFrame[]): { pieces: VoicePiece[]; step: number } {
  const all = frames.flatMap(({ pieces }) => pieces);
  const alone = all.filter(({ isAlone }) => isAlone);
  const long = alone.filter(({ startMs, endMs }) => endMs - startMs >= PIECE_MS_MIN);
  const pieces = [long, alone, all].find((each) => each.length > 0) ?? [];
  const step = Math.max(1, pieces.length / SAMPLE_MAX);
  const count = Math.min(pieces.length, SAMPLE_MAX);
  return {
    pieces: Array.from({ length: count }, (_, at) => pieces[Math.floor(at * step)]).filter(
      (piece) => piece !== undefined,
    ),
    step,
  };
}

type Cut = { groups: number[]; kept: ReadonlySet<number> };

/** Groups after so many joins; those who speak long enough are kept, the one that speaks most in any case. */
function cutAt(tree: Tree, times: readonly number[], made: number): Cut {
  const groups = cutTree(tree, made);
  const spoken = new Map<number, number>();
  for (const [at, group] of groups.entries()) spoken.set(group, (spoken.get(group) ?? 0) + (times[at] ?? 0));
  const total = times.reduce((sum, ms) => sum + ms, 0);
  const least = Math.max(
    Math.min(PERSON_SHARE * total, PERSON_MS_MAX),
    Math.min(PERSON_MS_MIN, total / 2),
    PERSON_SHARE_MIN * total,
  );
  const most = Math.max(...spoken.values());
  return { groups, kept: new Set([...spoken].flatMap(([group, ms]) => (ms >= least || ms === most ? [group] : []))) };
}

/** The highest cut with so many people, or else the one with the most people under that number. */
function cutInto(tree: Tree, times: readonly number[], people: number): Cut {
  let best = cutAt(tree, times, tree.joins.length);
  const least = joinsUnder(tree, ONE_PERSON_DISTANCE_MIN);
  for (let made = tree.joins.length - 1; made >= least && best.kept.size < people; made -= 1) {
    const cut = cutAt(tree, times, made);
    if (cut.kept.size > best.kept.size && cut.kept.size <= people) best = cut;
  }
  return best;
}
