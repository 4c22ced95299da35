import { invariant } from "#app/domain/invariant.ts";
import { READ_THROUGH_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type ByteSource, SourceChangedError } from "#app/media/byte-source.ts";
import { isAscending, sortedByOffset } from "#app/media/mp4/sample-table.ts";

/** Pieces of the file in its order: `length` bytes from `offset` go to `target`. */
type Pieces = { count: number; offsets: Uint32Array; lengths: Uint32Array; targets: Uint32Array };

/**
 * Copies samples out of a recording, one behind the other into `into` from `at` on. Each span is one streamed read; what lies between
 * (the picture) is dropped as it passes, and a gap over what the source rather reads through begins a new span.
 */
export async function copySamples(
  source: ByteSource,
  samples: { offsets: Uint32Array; sizes: Uint32Array },
  into: Uint8Array,
  at: number,
): Promise<void> {
  const pieces = joinNeighbours(samples.offsets, samples.sizes, at);
  await takePieces(source, pieces, (bytes, target) => into.set(bytes, target));
}

/** The same, handing on the bytes as they pass instead of keeping them. The samples stand in the file in their order. */
export async function streamSamples(
  source: ByteSource,
  samples: { offsets: Uint32Array; sizes: Uint32Array },
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  invariant(isAscending(samples.offsets), "samples that are streamed stand in order");
  await takePieces(source, joinNeighbours(samples.offsets, samples.sizes, 0), take);
}

/** Bytes of a piece, or of a part of one, and where they belong. They are only good during the call. */
type TakeBytes = (bytes: Uint8Array, target: number) => void;

async function takePieces(source: ByteSource, pieces: Pieces, take: TakeBytes): Promise<void> {
  const gapBytesMax = source.readThroughBytesMax ?? READ_THROUGH_BYTES_MAX;
  for (let first = 0; first < pieces.count; ) {
    let last = first;
    while (last + 1 < pieces.count && gapBehind(pieces, last) <= gapBytesMax) last++;
    await takeSpan(source, pieces, first, last, take);
    first = last + 1;
  }
}

function gapBehind(pieces: Pieces, piece: number): number {
  return (pieces.offsets[piece + 1] ?? 0) - endOf(pieces, piece);
}

function endOf(pieces: Pieces, piece: number): number {
  return (pieces.offsets[piece] ?? 0) + (pieces.lengths[piece] ?? 0);
}

/** Samples that follow each other in the file and in the output become one piece. */
function joinNeighbours(offsets: Uint32Array, sizes: Uint32Array, at: number): Pieces {
  const pieces: Pieces = {
    count: 0,
    offsets: new Uint32Array(offsets.length),
    lengths: new Uint32Array(offsets.length),
    targets: new Uint32Array(offsets.length),
  };
  if (isAscending(offsets)) {
    let target = at;
    for (let index = 0; index < offsets.length; index++) {
      const size = sizes[index] ?? 0;
      if (size > 0) addPiece(pieces, offsets[index] ?? 0, size, target);
      target += size;
    }
    return pieces;
  }
  const targets = new Uint32Array(offsets.length);
  for (let index = 1; index < offsets.length; index++)
    targets[index] = (targets[index - 1] ?? 0) + (sizes[index - 1] ?? 0);
  for (const index of sortedByOffset(offsets)) {
    const size = sizes[index] ?? 0;
    if (size > 0) addPiece(pieces, offsets[index] ?? 0, size, at + (targets[index] ?? 0));
  }
  return pieces;
}

function addPiece(pieces: Pieces, offset: number, size: number, target: number): void {
  const last = pieces.count - 1;
  const length = pieces.lengths[last] ?? 0;
  const joins = last >= 0 && endOf(pieces, last) === offset && (pieces.targets[last] ?? 0) + length === target;
  if (joins) {
    pieces.lengths[last] = length + size;
    return;
  }
  pieces.offsets[pieces.count] = offset;
  pieces.lengths[pieces.count] = size;
  pieces.targets[pieces.count] = target;
  pieces.count++;
}

async function takeSpan(source: ByteSource, pieces: Pieces, first: number, last: number, take: TakeBytes) {
  const end = endOf(pieces, last);
  let position = pieces.offsets[first] ?? 0;
  let piece = first;
  const stream = source.stream(position, end);
  try {
    while (position < end) {
      const chunk = await stream.next();
      if (chunk === null) throw new SourceChangedError("changed");
      piece = takeChunk(chunk, position, pieces, piece, last, take);
      position += chunk.byteLength;
    }
    invariant(piece > last, "a span was copied to its end");
  } finally {
    await stream.cancel();
  }
}

/** Takes what a chunk holds of the pieces from `piece` on; answers with the first that is not yet whole. */
function takeChunk(chunk: Uint8Array, position: number, pieces: Pieces, piece: number, last: number, take: TakeBytes) {
  const chunkEnd = position + chunk.byteLength;
  let current = piece;
  while (current <= last) {
    const offset = pieces.offsets[current] ?? 0;
    const pieceEnd = offset + (pieces.lengths[current] ?? 0);
    if (offset >= chunkEnd) break;
    const from = Math.max(offset, position);
    const until = Math.min(pieceEnd, chunkEnd);
    take(chunk.subarray(from - position, until - position), (pieces.targets[current] ?? 0) + from - offset);
    if (pieceEnd > chunkEnd) break;
    current++;
  }
  return current;
}
