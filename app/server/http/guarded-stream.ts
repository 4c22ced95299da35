import { STREAM_CHECK_BYTES, STREAM_CHECK_MS } from "#app/domain/limits/requests.ts";

/** Why a body ended before its length. */
class NoLongerAllowed extends Error {
  override readonly name = "NoLongerAllowed";
}

/**
 * A body that checks access again while it is sent: before the first bytes that pass after STREAM_CHECK_MS, and after every
 * STREAM_CHECK_BYTES. If access is refused or the check fails, the connection is aborted: a body that ends normally would be taken
 * as complete. Bytes pass as they arrive; nothing is buffered.
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
  // The length is announced, so that clients can detect an incomplete body.
  return body.pipeThrough(gate).pipeThrough(new FixedLengthStream(length));
}
