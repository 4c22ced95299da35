import type { CallId } from "#app/domain/ids.ts";
import { CALL_PART_BYTES } from "#app/domain/limits/calls.ts";
import { joinedFrom, type JoinedPiece, readProgress, saveProgress, unjoinFrom } from "#workers/call/store-joined.ts";

/**
 * Pieces that arrive after later ones of their stream (a recorder was lost, the next one already sent pieces, and then the first
 * one's disk was emptied) are behind them in the file, where no player plays them. At the end the file is cut back to the first
 * misplaced byte, and the rest is joined again in order from the pieces, which are kept until the file is stored.
 */

/** Pieces that arrive late during this are put in order too; after this number of repairs the order stays as it is. */
const MENDS_MAX = 3;
const MENDS = "mends";

/**
 * The first byte of the earliest piece that has to be played after a piece behind it. Null when every stream is in order.
 * `pieces` are in the order of the file; the interleaving of the streams does not matter.
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
 * Cuts the file back to its first misplaced byte, without an await in between: the pieces behind it are marked as not joined, and
 * the parts from there on are stored again under their numbers. Null when every stream is in order, and after MENDS_MAX repairs.
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
