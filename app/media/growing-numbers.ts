/** Whole numbers of 32 bits, one after the other, in little more memory than they need themselves. */
export interface GrowingNumbers {
  readonly length: number;
  push(value: number): void;
  last(): number | undefined;
  /** Puts another value in the last one's place. */
  amend(value: number): void;
  finish(): Uint32Array;
}

const FIRST_CAPACITY = 1024;
const GROWTH = 1.5;

export function growingNumbers(): GrowingNumbers {
  let values = new Uint32Array(FIRST_CAPACITY);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) {
        const larger = new Uint32Array(Math.ceil(values.length * GROWTH));
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    last: () => (length === 0 ? undefined : values[length - 1]),
    amend(value) {
      values[length - 1] = value;
    },
    finish: () => values.slice(0, length),
  };
}
