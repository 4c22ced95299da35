/** Bits as Vorbis packs them (Vorbis I §2): of each byte the low ones first. Behind the end there are zeros, and `isOver` says so. */
export interface LowBits {
  /** 32 at most. */
  take(count: number): number;
  skip(count: number): void;
  readonly isOver: boolean;
}

export function lowBits(bytes: Uint8Array): LowBits {
  const end = bytes.byteLength * 8;
  let at = 0;
  return {
    take(count) {
      let value = 0;
      for (let bit = 0; bit < count; at++, bit++)
        if ((((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) === 1) value += 2 ** bit;
      return value;
    },
    skip(count) {
      at += count;
    },
    get isOver() {
      return at > end;
    },
  };
}
