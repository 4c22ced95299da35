import type { SegmentId } from "#app/domain/transcript/segment.ts";
import { dot, meanVector, type UnitVector, unitVector } from "#app/domain/voices/unit-vector.ts";
import type { VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { alonePieces, piecesInLine } from "#app/domain/voices/voice-prints.ts";

/** A line of one speaker; `isMarked`: a person says that somebody else said it. */
export type SpokenLine = { id: SegmentId; startMs: number; endMs: number; isMarked: boolean };

/** The lines least like the marked ones begin the other group. */
const OTHERS_SHARE = 0.3;
const ROUNDS_MAX = 10;
/** Groups whose centres are closer are one voice: then nothing goes along. Of two voices they have a cosine of 0.1 to 0.5. */
const TWO_VOICES_COSINE_MAX = 0.65;
/** A line as near to one group as to the other stays. */
const MARGIN_MIN = 0.05;

/**
 * The lines of a speaker that go along with the marked ones, because their voice is nearer to theirs than to the rest. The marked ones are not
 * among them. Two means that begin with what the person said.
 */
export function linesAlike(lines: readonly SpokenLine[], frames: readonly VoiceFrame[]): SegmentId[] {
  const pieces = alonePieces(frames);
  const voiced = lines.flatMap((line) => {
    const inside = piecesInLine(pieces, line);
    return inside.length === 0 ? [] : [{ ...line, vector: meanVector(inside.map(({ vector }) => unitVector(vector))) }];
  });
  const marked = voiced.filter(({ isMarked }) => isMarked);
  const rest = voiced.filter(({ isMarked }) => !isMarked);
  if (marked.length === 0 || rest.length === 0) return [];
  const start = meanVector(marked.map(({ vector }) => vector));
  const least = rest.toSorted((one, other) => dot(one.vector, start) - dot(other.vector, start));
  let others = meanVector(least.slice(0, Math.ceil(OTHERS_SHARE * least.length)).map(({ vector }) => vector));
  let theirs = start;
  let along: typeof rest = [];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const nearer = rest.filter(({ vector }) => dot(vector, theirs) - dot(vector, others) >= MARGIN_MIN);
    const staying = rest.filter((line) => !nearer.includes(line));
    if (staying.length === 0) return [];
    const isSame = round > 0 && nearer.length === along.length && nearer.every((line, at) => line === along[at]);
    along = nearer;
    if (isSame) break;
    theirs = meanVector([...marked, ...nearer].map(({ vector }) => vector));
    others = meanVector(staying.map(({ vector }) => vector));
  }
  return areTwo(theirs, others) ? along.map(({ id }) => id) : [];
}

function areTwo(one: UnitVector, other: UnitVector): boolean {
  return dot(one, other) <= TWO_VOICES_COSINE_MAX;
}
