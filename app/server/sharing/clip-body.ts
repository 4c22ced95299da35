import { READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type ByteSource, type ByteStream, SourceChangedError } from "#app/media/byte-source.ts";
import type { PackedClip, PlacedSpans } from "#app/media/clips/packed-clip.ts";

type Piece = { offset: number; size: number };

/**
 * The bytes [start, end) of a clip: of its head, then of the recording's own bytes where they are. Spans that stand near each other in the
 * recording are read by one stream, and what lies between them is dropped as it passes.
 */
export function clipBody(
  source: ByteSource,
  clip: Pick<PackedClip, "headBytes" | "parts">,
  { start, end }: { start: number; end: number },
): ReadableStream<Uint8Array> {
  const chunks = bytesOf(source, clip, { start, end });
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

async function* bytesOf(
  source: ByteSource,
  { headBytes, parts }: Pick<PackedClip, "headBytes" | "parts">,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array, undefined> {
  for await (const part of parts(start, end)) {
    if (part instanceof Uint8Array) {
      // A copy: the reader's bytes may be used again.
      yield part.slice();
      continue;
    }
    const pieces = piecesIn(part, { start: start - headBytes, end: end - headBytes });
    for (let first = 0; first < pieces.length; ) {
      let last = first;
      while (isNear(source, pieces[last], pieces[last + 1])) last++;
      yield* runOf(source, pieces.slice(first, last + 1));
      first = last + 1;
    }
  }
  return undefined;
}

/** The parts of spans that lie within a range of the bytes behind the head. */
function piecesIn(
  { offsets, sizes, at: begins }: PlacedSpans,
  { start, end }: { start: number; end: number },
): Piece[] {
  const pieces: Piece[] = [];
  let at = begins;
  for (let index = 0; index < offsets.length && at < end; index++) {
    const size = sizes[index] ?? 0;
    const from = Math.max(0, start - at);
    const until = Math.min(size, end - at);
    if (until > from) pieces.push({ offset: (offsets[index] ?? 0) + from, size: until - from });
    at += size;
  }
  return pieces;
}

function isNear(source: ByteSource, one: Piece | undefined, next: Piece | undefined): boolean {
  if (!one || !next) return false;
  const gap = next.offset - (one.offset + one.size);
  return gap >= 0 && gap <= (source.readThroughBytesMax ?? READ_THROUGH_BYTES_MAX);
}

/** Pieces in the order of the recording, by one stream. A chunk is copied: its buffer may be used again. */
async function* runOf(source: ByteSource, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  const last = pieces.at(-1);
  let position = pieces[0]?.offset ?? 0;
  if (!last) return;
  const stream: ByteStream = source.stream(position, last.offset + last.size);
  let current = 0;
  try {
    while (current < pieces.length) {
      const chunk = await stream.next();
      if (chunk === null) throw new SourceChangedError("changed");
      const kept: Uint8Array[] = [];
      for (let piece = pieces[current]; piece; piece = pieces[++current]) {
        const from = Math.max(piece.offset, position) - position;
        const until = Math.min(piece.offset + piece.size - position, chunk.byteLength);
        if (until > from) kept.push(chunk.subarray(from, until));
        if (piece.offset + piece.size - position > chunk.byteLength) break;
      }
      if (kept.length > 0) yield joined(kept);
      position += chunk.byteLength;
    }
  } finally {
    await stream.cancel();
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
