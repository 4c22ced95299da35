import { KIB } from "#app/domain/limits/units.ts";

/**
 * Writes bodies to the local R2 in slices, with a turn of the event loop after each.
 *
 * On one machine a single workerd thread runs the Worker, every Durable Object and R2's simulator, and it polls its sockets
 * only when no event is ready. A sender on the same machine is faster than the simulator, so during a PUT an event is always
 * ready: a body that is piped through in one go is the only thing that happens until it ends. No other request is even read,
 * their connections break, and `wrangler dev` exits on the first that does. A timer fires only after a poll, so waiting
 * for one lets the other requests in.
 */

/** Other requests wait for at most one slice: a few milliseconds, because the simulator takes some 20 to 60 MB per second. */
const SLICE_BYTES = 64 * KIB;

/** workerd adds this method; the DOM's types do not know it. */
type AtLeastReader = ReadableStreamBYOBReader & {
  readAtLeast(bytes: number, into: Uint8Array): Promise<{ value?: Uint8Array<ArrayBuffer>; done: boolean }>;
};

type Slices = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes all slices and closes the stream. Aborts it and throws where reading or writing fails. */
export async function feedInSlices(slices: Slices, sink: WritableStream<Uint8Array>): Promise<void> {
  const writer = sink.getWriter();
  try {
    for await (const slice of slices) {
      await writer.write(slice);
      await scheduler.wait(0);
    }
    await writer.close();
  } catch (error) {
    // If the stream itself failed, there is nothing left to abort.
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

/** Reads a byte stream slice by slice. A slice is valid until the next is asked for, because its memory is used again. */
export async function* slicesOfStream(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: "byob" }) as AtLeastReader;
  try {
    let buffer = new Uint8Array(SLICE_BYTES);
    for (;;) {
      const { done, value } = await reader.readAtLeast(SLICE_BYTES, buffer);
      if (value && value.byteLength > 0) yield value;
      if (done || !value) return;
      buffer = new Uint8Array(value.buffer);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The slices of bytes that are held already. */
export function* slicesOfBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += SLICE_BYTES) yield bytes.subarray(start, start + SLICE_BYTES);
}
