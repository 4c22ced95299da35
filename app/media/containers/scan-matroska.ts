import { type ByteSource, viewOf } from "#app/media/byte-source.ts";
import { collectPackets, type PacketCollector } from "#app/media/containers/collect-packets.ts";
import type { ContainerAudio } from "#app/media/containers/container-audio.ts";
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

type Frame = { at: number; size: number };

/** Behind the track's number: two bytes of time, one of flags. */
const FIELDS_BYTES = 3;
const LACING = { none: 0, xiph: 1, fixed: 2, ebml: 3 };

/** The frames of a block (RFC 9559 §10): one, or several laced into one block, whose lengths stand in one of three ways. */
function readBlock(bytes: Uint8Array, trackBytes: number): Frame[] {
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

const ID = {
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
};
/** Elements that contain blocks are entered, not skipped: their own length is only used to detect a truncated file. */
const ENTERED = new Set([ID.segment, ID.cluster, ID.group]);
const SCALE_USUAL_NS = 1_000_000;
const NS = 1_000_000_000;
/** Limit of one block of sound; the largest are uncompressed. */
const SOUND_BLOCK_BYTES_MAX = 2 * 1024 * 1024;
/** Enough of a picture's block to read its track and its time. */
const BLOCK_HEAD_BYTES = 12;

type Head = { tracks: MatroskaTracks; scaleNs: number; segmentEnd: number; from: number };

/**
 * Matroska and WebM (RFC 9559): clusters of blocks, picture and sound mixed. No index of the sound is sure to exist or to be true, so the
 * whole file is walked once, from block to block, and everything except sound is skipped.
 */
export async function scanMatroska(source: ByteSource, options: ProbeOptions): Promise<ContainerAudio> {
  const head = await readSegmentHead(source, options);
  if (options.fragments !== "scan") refuse("needs-scan");
  const { language, sound } = head.tracks.sound;
  const packets = collectPackets({ timescale: sound.timescale, fileEnd: source.size, from: head.from }, options);
  const forward = openForward(source, packets.from, options.signal);
  let lastMs = 0;
  try {
    lastMs = await walk(forward, head, packets);
  } finally {
    await forward.close();
  }
  const samples = packets.finish({ start: sound.preSkip, end: 0 });
  const { hasVideo } = head.tracks;
  // The header's duration is a claim; the end of the picture is read from its blocks.
  const endMs = hasVideo ? Math.max(lastMs - ((packets.origin ?? 0) * 1000) / sound.timescale, 0) : 0;
  return { config: sound.config, timescale: sound.timescale, samples, language, hasVideo, endMs };
}

/** Reads everything before the first cluster. */
async function readSegmentHead(source: ByteSource, options: ProbeOptions): Promise<Head> {
  const forward = openForward(source, 0, options.signal);
  try {
    await readDocType(forward);
    const segment = await elementHere(forward);
    if (segment?.id !== ID.segment) return refuse(segment === null ? "truncated" : "hostile");
    forward.pass(segment.bytes);
    const segmentEnd = segment.size === null ? source.size : forward.position + segment.size;
    if (segmentEnd > source.size) refuse("truncated");
    let tracks: MatroskaTracks | null = null;
    let scaleNs = SCALE_USUAL_NS;
    for (;;) {
      const element = await elementHere(forward);
      if (element === null) return refuse("truncated");
      if (element.id === ID.cluster) {
        // The tracks must be described before the first block; they are not looked for elsewhere.
        if (tracks === null) return refuse("hostile");
        return { tracks, scaleNs, segmentEnd, from: forward.position };
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

/** Returns the time of the last picture, in ms. */
async function walk(forward: ForwardBytes, head: Head, packets: PacketCollector): Promise<number> {
  const { segmentEnd, scaleNs, tracks } = head;
  let clusterAt = 0;
  let lastMs = 0;
  while (forward.position < segmentEnd) {
    const element = await elementHere(forward);
    if (element === null) break;
    if (element.id === ID.cluster) packets.mark(forward.position);
    if (ENTERED.has(element.id)) {
      if (forward.position + element.bytes + (element.size ?? 0) > forward.size) refuse("truncated");
      forward.pass(element.bytes);
      continue;
    }
    const { size } = element;
    if (size === null) return refuse("hostile");
    if (forward.position + element.bytes + size > forward.size) refuse("truncated");
    forward.pass(element.bytes);
    if (element.id === ID.timestamp && size <= 8) {
      await forward.fill(size);
      clusterAt = uintOf(forward.bytes(size), { id: element.id, body: 0, end: size });
    } else if (element.id === ID.simpleBlock || element.id === ID.block) {
      const shownMs = await takeBlock(forward, size, { clusterAt, scaleNs, tracks, packets });
      lastMs = Math.max(lastMs, shownMs);
    }
    forward.pass(size);
  }
  return lastMs;
}

type Place = { clusterAt: number; scaleNs: number; tracks: MatroskaTracks; packets: PacketCollector };

/** Records the frames of a block of sound. Returns the time of a picture's block, in ms, and 0 for other blocks. */
async function takeBlock(forward: ForwardBytes, size: number, place: Place): Promise<number> {
  const { tracks, packets, scaleNs } = place;
  const { number, sound } = tracks.sound;
  const count = Math.min(size, BLOCK_HEAD_BYTES);
  if (!forward.has(count)) await forward.fill(count);
  const start = forward.bytes(count);
  const track = trackOf(start);
  const isPicture = tracks.pictures.has(track.number);
  if (track.number !== number && !isPicture) return 0;
  const relative = (((start[track.bytes] ?? 0) << 24) >> 16) | (start[track.bytes + 1] ?? 0);
  const ns = (place.clusterAt + relative) * scaleNs;
  const time = Math.max(Math.round((ns * sound.timescale) / NS), 0);
  if (!Number.isSafeInteger(time)) refuse("hostile");
  packets.origin = Math.min(packets.origin ?? time, time);
  if (track.number !== number) return ns / 1e6;
  if (size > SOUND_BLOCK_BYTES_MAX) refuse("hostile");
  await forward.fill(size);
  const bytes = forward.bytes(size);
  let begins: number | null = time;
  for (const frame of readBlock(bytes, track.bytes)) {
    const duration = sound.duration(bytes, frame.at, frame.size, packets.carried.block);
    // Bytes that are not a frame have no duration and are left out: a decoder would fail on them.
    if (duration === 0) continue;
    packets.carried.block = sound.block?.(bytes, frame.at, frame.size) ?? 0;
    packets.add({ offset: forward.position + frame.at, size: frame.size, duration, time: begins });
    begins = null;
  }
  return 0;
}

function trackOf(bytes: Uint8Array): { number: number; bytes: number } {
  const first = bytes[0] ?? 0;
  if (first >= 0x80) return { number: first & 0x7f, bytes: 1 };
  if (first >= 0x40) return { number: ((first & 0x3f) << 8) | (bytes[1] ?? 0), bytes: 2 };
  return refuse("hostile");
}
