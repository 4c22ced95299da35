import { READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type ByteSource, type ByteStream, SourceChangedError } from "#app/media/byte-source.ts";
import { invariant } from "#app/domain/invariant.ts";

/** The most that is held at once: a whole element of a header, or a frame. */
export const HELD_BYTES_MAX = 4 * 1024 * 1024;
/** A stream's chunk is at most this large (byte-source.ts). */
const CHUNK_BYTES_MAX = 2 * 1024 * 1024;
/** Where a read is dear, what is passed over is a large part of the file before a new one is begun behind it: so there are a few at most. */
const JUMPS_MAX = 8;

/**
 * The bytes of a file from front to end in one streamed read, for formats whose frames are only found by walking from one to the
 * next. `fill` makes bytes be at hand, `bytes` shows them, `pass` leaves them behind; what is passed over is never copied.
 */
export interface ForwardBytes {
  readonly position: number;
  readonly size: number;
  /** Whether `count` bytes are at hand, or could be brought. False where the file ends before; throws where the source does. */
  fill(count: number): Promise<boolean>;
  /** The same, without waiting: whether they are at hand already. */
  has(count: number): boolean;
  /** Bytes from the position on that are at hand. Only good until the next `fill`. */
  bytes(count: number): Uint8Array;
  pass(count: number): void;
  close(): Promise<void>;
}

export function openForward(source: ByteSource, from: number, signal?: AbortSignal): ForwardBytes {
  const jumpBytesMin =
    source.readThroughBytesMax ?? Math.max(READ_THROUGH_BYTES_MAX, Math.ceil(source.size / JUMPS_MAX));
  let held: Uint8Array = new Uint8Array(0);
  let at = 0;
  let position = from;
  /** Where the stream's next byte stands in the file. */
  let streamed = from;
  let stream: ByteStream | null = null;
  let joined = new Uint8Array(0);

  async function nextChunk(): Promise<Uint8Array> {
    signal?.throwIfAborted();
    stream ??= source.stream(streamed, source.size);
    const chunk = await stream.next();
    if (chunk === null || chunk.byteLength === 0) throw new SourceChangedError("changed");
    streamed += chunk.byteLength;
    return chunk;
  }
  /** The position lies behind all that was streamed. */
  async function catchUp(): Promise<void> {
    held = new Uint8Array(0);
    at = 0;
    if (position - streamed >= jumpBytesMin) {
      await stream?.cancel();
      stream = null;
      streamed = position;
    }
    while (held.byteLength === 0) {
      const chunk = await nextChunk();
      if (streamed > position) held = chunk.subarray(chunk.byteLength - (streamed - position));
    }
  }
  async function append(): Promise<void> {
    const rest = held.byteLength - at;
    if (joined.byteLength < rest + CHUNK_BYTES_MAX) {
      const larger = new Uint8Array(rest + CHUNK_BYTES_MAX);
      larger.set(held.subarray(at));
      joined = larger;
    } else joined.set(held.subarray(at));
    // The chunk's buffer may be used again by the next: what is left of the last one has been copied.
    const chunk = await nextChunk();
    joined.set(chunk, rest);
    held = joined.subarray(0, rest + chunk.byteLength);
    at = 0;
  }
  const has = (count: number) => at + count <= held.byteLength;
  return {
    size: source.size,
    get position() {
      return position;
    },
    has,
    async fill(count) {
      if (has(count)) return true;
      invariant(count <= HELD_BYTES_MAX, "no more is held of a recording than there is room for");
      if (position + count > source.size) return false;
      if (position >= streamed) await catchUp();
      while (!has(count)) await append();
      return true;
    },
    bytes: (count) => held.subarray(at, at + count),
    pass(count) {
      position += count;
      at = Math.min(at + count, held.byteLength);
    },
    async close() {
      await stream?.cancel();
    },
  };
}
