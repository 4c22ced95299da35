import { HERE_PIECE_TYPE } from "#app/contracts/recording/here-piece.ts";
import type { HereTrack } from "#app/domain/here/here.ts";
import { comparePieces, type PieceName } from "#app/features/here/spool/here-piece.ts";
import type { RecordingSpool } from "#app/features/here/spool/recording-spool.ts";
import { innerBoxes } from "#app/media/mp4/walk-boxes.ts";

/** Sound of one segment that the server does not take: one file for the person to download. Times in ms of the recording. */
export type KeptPart = { track: HereTrack; segment: number; startMs: number; endMs: number; pieces: PieceName[] };

/** The parts that wait, in the order in which they were recorded. */
export function keptParts(waiting: readonly PieceName[]): KeptPart[] {
  const parts = new Map<string, KeptPart>();
  for (const piece of waiting.toSorted(comparePieces)) {
    const { track, segment, startMs, durationMs } = piece;
    const key = `${track}-${segment}`;
    const part = parts.get(key) ?? { track, segment, startMs, endMs: startMs, pieces: [] };
    part.endMs = Math.max(part.endMs, startMs + durationMs);
    part.pieces.push(piece);
    parts.set(key, part);
  }
  return [...parts.values()];
}

/** The file of a part: the header of its stream, and its pieces. Rejects where the disk cannot be read now. */
export async function readKeptPart(
  spool: Pick<RecordingSpool, "read" | "header">,
  { track, segment, pieces }: KeptPart,
): Promise<Blob> {
  const hasHeader = pieces[0]?.seq === 0;
  const header = hasHeader ? null : await spool.header({ track, segment });
  const chunks = header === null ? [] : [header];
  for (const piece of pieces) {
    const read = await spool.read(piece);
    if (read !== null) chunks.push(read.bytes);
  }
  return new Blob(chunks, { type: HERE_PIECE_TYPE });
}

/** The boxes before the first fragment of a segment's piece 0. Null where the bytes do not begin with a header. */
export function headerOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  let end = 0;
  let hasMovie = false;
  for (const box of innerBoxes(bytes, 0, bytes.byteLength)) {
    if (box.type === "moof" || box.type === "mdat") break;
    hasMovie ||= box.type === "moov";
    end = box.end;
  }
  return hasMovie ? bytes.slice(0, end) : null;
}
