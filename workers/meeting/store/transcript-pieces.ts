import { STORED_PIECE_CHARS_MAX } from "#app/domain/limits/steps.ts";
import type { Turns } from "#app/domain/turns.ts";

/** JSON is written and read natively: this many characters cost as much as one does elsewhere. */
export const JSON_CHARS = 8;

/** JSON lists of neighbouring segments. One segment is never split: it is far under the limit of a row. */
export function* writePieces(segments: readonly { text: string }[]): Turns<string[]> {
  const pieces: string[] = [];
  let piece: string[] = [];
  let chars = 0;
  for (const segment of segments) {
    yield segment.text.length / JSON_CHARS;
    const json = JSON.stringify(segment);
    if (piece.length > 0 && chars + json.length > STORED_PIECE_CHARS_MAX) {
      pieces.push(`[${piece.join(",")}]`);
      piece = [];
      chars = 0;
    }
    piece.push(json);
    chars += json.length + 1;
  }
  if (piece.length > 0) pieces.push(`[${piece.join(",")}]`);
  return pieces;
}
