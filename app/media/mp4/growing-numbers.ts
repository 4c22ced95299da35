/**
 * Whole numbers of 32 bits, one after the other. They are kept in pieces: copying millions of them into an ever larger array
 * would need twice their memory again.
 */
export interface GrowingNumbers {
  readonly length: number;
  push(value: number): void;
  last(): number | undefined;
  /** Puts another value in the last one's place. */
  amend(value: number): void;
  /** All of them as one array; nothing is left to grow afterwards. */
  finish(): Uint32Array;
}

const PIECE_NUMBERS = 16_384;

export function growingNumbers(): GrowingNumbers {
  const full: Uint32Array[] = [];
  let piece = new Uint32Array(0);
  let used = 0;
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (used === piece.length) {
        if (used > 0) full.push(piece);
        piece = new Uint32Array(PIECE_NUMBERS);
        used = 0;
      }
      piece[used++] = value;
      length++;
    },
    last: () => (length === 0 ? undefined : piece[used - 1]),
    amend(value) {
      piece[used - 1] = value;
    },
    finish() {
      const all = new Uint32Array(length);
      let at = 0;
      for (const part of full.splice(0)) {
        all.set(part, at);
        at += part.length;
      }
      all.set(piece.subarray(0, used), at);
      piece = new Uint32Array(0);
      used = 0;
      length = 0;
      return all;
    },
  };
}
