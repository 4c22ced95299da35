import { stretchesIn } from "#app/domain/voices/give-speakers.ts";
import { meanVector, type UnitVector, unitVector } from "#app/domain/voices/unit-vector.ts";
import { VECTOR_UNIT, type VoiceFrame, type VoicePiece } from "#app/domain/voices/voice-frame.ts";

/**
 * The voice of one speaker in a recording: the direction of all pieces in which only they speak, of unit length times VECTOR_UNIT. Prints of two
 * models cannot be compared. `atMs`: when they speak first.
 */
export type VoicePrint = { label: string; model: string; vector: Int16Array; spokenMs: number; atMs: number };

type Line = { startMs: number; endMs: number };

/** Frames overlap by half, so that each moment is in two pieces. */
const PIECES_A_MOMENT = 2;

/** The prints of the speakers whose voice is heard alone for `leastMs`. Frames whose model is not known give none. */
export function voicePrints(
  lines: readonly (Line & { label: string | null })[],
  frames: readonly VoiceFrame[],
  leastMs: number,
): VoicePrint[] {
  const model = frames.find((frame) => frame.model !== undefined)?.model;
  if (model === undefined) return [];
  const pieces = alonePieces(frames.filter((frame) => frame.model === model));
  const labels = [...new Set(lines.flatMap(({ label }) => label ?? []))];
  return labels.flatMap((label) => {
    const own = lines.filter((line) => line.label === label);
    const heard = [...new Set(own.flatMap((line) => piecesInLine(pieces, line)))];
    const spokenMs = heard.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / PIECES_A_MOMENT;
    if (heard.length === 0 || spokenMs < leastMs) return [];
    const vector = meanVector(heard.map((piece) => unitVector(piece.vector)));
    return [{ label, model, vector: inUnits(vector), spokenMs, atMs: Math.min(...own.map(({ startMs }) => startMs)) }];
  });
}

/** The pieces in which one voice speaks alone, in their order. */
export function alonePieces(frames: readonly VoiceFrame[]): VoicePiece[] {
  return frames
    .flatMap((frame) => frame.pieces.filter(({ isAlone }) => isAlone))
    .toSorted((one, other) => one.startMs - other.startMs);
}

/** Those that lie in a line by more than half. */
export function piecesInLine(pieces: readonly VoicePiece[], line: Line): VoicePiece[] {
  return stretchesIn(pieces, line).filter(
    ({ startMs, endMs }) => Math.min(endMs, line.endMs) - Math.max(startMs, line.startMs) > (endMs - startMs) / 2,
  );
}

function inUnits(vector: UnitVector): Int16Array {
  return Int16Array.from(vector, (number) => Math.round(number * VECTOR_UNIT));
}
