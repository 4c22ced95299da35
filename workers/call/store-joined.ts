import type { CallId } from "#app/domain/ids.ts";
import type { PieceStream } from "#app/server/ports/call-process.ts";

/** Progress of joining a call's pieces to one file, and of cutting its sound into windows. */

export type PieceAt = { stream: PieceStream; segment: number; seq: number };
export type IndexedPiece = JoinedPiece & { index: Uint8Array };
export type JoinedPiece = PieceAt & { mediaStart: number; mediaBytes: number };
/** Ms from the beginning of the segment. */
export type PieceSpan = { startMs: number; endMs: number };

/** Pieces that can be joined next: their segment is known and their predecessor is joined; at the end, over holes too. At most 50. */
export function unjoinedPieces(sql: SqlStorage, callId: CallId, ended: boolean): PieceAt[] {
  return sql
    .exec<{ stream: string; segment: number; seq: number }>(
      `SELECT stream, segment, seq FROM pieces AS piece WHERE call_id = ?1 AND media_start IS NULL AND EXISTS (
         SELECT 1 FROM pieces WHERE call_id = ?1 AND stream = piece.stream AND segment = piece.segment AND seq = 0)
         AND EXISTS (SELECT 1 FROM segments WHERE call_id = ?1 AND stream = piece.stream AND segment = piece.segment)
         AND (seq = 0 OR ?2 = 1 OR EXISTS (SELECT 1 FROM pieces WHERE call_id = ?1 AND stream = piece.stream
           AND segment = piece.segment AND seq = piece.seq - 1 AND media_start IS NOT NULL))
       ORDER BY segment, seq, stream LIMIT 50`,
      callId,
      ended ? 1 : 0,
    )
    .toArray()
    .map((row) => ({ ...row, stream: row.stream as PieceStream }));
}

/** `index` is null for a piece of which nothing can be used. */
export function noteJoined(
  sql: SqlStorage,
  callId: CallId,
  piece: JoinedPiece & { index: Uint8Array | null; span: PieceSpan | null },
): void {
  sql.exec(
    `UPDATE pieces SET media_start = ?, media_bytes = ?, media_index = ?, start_ms = ?, end_ms = ?
     WHERE call_id = ? AND stream = ? AND segment = ? AND seq = ?`,
    piece.mediaStart,
    piece.mediaBytes,
    piece.index === null ? null : new Uint8Array(piece.index).buffer,
    piece.span?.startMs ?? null,
    piece.span?.endMs ?? null,
    callId,
    piece.stream,
    piece.segment,
    piece.seq,
  );
}

/** Marks the pieces from a byte of the media on as not joined, so that they are joined again. */
export function unjoinFrom(sql: SqlStorage, callId: CallId, fromBytes: number): void {
  sql.exec(
    `UPDATE pieces SET media_start = NULL, media_bytes = NULL, media_index = NULL, start_ms = NULL, end_ms = NULL
     WHERE call_id = ? AND media_start >= ?`,
    callId,
    fromBytes,
  );
}

/** The pieces whose media lies behind `from`, in the order of the file. */
export function joinedFrom(sql: SqlStorage, callId: CallId, from: number): JoinedPiece[] {
  return sql
    .exec<{ stream: string; segment: number; seq: number; media_start: number; media_bytes: number }>(
      `SELECT stream, segment, seq, media_start, media_bytes FROM pieces
       WHERE call_id = ? AND media_bytes > 0 AND media_start + media_bytes > ? ORDER BY media_start`,
      callId,
      from,
    )
    .toArray()
    .map((row) => ({
      stream: row.stream as PieceStream,
      segment: row.segment,
      seq: row.seq,
      mediaStart: row.media_start,
      mediaBytes: row.media_bytes,
    }));
}

/** Every joined piece with its index, in the order of the file. */
export function indexedPieces(sql: SqlStorage, callId: CallId): IndexedPiece[] {
  return sql
    .exec<{
      stream: string;
      segment: number;
      seq: number;
      media_start: number;
      media_bytes: number;
      media_index: ArrayBuffer;
    }>(
      `SELECT stream, segment, seq, media_start, media_bytes, media_index FROM pieces
       WHERE call_id = ? AND media_index IS NOT NULL ORDER BY media_start, media_bytes`,
      callId,
    )
    .toArray()
    .map((row) => ({
      stream: row.stream as PieceStream,
      segment: row.segment,
      seq: row.seq,
      mediaStart: row.media_start,
      mediaBytes: row.media_bytes,
      index: new Uint8Array(row.media_index),
    }));
}

/** All indices, one at a time. */
export function* mediaIndices(sql: SqlStorage, callId: CallId): Generator<Uint8Array> {
  const rows = sql.exec<{ media_index: ArrayBuffer }>(
    "SELECT media_index FROM pieces WHERE call_id = ? AND media_index IS NOT NULL ORDER BY media_start",
    callId,
  );
  for (const { media_index: index } of rows) yield new Uint8Array(index);
}

export type SpanRow = PieceAt & PieceSpan;

/** A segment's joined pieces that sound after `afterMs`, in order. Those that hold nothing are left out. */
export function spansOf(
  sql: SqlStorage,
  callId: CallId,
  { stream, segment }: { stream: PieceStream; segment: number },
  afterMs = -1,
): SpanRow[] {
  return sql
    .exec<{ seq: number; start_ms: number; end_ms: number }>(
      `SELECT seq, start_ms, end_ms FROM pieces WHERE call_id = ? AND stream = ? AND segment = ?
         AND media_start IS NOT NULL AND end_ms > ? ORDER BY seq`,
      callId,
      stream,
      segment,
      afterMs,
    )
    .toArray()
    .map((row) => ({ stream, segment, seq: row.seq, startMs: row.start_ms, endMs: row.end_ms }));
}

/** A segment's pieces from a number on, joined or not, with the end of each where it is known. */
export function pieceEnds(
  sql: SqlStorage,
  callId: CallId,
  { stream, segment }: { stream: PieceStream; segment: number },
  from: number,
): { seq: number; endMs: number | null; isJoined: boolean; at: number }[] {
  return sql
    .exec<{ seq: number; end_ms: number | null; media_start: number | null; at: number }>(
      `SELECT seq, end_ms, media_start, at FROM pieces
       WHERE call_id = ? AND stream = ? AND segment = ? AND seq >= ? ORDER BY seq`,
      callId,
      stream,
      segment,
      from,
    )
    .toArray()
    .map((row) => ({ seq: row.seq, endMs: row.end_ms, isJoined: row.media_start !== null, at: row.at }));
}

export function readProgress<Value>(sql: SqlStorage, callId: CallId, part: string): Value | null {
  const row = sql
    .exec<{ value: string }>("SELECT value FROM progress WHERE call_id = ? AND part = ?", callId, part)
    .toArray()[0];
  return row ? (JSON.parse(row.value) as Value) : null;
}

export function saveProgress(sql: SqlStorage, callId: CallId, part: string, value: unknown): void {
  sql.exec(
    `INSERT INTO progress (call_id, part, value) VALUES (?, ?, ?)
     ON CONFLICT (call_id, part) DO UPDATE SET value = excluded.value`,
    callId,
    part,
    JSON.stringify(value),
  );
}
