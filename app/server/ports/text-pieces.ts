import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * The body as it comes; `silenceMs` is how long it may pause. Leaving the loop early closes the connection. Throws
 * UpstreamError where it breaks off, does not end, or falls silent.
 */
export async function* textPieces(
  service: string,
  { body, status }: { body: ReadableStream<Uint8Array> | null; status: number | null },
  bytesMax: number,
  silenceMs: number | null = null,
): AsyncGenerator<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read());
      if (done) break;
      bytes += value.byteLength;
      if (bytes > bytesMax) throw new RangeError("answer too large");
      yield decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    throw new UpstreamError({ service, status, retryable: true, cause });
  } finally {
    // A body that broke has nothing left to close.
    await reader.cancel().catch(() => {});
  }
  yield decoder.decode();
}

async function within<Result>(limitMs: number | null, work: Promise<Result>): Promise<Result> {
  if (limitMs === null) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException("the answer fell silent", "TimeoutError")), limitMs);
  });
  try {
    return await Promise.race([work, silent]);
  } finally {
    clearTimeout(timer);
  }
}
