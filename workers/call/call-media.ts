import { appendPiece } from "#app/media/pieces/append-piece.ts";
import { finishRecording } from "#app/media/pieces/finish-recording.ts";
import { bareHeader, pieceStartMs, rebasePiece } from "#app/media/pieces/rebase-piece.ts";
import { readSegmentHeader } from "#app/media/pieces/segment-header.ts";
import { buildCallWindow } from "#app/media/pieces/sound-window.ts";
import type { CallMedia } from "#workers/call/media.ts";

export const callMedia: CallMedia = {
  header: readSegmentHeader,
  append: appendPiece,
  finish: finishRecording,
  start: pieceStartMs,
  rebase: rebasePiece,
  bare: bareHeader,
  window: buildCallWindow,
};
