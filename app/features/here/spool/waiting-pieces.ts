import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import { HERE_FRESH_BYTES_MAX } from "#app/domain/limits/here.ts";
import { comparePieces, type PieceName, pieceName } from "#app/features/here/spool/here-piece.ts";

export type SentPiece = { piece: HerePiece; bytes: Uint8Array<ArrayBuffer> };

/** The pieces that wait, by their names, and the bytes of those that are in memory. */
export function waitingPieces(pieces: readonly PieceName[]) {
  const waiting = new Map(pieces.toSorted(comparePieces).map((piece) => [pieceName(piece), piece]));
  const held = new Map<string, SentPiece>();
  /** Pieces that are on the disk and not sent yet: the sender need not read what was just written. */
  const fresh = new Map<string, SentPiece>();
  let heldBytes = 0;
  let freshBytes = 0;
  return {
    waiting,
    /** Pieces that are in memory only. */
    held: held as ReadonlyMap<string, SentPiece>,
    heldBytes: () => heldBytes,
    freshBytesOf: (name: string) => fresh.get(name)?.bytes,
    inMemory: (name: string) => held.get(name) ?? fresh.get(name),
    hold(name: string, sent: SentPiece): void {
      held.set(name, sent);
      heldBytes += sent.bytes.byteLength;
    },
    /** A held piece was written. False where it does not wait any more. */
    written(name: string): boolean {
      heldBytes -= held.get(name)?.bytes.byteLength ?? 0;
      return held.delete(name);
    },
    /** The oldest are sent first, so that a new one is not kept where there are many. */
    keepFresh(name: string, sent: SentPiece): void {
      const { byteLength } = sent.bytes;
      if (freshBytes + byteLength > HERE_FRESH_BYTES_MAX) return;
      fresh.set(name, sent);
      freshBytes += byteLength;
    },
    release(name: string): void {
      heldBytes -= held.get(name)?.bytes.byteLength ?? 0;
      freshBytes -= fresh.get(name)?.bytes.byteLength ?? 0;
      held.delete(name);
      fresh.delete(name);
      waiting.delete(name);
    },
  };
}
