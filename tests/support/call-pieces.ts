import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { appendPiece, type CallSegment, NOTHING_JOINED } from "#app/media/pieces/append-piece.ts";
import { finishRecording } from "#app/media/pieces/finish-recording.ts";
import type { PieceName } from "#app/media/pieces/piece-index.ts";
import { readSegmentHeader } from "#app/media/pieces/segment-header.ts";

const folder = join(import.meta.dirname, "../fixtures/call-pieces");
const segmentList = z.array(
  z.object({ stream: z.enum(["mix", "tab"]), segment: z.number(), startedAt: z.number(), pieces: z.number() }),
);

export type CallPiece = PieceName & { bytes: Uint8Array };
export type Call = { segments: CallSegment[]; pieces: CallPiece[] };

/** The short call of `fixtures/call-pieces`, its pieces in the order in which they came. */
export async function recordedCall(): Promise<Call> {
  const list = segmentList.parse(JSON.parse(readFileSync(join(folder, "segments.json"), "utf8")));
  const call: Call = { segments: [], pieces: [] };
  for (const { pieces, ...segment } of list) {
    const read = (seq: number) => {
      const name = `${segment.stream}-${segment.segment}-${String(seq).padStart(6, "0")}.m4s`;
      return new Uint8Array(readFileSync(join(folder, name)));
    };
    const header = await readSegmentHeader(read(0));
    if (header === null) throw new Error("a fixture has no header");
    call.segments.push({ ...segment, header });
    for (let seq = 0; seq < pieces; seq++)
      call.pieces.push({ stream: segment.stream, segment: segment.segment, seq, bytes: read(seq) });
  }
  const startOf = (piece: CallPiece) =>
    call.segments.find((one) => one.stream === piece.stream && one.segment === piece.segment)?.startedAt ?? 0;
  call.pieces.sort((a, b) => startOf(a) + a.seq * 1000 - startOf(b) - b.seq * 1000);
  return call;
}

/** Joins pieces as a call does, in the order given. */
export function joinCall({ segments, pieces }: Call, headBytes: number | null = null) {
  const media: Uint8Array[] = [];
  const indices: Uint8Array[] = [];
  let state = NOTHING_JOINED;
  for (const { bytes, ...name } of pieces) {
    const segment = segments.find((one) => one.stream === name.stream && one.segment === name.segment);
    if (segment === undefined) throw new Error("a piece of no segment");
    const appended = appendPiece(state, { segment, seq: name.seq, piece: bytes });
    media.push(appended.media);
    indices.push(appended.index);
    state = appended.state;
  }
  const finished = finishRecording({ segments, indices, headBytes });
  if (finished === null) throw new Error("nothing was recorded");
  return { ...finished, indices, file: new Uint8Array(Buffer.concat([finished.head, ...media, finished.tail])) };
}
