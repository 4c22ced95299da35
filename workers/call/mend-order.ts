import type { CallId } from "#app/domain/ids.ts";
import { CALL_PART_BYTES } from "#app/domain/limits/calls.ts";
import { joinedFrom, type JoinedPiece, readProgress, saveProgress, unjoinFrom } from "#workers/call/store-joined.ts";

/**
 * Pieces that came after later ones of their stream (a recorder was lost, the next one sent already, and then the first one's disk
 * was emptied) stand behind them in the file, where no player plays them. The end takes the file back to the first byte
 * that stands too early, and what follows is joined again in order: from the pieces, which are kept until the file stands.
 */

/** Late pieces that come while this is done are put right too; what is wrong after so many times stays so. */
const MENDS_MAX = 3;
const MENDS = "mends";

/**
 * Where the file goes wrong: the first byte of the earliest piece that is played after one behind it. Null where every
 * stream is in order. `pieces` are in the order of the file; how the streams are mixed does not matter.
 */
export function misplacedFrom(pieces: readonly JoinedPiece[]): number | null {
  let from: number | null = null;
  const inOrder = new Map<string, JoinedPiece[]>();
  for (const piece of pieces) {
    const before = inOrder.get(piece.stream) ?? [];
    inOrder.set(piece.stream, before);
    const last = before.at(-1);
    if (last === undefined || isBefore(last, piece)) before.push(piece);
    else {
      const overtaken = before.find((one) => isBefore(piece, one));
      if (overtaken && (from === null || overtaken.mediaStart < from)) from = overtaken.mediaStart;
    }
  }
  return from;
}

/** Segments are numbered as they began, an attempt's thousand behind the one before. */
function isBefore(one: JoinedPiece, other: JoinedPiece): boolean {
  return one.segment === other.segment ? one.seq < other.seq : one.segment < other.segment;
}

type Parts = { parts: { partNumber: number; etag: string }[]; storedBytes: number };

/**
 * Takes the file back to where it goes wrong, in one go: its pieces are not joined any more, and the parts from there on are
 * stored again under their numbers. Null where nothing is wrong.
 */
export function takeBack(sql: SqlStorage, callId: CallId, file: string): { fromBytes: number } | null {
  const mends = readProgress<number>(sql, callId, MENDS) ?? 0;
  const fromBytes = mends < MENDS_MAX ? misplacedFrom(joinedFrom(sql, callId, -1)) : null;
  if (fromBytes === null) return null;
  unjoinFrom(sql, callId, fromBytes);
  const progress = readProgress<Parts>(sql, callId, file);
  if (progress !== null) {
    const whole = Math.min(progress.parts.length, Math.floor(fromBytes / CALL_PART_BYTES));
    const kept = { parts: progress.parts.slice(0, whole), storedBytes: whole * CALL_PART_BYTES, durationMs: null };
    saveProgress(sql, callId, file, { ...progress, ...kept });
  }
  saveProgress(sql, callId, MENDS, mends + 1);
  return { fromBytes };
}
