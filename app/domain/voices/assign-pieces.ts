import { dot, type UnitVector, unitVector } from "#app/domain/voices/unit-vector.ts";
import type { VoiceFrame, VoicePiece } from "#app/domain/voices/voice-frame.ts";

/** A shorter piece counts less, since its embedding is less exact. */
const FULL_PIECE_MS = 1000;
/** Price of a second person within one voice of a frame, as a cosine: the segmentation takes two people for one in one of six windows. */
const CHANGE_PRICE = 0.05;
/** Price of a person whom another voice has already, when the two voices speak at once for CLASH_MS. */
const CLASH_PRICE = 0.5;
const CLASH_MS = 500;
/** A piece as near to a second person as to the first has nobody. */
const MARGIN_MIN = 0.01;

/**
 * For each piece of a frame the person (a place in `people`), or null. The pieces of a voice are looked at together (Viterbi), because a voice
 * rarely changes from one person to another. Voices that speak more go first.
 */
export function assignPieces(frame: VoiceFrame, people: readonly UnitVector[]): (number | null)[] {
  const assigned: (number | null)[] = frame.pieces.map(() => null);
  if (people.length === 0) return assigned;
  for (const voice of voicesOf(frame)) {
    const own = [...frame.pieces.keys()]
      .filter((at) => frame.pieces[at]?.voice === voice)
      .toSorted((one, other) => (frame.pieces[one]?.startMs ?? 0) - (frame.pieces[other]?.startMs ?? 0));
    const clashes = people.map((_, person) => clashOf(frame, voice, assigned, person));
    const gains = own.map((at) => gainsOf(frame.pieces[at], people));
    for (const [place, person] of bestPath(
      gains.map((gain) => gain.map((one, at) => one - (clashes[at] ?? 0))),
    ).entries()) {
      const at = own[place];
      if (at !== undefined) assigned[at] = isSure(gains[place] ?? [], person) ? person : null;
    }
  }
  return assigned;
}

/** Voices of a frame, those with most time alone first. */
function voicesOf({ pieces }: VoiceFrame): number[] {
  const times = new Map<number, number>();
  for (const { voice, isAlone, startMs, endMs } of pieces)
    times.set(voice, (times.get(voice) ?? 0) + (isAlone ? endMs - startMs : 0));
  return [...times].toSorted(([, one], [, other]) => other - one).map(([voice]) => voice);
}

function gainsOf(piece: VoicePiece | undefined, people: readonly UnitVector[]): number[] {
  if (!piece) return people.map(() => 0);
  const vector = unitVector(piece.vector);
  const weight = Math.min(1, (piece.endMs - piece.startMs) / FULL_PIECE_MS);
  return people.map((person) => dot(vector, person) * weight);
}

function isSure(gains: readonly number[], person: number): boolean {
  const own = gains[person] ?? 0;
  return gains.every((gain, at) => at === person || Math.abs(own - gain) >= MARGIN_MIN);
}

/** 0 to CLASH_PRICE, by the time for which this voice and one that has the person already speak at once. */
function clashOf(frame: VoiceFrame, voice: number, assigned: readonly (number | null)[], person: number): number {
  const others = new Set(
    frame.pieces.flatMap((piece, at) => (assigned[at] === person && piece.voice !== voice ? [piece.voice] : [])),
  );
  let most = 0;
  for (const own of frame.turns) {
    if (own.voice !== voice) continue;
    for (const other of frame.turns) {
      if (!others.has(other.voice)) continue;
      most = Math.max(most, Math.min(own.endMs, other.endMs) - Math.max(own.startMs, other.startMs));
    }
  }
  return CLASH_PRICE * Math.min(1, most / CLASH_MS);
}

/** The people along a row of pieces with the highest sum, less CHANGE_PRICE for each change. */
function bestPath(gains: readonly (readonly number[])[]): number[] {
  let sums: number[] = [];
  const origins: number[][] = [];
  for (const gain of gains) {
    const top = sums.indexOf(Math.max(...sums));
    const origin = gain.map((_, person) => ((sums[person] ?? 0) >= (sums[top] ?? 0) - CHANGE_PRICE ? person : top));
    sums = gain.map((one, person) => {
      const from = origin[person] ?? person;
      return one + (sums[from] ?? 0) - (from === person ? 0 : CHANGE_PRICE);
    });
    origins.push(origin);
  }
  const path: number[] = [];
  let person = sums.indexOf(Math.max(...sums));
  for (const origin of origins.toReversed()) {
    path.unshift(person);
    person = origin[person] ?? person;
  }
  return path;
}
