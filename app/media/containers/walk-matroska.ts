import { READABLE_SHARE_MIN } from "#app/domain/limits/media.ts";
import { type ByteSource, viewOf } from "#app/media/byte-source.ts";
import {
  ELEMENT_HEAD_BYTES_MAX,
  innerElements,
  readHead,
  readLength,
  textOf,
  uintOf,
} from "#app/media/containers/ebml.ts";
import { type ForwardBytes, HELD_BYTES_MAX, openForward } from "#app/media/containers/forward-bytes.ts";
import { chooseMatroskaSound, type MatroskaTracks } from "#app/media/containers/matroska-tracks.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Matroska and WebM (RFC 9559): the head of a file, and its blocks one after the other. */

type Frame = { at: number; size: number };

/** Behind the track's number: two bytes of time, one of flags. */
const FIELDS_BYTES = 3;
const LACING = { none: 0, xiph: 1, fixed: 2, ebml: 3 };

/** The frames of a block (RFC 9559 §10): one, or several laced into one block, whose lengths stand in one of three ways. */
export function readBlock(bytes: Uint8Array, trackBytes: number): Frame[] {
  let at = trackBytes + FIELDS_BYTES;
  if (at > bytes.byteLength) return refuse("hostile");
  const lacing = ((bytes[at - 1] ?? 0) >> 1) & 3;
  if (lacing === LACING.none) return [{ at, size: bytes.byteLength - at }];
  const count = (bytes[at] ?? 0) + 1;
  at++;
  const sizes: number[] = [];
  if (lacing === LACING.xiph) {
    while (sizes.length < count - 1) {
      let size = 0;
      let byte = 255;
      while (byte === 255) {
        if (at >= bytes.byteLength) return refuse("hostile");
        byte = bytes[at++] ?? 0;
        size += byte;
      }
      sizes.push(size);
    }
  } else if (lacing === LACING.ebml) {
    while (sizes.length < count - 1) {
      const length = readLength(bytes, at);
      if (length?.value === null || length === null) return refuse("hostile");
      // All but the first are told by how much they differ from the one before, around the middle of what fits.
      const before = sizes.at(-1);
      const middle = 2 ** (7 * length.bytes - 1) - 1;
      sizes.push(before === undefined ? length.value : before + length.value - middle);
      at += length.bytes;
    }
  } else sizes.push(...Array.from({ length: count - 1 }, () => Math.floor((bytes.byteLength - at) / count)));
  const frames: Frame[] = [];
  for (const size of sizes) {
    if (size < 0 || at + size > bytes.byteLength) return refuse("hostile");
    frames.push({ at, size });
    at += size;
  }
  frames.push({ at, size: bytes.byteLength - at });
  return frames;
}

export const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  group: 0xa0,
  block: 0xa1,
  reference: 0xfb,
};
/** Elements that contain blocks are entered, not skipped: their own length is only used to detect a truncated file. */
const ENTERED = new Set([ID.segment, ID.cluster, ID.group]);
const SCALE_USUAL_NS = 1_000_000;
export const NS = 1_000_000_000;
/** Enough of a block to read its track and its time. */
const BLOCK_HEAD_BYTES = 12;

export type SegmentHead = { tracks: MatroskaTracks; scaleNs: number; segmentEnd: number; from: number; isCut: boolean };

/** Reads everything before the first cluster. */
export async function readSegmentHead(source: ByteSource, options: ProbeOptions): Promise<SegmentHead> {
  const forward = openForward(source, 0, options.signal);
  try {
    await readDocType(forward);
    const segment = await elementHere(forward);
    if (segment?.id !== ID.segment) return refuse(segment === null ? "truncated" : "hostile");
    forward.pass(segment.bytes);
    const segmentBytes = segment.size ?? source.size - forward.position;
    // A file that was finished once is a copy that broke off, and is only taken where nearly all of it is there.
    if (source.size - forward.position < segmentBytes * READABLE_SHARE_MIN) refuse("truncated");
    const isCut = forward.position + segmentBytes > source.size;
    const segmentEnd = Math.min(forward.position + segmentBytes, source.size);
    let tracks: MatroskaTracks | null = null;
    let scaleNs = SCALE_USUAL_NS;
    for (;;) {
      const element = await elementHere(forward);
      if (element === null) return refuse("truncated");
      if (element.id === ID.cluster) {
        // The tracks must be described before the first block; they are not looked for elsewhere.
        if (tracks === null) return refuse("hostile");
        return { tracks, scaleNs, segmentEnd, from: forward.position, isCut };
      }
      const { size } = element;
      if (size === null) return refuse("hostile");
      if (element.id !== ID.info && element.id !== ID.tracks) {
        forward.pass(element.bytes + size);
        if (forward.position > segmentEnd) refuse("truncated");
        continue;
      }
      const body = await hold(forward, element.bytes, size);
      if (element.id === ID.tracks) tracks ??= chooseMatroskaSound(body, options.language ?? null);
      else
        for (const field of innerElements(body)) {
          if (field.id === ID.timestampScale) scaleNs = uintOf(body, field);
        }
      if (scaleNs < 1 || scaleNs > NS) refuse("hostile");
      forward.pass(size);
    }
  } finally {
    await forward.close();
  }
}

async function readDocType(forward: ForwardBytes): Promise<void> {
  if (!(await forward.fill(4)) || viewOf(forward.bytes(4)).getUint32(0) !== ID.ebml) refuse("wrong-kind");
  const element = await elementHere(forward);
  if (element?.id !== ID.ebml || element.size === null || element.size > 4096) return refuse("wrong-kind");
  const body = await hold(forward, element.bytes, element.size);
  const docType = innerElements(body).find(({ id }) => id === ID.docType);
  const named = docType === undefined ? "matroska" : textOf(body, docType);
  if (named !== "matroska" && named !== "webm") refuse("wrong-kind");
  forward.pass(element.size);
}

/** The whole content of an element; the position is then behind the element's head. */
async function hold(forward: ForwardBytes, headBytes: number, size: number): Promise<Uint8Array> {
  forward.pass(headBytes);
  if (size > HELD_BYTES_MAX) refuse("hostile");
  return (await forward.fill(size)) ? forward.bytes(size) : refuse("truncated");
}

/** The element at the position, or null at the end of the file. */
async function elementHere(forward: ForwardBytes) {
  const left = forward.size - forward.position;
  if (left <= 0) return null;
  const count = Math.min(ELEMENT_HEAD_BYTES_MAX, left);
  if (!forward.has(count)) await forward.fill(count);
  const head = readHead(forward.bytes(count), 0);
  return head ?? refuse(left < ELEMENT_HEAD_BYTES_MAX ? "truncated" : "hostile");
}

/** A block at the position of the forward reader: `size` bytes, of which the number of its track takes the first. */
export type MatroskaBlock = { track: number; trackBytes: number; size: number; ns: number; isKey: boolean };

export interface BlockVisitor {
  /** The walk could be restarted here. */
  cluster?(position: number): void;
  /** False ends the walk. */
  block(block: MatroskaBlock): Promise<boolean>;
  /** The last block was not one with which a decoder can begin, in spite of its `isKey`. */
  reference?(): void;
}

/** Walks from block to block. True where the file ends inside an element, as a recorder leaves it that was stopped. */
export async function walkBlocks(forward: ForwardBytes, head: SegmentHead, visitor: BlockVisitor): Promise<boolean> {
  let clusterAt = 0;
  while (forward.position < head.segmentEnd) {
    const element = await elementOrCut(forward);
    if (element === null) return true;
    if (element.id === ID.cluster) visitor.cluster?.(forward.position);
    if (ENTERED.has(element.id)) {
      forward.pass(element.bytes);
      continue;
    }
    const { size } = element;
    if (size === null) return refuse("hostile");
    if (forward.position + element.bytes + size > forward.size) return true;
    forward.pass(element.bytes);
    if (element.id === ID.timestamp && size <= 8) {
      await forward.fill(size);
      clusterAt = uintOf(forward.bytes(size), { id: element.id, body: 0, end: size });
    } else if (element.id === ID.simpleBlock || element.id === ID.block) {
      const count = Math.min(size, BLOCK_HEAD_BYTES);
      if (!forward.has(count)) await forward.fill(count);
      const start = forward.bytes(count);
      const { number: track, bytes: trackBytes } = trackOf(start);
      const relative = (((start[trackBytes] ?? 0) << 24) >> 16) | (start[trackBytes + 1] ?? 0);
      const ns = (clusterAt + relative) * head.scaleNs;
      // A block in a group tells by what follows it.
      const isKey = element.id === ID.block || ((start[trackBytes + 2] ?? 0) & 0x80) !== 0;
      if (!(await visitor.block({ track, trackBytes, size, ns, isKey }))) return false;
    } else if (element.id === ID.reference) visitor.reference?.();
    forward.pass(size);
  }
  return false;
}

/** The element at the position; null where only a part of its head is left. */
async function elementOrCut(forward: ForwardBytes) {
  const left = Math.min(forward.size - forward.position, ELEMENT_HEAD_BYTES_MAX);
  await forward.fill(left);
  const isWhole = left === ELEMENT_HEAD_BYTES_MAX || readHead(forward.bytes(left), 0) !== null;
  return isWhole ? await elementHere(forward) : null;
}

function trackOf(bytes: Uint8Array): { number: number; bytes: number } {
  const first = bytes[0] ?? 0;
  if (first >= 0x80) return { number: first & 0x7f, bytes: 1 };
  if (first >= 0x40) return { number: ((first & 0x3f) << 8) | (bytes[1] ?? 0), bytes: 2 };
  return refuse("hostile");
}
