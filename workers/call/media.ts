import { type AppendedPiece, appendPiece, type CallSegment, type JoinState } from "#app/media/pieces/append-piece.ts";
import { type FinishedRecording, finishRecording } from "#app/media/pieces/finish-recording.ts";
import type { PieceName } from "#app/media/pieces/piece-index.ts";
import { bareHeader, pieceStartMs, rebasePiece } from "#app/media/pieces/rebase-piece.ts";
import { readSegmentHeader, type SegmentHeader } from "#app/media/pieces/segment-header.ts";
import { buildCallWindow, type CallWindow } from "#app/media/pieces/sound-window.ts";

/** Media functions that a call object needs (app/media/pieces). */
export interface CallMedia {
  header(piece: Uint8Array): Promise<SegmentHeader | null>;
  append(state: JoinState, given: { segment: CallSegment; seq: number; piece: Uint8Array }): AppendedPiece;
  finish(given: {
    segments: readonly CallSegment[];
    indices: Iterable<Uint8Array>;
    headBytes: number | null;
  }): FinishedRecording | null;
  /** When a piece begins, in ms of its segment; null where it does not say. */
  start(piece: Uint8Array, header: SegmentHeader): number | null;
  /** The piece as one that begins `shiftMs` earlier. */
  rebase(piece: Uint8Array, header: SegmentHeader, shiftMs: number): Uint8Array<ArrayBuffer>;
  /** A segment's first piece without any media. */
  bare(piece: Uint8Array): Uint8Array<ArrayBuffer>;
  window(given: {
    recordedAt: number;
    segments: readonly CallSegment[];
    pieces: readonly (PieceName & { bytes: Uint8Array })[];
    startMs: number;
    endMs: number;
  }): CallWindow | null;
}

export const callMedia: CallMedia = {
  header: readSegmentHeader,
  append: appendPiece,
  finish: finishRecording,
  start: pieceStartMs,
  rebase: rebasePiece,
  bare: bareHeader,
  window: buildCallWindow,
};
