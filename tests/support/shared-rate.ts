import { Transform } from "node:stream";

/**
 * One direction of a line: a number of bytes a second for all connections together. Chunks are sent in the order of arrival, so
 * that connections share the line evenly.
 */
export class SharedRate {
  #freeAt = 0;

  constructor(readonly bytesPerSecond: number) {}

  /** Calls `gone` when so many bytes have gone over the line. */
  take(bytes: number, gone: () => void): void {
    const now = performance.now();
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes * 1000) / this.bytesPerSecond;
    const waitMs = this.#freeAt - now;
    if (waitMs > 1) setTimeout(gone, waitMs);
    else gone();
  }

  /** A stream whose data goes over the line; `passed` is called with the size of each chunk that did. */
  stream(passed: (bytes: number) => void = () => undefined): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.take(chunk.length, () => {
          passed(chunk.length);
          done(null, chunk);
        });
      },
    });
  }
}

/** A stream that delays its data by so many ms. Timers of one length keep their order. */
export function lateBy(ms: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => !this.destroyed && this.push(chunk), ms);
      done();
    },
    flush(done) {
      setTimeout(done, ms);
    },
  });
}

/** Mulberry32: small, and the same numbers for the same seed. */
export function seeded(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
