import { invariant } from "#app/domain/invariant.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { AppendedPiece } from "#app/media/pieces/append-piece.ts";
import { decodePieceIndex } from "#app/media/pieces/piece-index.ts";
import type { SegmentHeader } from "#app/media/pieces/segment-header.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import type { PieceAt } from "#workers/call/store-joined.ts";
import { segmentsOf } from "#workers/call/store-sound.ts";

/** A piece's media for the place where it begins in the file: the same whenever it is asked for, by what is stored of the pieces before it. */
export function appendJoined(
  { deps, sql, callId }: { deps: CallDeps; sql: SqlStorage; callId: CallId },
  at: PieceAt,
  { header, piece, mediaStart }: { header: SegmentHeader; piece: Uint8Array; mediaStart: number },
): AppendedPiece {
  const { stream, segment, seq } = at;
  const row = segmentsOf(sql, callId).find((one) => one.stream === stream && one.segment === segment);
  invariant(row !== undefined, "a piece is joined when its segment's beginning is known");
  const before = sql
    .exec<{ media_index: ArrayBuffer }>(
      `SELECT media_index FROM pieces WHERE call_id = ? AND stream = ? AND media_start < ? AND media_bytes > 0
       ORDER BY media_start DESC LIMIT 1`,
      callId,
      stream,
      mediaStart,
    )
    .toArray()[0];
  const end = before ? decodePieceIndex(new Uint8Array(before.media_index)).soundEnd : null;
  const soundEnd = { mix: stream === "mix" ? end : null, tab: stream === "tab" ? end : null };
  const known = { stream, segment, startedAt: row.startedAt, header };
  return deps.media.append({ mediaBytes: mediaStart, soundEnd }, { segment: known, seq, piece });
}
