import { Transform } from "node:stream";

/**
 * One direction of a line: so many bytes a second for all that goes over it together. Who waits is served in the order of
 * arrival, chunk by chunk, so that connections share it evenly.
 */
export class SharedRate {
  #freeAt = 0;

  constructor(readonly bytesPerSecond: number) {}

  /** Calls when so many bytes have gone over the line. */
  take(bytes: number, gone: () => void): void {
    const now = performance.now();
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes * 1000) / this.bytesPerSecond;
    const waitMs = this.#freeAt - now;
    if (waitMs > 1) setTimeout(gone, waitMs);
    else gone();
  }

  /** What passes this stream goes over the line; `passed` is told of each piece that did. */
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

/** What passes is late by so much. Timers of one length keep their order. */
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
