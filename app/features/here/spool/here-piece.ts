import * as z from "zod/mini";
import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import { HERE_TRACKS } from "#app/domain/here/here.ts";

/** A piece without its digest, as the list of files tells it. */
export type PieceName = Pick<HerePiece, "track" | "segment" | "seq" | "startMs" | "durationMs">;

/** The name of its file says what a piece is and where it belongs, so that a list of names tells how much waits. */
export function pieceName({ track, segment, seq, startMs, durationMs }: PieceName): string {
  return `piece-${track}-${segment}-${seq}-${Math.round(startMs)}-${Math.round(durationMs)}`;
}

/** Null for any other file. */
export function parsePieceName(name: string): PieceName | null {
  const match = /^piece-([a-z]+)-(\d{1,6})-(\d{1,6})-(\d{1,9})-(\d{1,9})$/u.exec(name);
  const track = HERE_TRACKS.find((each) => each === match?.[1]);
  if (!match || !track) return null;
  const [segment = 0, seq = 0, startMs = 0, durationMs = 0] = match.slice(2).map(Number);
  return { track, segment, seq, startMs, durationMs };
}

/** The order in which pieces are sent: that of their time, which within a segment is that of their numbers. */
export function comparePieces(one: PieceName, other: PieceName): number {
  const byTrack = HERE_TRACKS.indexOf(one.track) - HERE_TRACKS.indexOf(other.track);
  return one.startMs - other.startMs || byTrack || one.segment - other.segment || one.seq - other.seq;
}

const stretches = z.array(z.object({ startMs: z.number(), endMs: z.number() }));
const storedPiece = z.object({
  track: z.enum(HERE_TRACKS),
  segment: z.number(),
  seq: z.number(),
  sha256: z.string(),
  segmentStartMs: z.number(),
  startMs: z.number(),
  durationMs: z.number(),
  isLast: z.boolean(),
  loud: z.nullable(stretches),
  echo: stretches,
});

const LENGTH_BYTES = 4;

/** The facts of a piece as JSON after their length. In its file, its bytes follow. */
export function packFacts(piece: HerePiece): Uint8Array<ArrayBuffer> {
  const facts = new TextEncoder().encode(JSON.stringify(piece));
  const packed = new Uint8Array(LENGTH_BYTES + facts.byteLength);
  new DataView(packed.buffer).setUint32(0, facts.byteLength);
  packed.set(facts, LENGTH_BYTES);
  return packed;
}

/** The piece of a file, without a copy of its bytes. Null for anything that is not packed facts and bytes. */
export function unpackPiece(
  packed: Uint8Array<ArrayBuffer>,
): { piece: HerePiece; bytes: Uint8Array<ArrayBuffer> } | null {
  if (packed.byteLength < LENGTH_BYTES) return null;
  const start = LENGTH_BYTES + new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  if (start > packed.byteLength) return null;
  try {
    const facts: unknown = JSON.parse(new TextDecoder().decode(packed.subarray(LENGTH_BYTES, start)));
    const read = storedPiece.safeParse(facts);
    return read.success ? { piece: read.data, bytes: packed.subarray(start) } : null;
  } catch {
    return null;
  }
}
