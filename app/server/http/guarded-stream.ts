import { STREAM_CHECK_BYTES, STREAM_CHECK_MS } from "#app/domain/limits/requests.ts";

/** Why a body ended before its length. */
class NoLongerAllowed extends Error {
  override readonly name = "NoLongerAllowed";
}

/**
 * A body that asks again, while it flows, whether it may: before the first bytes that pass after STREAM_CHECK_MS, and after
 * every STREAM_CHECK_BYTES. Where the answer is no, or cannot be had, the connection is broken off: a body that ended in order would be taken
 * for the whole of it. Bytes pass as they come; nothing is held.
 */
export function guardedStream(
  body: ReadableStream<Uint8Array>,
  length: number,
  needs: { isAllowed: () => Promise<boolean>; now: () => number },
): ReadableStream<Uint8Array> {
  let askedAt = needs.now();
  let sinceAsked = 0;
  const gate = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (needs.now() - askedAt >= STREAM_CHECK_MS || sinceAsked >= STREAM_CHECK_BYTES) {
        if (!(await needs.isAllowed())) throw new NoLongerAllowed();
        askedAt = needs.now();
        sinceAsked = 0;
      }
      sinceAsked += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  // Its length is announced, so that who reads it knows a part from the whole.
  return body.pipeThrough(gate).pipeThrough(new FixedLengthStream(length));
}
