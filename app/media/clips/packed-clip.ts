import { joinBytes } from "#app/domain/sha256.ts";
import { invariant } from "#app/domain/invariant.ts";
import { viewOf } from "#app/media/byte-source.ts";
import type { ClipSpans } from "#app/media/clips/lay-out-clip.ts";
import type { ClipPlan, ClipType } from "#app/media/clips/plan-clip.ts";
import { readVarints, writeVarints } from "#app/media/containers/varints.ts";

/** The first byte of a plan; the two behind it are the length of its front. */
const FORMAT_VERSION = 2;
const PREFIX_BYTES = 3;
const TYPES = ["video/mp4", "audio/mp4", "audio/wav", "audio/ogg"] as const satisfies readonly ClipType[];
/** Times are kept in millionths of a second. */
const UNITS_MS = 1000;
/** Spans that are read together, and how many such blocks there are at most: the front lists them. */
const BLOCK_SPANS_MIN = 512;
const BLOCKS_MAX = 256;
/** The first read of a plan: its front, and the whole plan of a short clip. */
export const PACKED_FRONT_BYTES = 16 * 1024;
/** A head may be the whole file (20 MB), and is read in pieces then. */
const HEAD_PIECE_BYTES = 1024 * 1024;

/** `at`: where the first span begins in the clip, in bytes behind the head. */
export type PlacedSpans = ClipSpans & { at: number };
/** `at`, `mediaBytes`: in the clip, behind its head. `begins`, `ends`: in the packed plan. `from`: where the span before ends in the recording. */
type Block = { count: number; at: number; mediaBytes: number; begins: number; ends: number; from: number };

/** A plan that is read as far as it is needed: its facts at once, its head and its spans when they are asked for. */
export type PackedClip = Omit<ClipPlan, "head" | "spans"> & {
  headBytes: number;
  /** Pieces of the head, and then the spans that hold the bytes [start, end) of the clip. */
  parts: (start: number, end: number) => AsyncGenerator<Uint8Array | PlacedSpans, undefined>;
};

/** Reads bytes of a packed plan; fewer at its end. */
type ReadPacked = (start: number, end: number) => Promise<Uint8Array>;

/**
 * A plan as bytes, so that the recording is read for it only once: some 8 bytes a sample. The front has the facts and the blocks, then follow
 * the head and the blocks: of each span the gap behind the span before, and its size.
 */
export function packClip({ type, head, spans, startsAtMs, endsAtMs, width = 0, height = 0 }: ClipPlan): Uint8Array {
  const count = spans.offsets.length;
  const blockSpans = Math.max(BLOCK_SPANS_MIN, Math.ceil(count / BLOCKS_MAX));
  const front = writeVarints(1024);
  const blocks = writeVarints(64 + count * 4);
  front.uint(TYPES.indexOf(type));
  for (const ms of [startsAtMs, endsAtMs]) front.uint(Math.round(ms * UNITS_MS));
  for (const value of [width, height, head.byteLength, Math.ceil(count / blockSpans)]) front.uint(value);
  let end = 0;
  for (let first = 0; first < count; first += blockSpans) {
    const [from, begins] = [end, blocks.byteLength];
    const last = Math.min(count, first + blockSpans);
    let mediaBytes = 0;
    for (let span = first; span < last; span++) {
      const [offset = 0, size = 0] = [spans.offsets[span], spans.sizes[span]];
      blocks.int(offset - end);
      blocks.uint(size);
      end = offset + size;
      mediaBytes += size;
    }
    for (const value of [last - first, mediaBytes, blocks.byteLength - begins, from]) front.uint(value);
  }
  const facts = front.finish();
  const frontBytes = PREFIX_BYTES + facts.byteLength;
  invariant(frontBytes <= PACKED_FRONT_BYTES, "the front of a plan is read at once");
  const prefix = Uint8Array.of(FORMAT_VERSION, frontBytes >> 8, frontBytes & 0xff);
  return joinBytes([prefix, facts, head, blocks.finish()]);
}

/** Null for a plan of another format: it is planned again. */
export async function openPackedClip(read: ReadPacked): Promise<PackedClip | null> {
  const front = await read(0, PACKED_FRONT_BYTES);
  if (front[0] !== FORMAT_VERSION) return null;
  const headAt = viewOf(front).getUint16(1);
  const { headBytes, blocks, ...facts } = readFront(front.subarray(PREFIX_BYTES, headAt), headAt);
  let held = { at: 0, bytes: front };
  /** With `ahead`, what is needed next comes by the same read. */
  async function get(start: number, end: number, ahead = end): Promise<Uint8Array> {
    const isHeld = start >= held.at && end <= held.at + held.bytes.byteLength;
    if (!isHeld) held = { at: start, bytes: await read(start, Math.max(end, ahead)) };
    return held.bytes.subarray(start - held.at, end - held.at);
  }
  return {
    ...facts,
    headBytes,
    async *parts(start, end) {
      const media = { start: start - headBytes, end: end - headBytes };
      const first = blocks.findIndex((block) => block.at + block.mediaBytes > media.start);
      for (let at = start; at < Math.min(end, headBytes); ) {
        const until = Math.min(end, headBytes, at + HEAD_PIECE_BYTES);
        const isLast = until === headBytes && end > headBytes;
        yield await get(headAt + at, headAt + until, isLast ? blocks[0]?.ends : undefined);
        at = until;
      }
      // Each read is twice the one before: a player that stops soon has cost little, and one that goes on few reads.
      for (let [index, many] = [first, 1]; index >= 0 && index < blocks.length; many *= 2) {
        const some = blocks.slice(index, index + many).filter(({ at }) => at < media.end);
        const last = some.at(-1);
        if (!some[0] || !last) return undefined;
        yield readBlocks(await get(some[0].begins, last.ends), some);
        index += many;
      }
      return undefined;
    },
  };
}

function readFront(bytes: Uint8Array, headAt: number) {
  const reader = readVarints(bytes);
  const type = TYPES[reader.uint()];
  invariant(type !== undefined, "a plan names a type of file");
  const [startsAtMs, endsAtMs] = [reader.uint() / UNITS_MS, reader.uint() / UNITS_MS];
  const [width, height, headBytes] = [reader.uint(), reader.uint(), reader.uint()];
  const blocks: Block[] = [];
  let [at, begins] = [0, headAt + headBytes];
  for (let left = reader.uint(); left > 0; left--) {
    const [count, mediaBytes] = [reader.uint(), reader.uint()];
    const ends = begins + reader.uint();
    blocks.push({ count, at, mediaBytes, begins, ends, from: reader.uint() });
    at += mediaBytes;
    begins = ends;
  }
  const size = width > 0 ? { width, height } : {};
  return { type, byteLength: headBytes + at, startsAtMs, endsAtMs, ...size, headBytes, blocks };
}

/** The spans of blocks that stand one behind the other. */
function readBlocks(bytes: Uint8Array, blocks: readonly Block[]): PlacedSpans {
  const reader = readVarints(bytes);
  const count = blocks.reduce((sum, block) => sum + block.count, 0);
  const [offsets, sizes] = [new Uint32Array(count), new Uint32Array(count)];
  let end = blocks[0]?.from ?? 0;
  for (let span = 0; span < count; span++) {
    const offset = end + reader.int();
    const size = reader.uint();
    offsets[span] = offset;
    sizes[span] = size;
    end = offset + size;
  }
  return { offsets, sizes, at: blocks[0]?.at ?? 0 };
}
