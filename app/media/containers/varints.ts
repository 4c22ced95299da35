import { invariant } from "#app/domain/invariant.ts";

const INT32_MAX = 2 ** 31 - 1;

/**
 * Whole numbers in as few bytes as they need, seven bits each, low ones first; signed ones folded (0, -1, 1, -2, …).
 * Bit operations as far as 32 bits go, arithmetic above, because times do not fit them.
 */
export interface VarintWriter {
  readonly byteLength: number;
  uint(value: number): void;
  int(value: number): void;
  bytes(value: Uint8Array): void;
  finish(): Uint8Array;
}

export function writeVarints(sizeHint: number): VarintWriter {
  let buffer = new Uint8Array(sizeHint);
  let length = 0;
  function room(more: number): void {
    if (length + more <= buffer.byteLength) return;
    const larger = new Uint8Array(Math.max(buffer.byteLength * 2, length + more));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }
  function uint(value: number): void {
    room(8);
    let rest = value;
    for (; rest > INT32_MAX; rest = Math.floor(rest / 128)) buffer[length++] = (rest % 128) + 128;
    for (; rest >= 128; rest >>>= 7) buffer[length++] = (rest & 127) + 128;
    buffer[length++] = rest;
  }
  return {
    get byteLength() {
      return length;
    },
    uint,
    int: (value) => uint(value < 0 ? -2 * value - 1 : 2 * value),
    bytes(value) {
      uint(value.byteLength);
      room(value.byteLength);
      buffer.set(value, length);
      length += value.byteLength;
    },
    finish: () => buffer.slice(0, length),
  };
}

export interface VarintReader {
  uint(): number;
  int(): number;
  bytes(): Uint8Array;
}

/** Reads what `writeVarints` wrote. They are our own bytes, so that anything amiss in them is our own broken promise. */
export function readVarints(buffer: Uint8Array): VarintReader {
  let at = 0;
  function uint(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = next();
      if (byte < 128) return value | (byte << shift);
      value |= (byte & 127) << shift;
    }
    for (let unit = 2 ** 28; ; unit *= 128) {
      const byte = next();
      invariant(unit <= 2 ** 49, "a plan's numbers are safe integers");
      if (byte < 128) return value + byte * unit;
      value += (byte - 128) * unit;
    }
  }
  function next(): number {
    const byte = buffer[at++];
    invariant(byte !== undefined, "a plan's bytes end in the middle");
    return byte;
  }
  return {
    uint,
    int() {
      const folded = uint();
      return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    },
    bytes() {
      const length = uint();
      invariant(at + length <= buffer.byteLength, "a plan's bytes end in the middle");
      at += length;
      return buffer.subarray(at - length, at);
    },
  };
}
