import { READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type ByteSource, type ByteStream, SourceChangedError } from "#app/media/byte-source.ts";
import { invariant } from "#app/domain/invariant.ts";

/** Limit of bytes held at once: a whole element of a header, or a frame. */
export const HELD_BYTES_MAX = 4 * 1024 * 1024;
/** A stream's chunk is at most this large (byte-source.ts). */
const CHUNK_BYTES_MAX = 2 * 1024 * 1024;
/** When reads are expensive, a new read begins only after a skip of at least 1/JUMPS_MAX of the file: there are few of them. */
const JUMPS_MAX = 8;

/**
 * Reads a file from front to end in one stream, for formats whose frames are only found by walking from one to the next. `fill` makes bytes
 * available, `bytes` returns them, `pass` skips them; skipped bytes are never copied.
 */
export interface ForwardBytes {
  readonly position: number;
  readonly size: number;
  /** Makes `count` bytes available. False when the file ends before; throws when the source does. */
  fill(count: number): Promise<boolean>;
  /** Whether `count` bytes are available already, without waiting. */
  has(count: number): boolean;
  /** The available bytes from the position on. Valid only until the next `fill`. */
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
  /** Offset in the file of the stream's next byte. */
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
  /** Continues at a position beyond all streamed bytes: streams through to it, or begins a new read there. */
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
    // The next chunk may reuse the last one's buffer, so the rest of the last one has been copied.
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
