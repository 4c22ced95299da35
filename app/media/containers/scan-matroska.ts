import { invariant } from "#app/domain/invariant.ts";
import { HEARD_SAMPLES_MAX, READABLE_SHARE_MIN } from "#app/domain/limits/media.ts";
import { type ByteSource, viewOf } from "#app/media/byte-source.ts";
import { collectTracks, type FilePackets, type PacketCollector } from "#app/media/containers/collect-packets.ts";
import type { ContainerAudio, ContainerTrack } from "#app/media/containers/container-audio.ts";
import {
  ELEMENT_HEAD_BYTES_MAX,
  innerElements,
  readHead,
  readLength,
  textOf,
  uintOf,
} from "#app/media/containers/ebml.ts";
import { type ForwardBytes, HELD_BYTES_MAX, openForward } from "#app/media/containers/forward-bytes.ts";
import { chooseMatroskaSound, type MatroskaTrack, type MatroskaTracks } from "#app/media/containers/matroska-tracks.ts";
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

type Head = { tracks: MatroskaTracks; scaleNs: number; segmentEnd: number; from: number; isCut: boolean };

/**
 * Matroska and WebM (RFC 9559): clusters of blocks, picture and sound mixed. No index of the sound is sure to exist or to be true, so the
 * whole file is walked once, from block to block, and everything except sound is skipped.
 */
export async function scanMatroska(source: ByteSource, options: ProbeOptions): Promise<ContainerAudio> {
  const head = await readSegmentHead(source, options);
  if (options.fragments !== "scan") refuse("needs-scan");
  const found = [head.tracks.sound, ...head.tracks.others];
  const timescales = found.map(({ sound }) => sound.timescale);
  const file = collectTracks({ timescales, fileEnd: source.size, from: head.from }, options);
  const forward = openForward(source, file.from, options.signal);
  const tracks = new Map(found.map(({ number, sound }, at) => [number, { sound, packets: packetsOf(file, at) }]));
  let end: WalkEnd;
  try {
    end = await walk(forward, { head, tracks, mark: (cursor) => file.mark(cursor) });
  } finally {
    await forward.close();
  }
  const packets = packetsOf(file, 0);
  const isCut = end.isCut || head.isCut;
  if (isCut && packets.count === 0) refuse("truncated");
  const { hasVideo } = head.tracks;
  const { timescale } = head.tracks.sound.sound;
  // The header's duration is a claim; the end of the picture is read from its blocks.
  const endMs = hasVideo ? Math.max(end.lastMs - ((packets.origin ?? 0) * 1000) / timescale, 0) : 0;
  const track = ({
    number,
    language,
    sound: { config, timescale: units, preSkip },
  }: MatroskaTrack): ContainerTrack[] => {
    const own = tracks.get(number)?.packets;
    if (own === undefined || own.count === 0) return [];
    return [{ config, timescale: units, samples: own.finish({ start: preSkip, end: 0 }), language }];
  };
  const [first] = track(head.tracks.sound);
  if (first === undefined) return refuse("no-audio");
  return { ...first, others: head.tracks.others.flatMap(track), hasVideo, endMs, ...(isCut && { isCut }) };
}

function packetsOf({ tracks }: FilePackets, at: number): PacketCollector {
  const packets = tracks[at];
  invariant(packets !== undefined, "packets are collected of each track");
  return packets;
}

/** Reads everything before the first cluster. */
async function readSegmentHead(source: ByteSource, options: ProbeOptions): Promise<Head> {
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

type Walk = { head: Head; tracks: Map<number, HeardTrack>; mark: FilePackets["mark"] };
type HeardTrack = { sound: MatroskaTrack["sound"]; packets: PacketCollector };
/** `lastMs`: the time of the last picture. `isCut`: the file ends inside an element, as a recorder leaves it that was stopped. */
type WalkEnd = { lastMs: number; isCut: boolean };

async function walk(forward: ForwardBytes, { head, tracks, mark }: Walk): Promise<WalkEnd> {
  const { segmentEnd, scaleNs } = head;
  let clusterAt = 0;
  let lastMs = 0;
  while (forward.position < segmentEnd) {
    const element = await elementOrCut(forward);
    if (element === null) return { lastMs, isCut: true };
    if (element.id === ID.cluster) mark(forward.position);
    if (ENTERED.has(element.id)) {
      forward.pass(element.bytes);
      continue;
    }
    const { size } = element;
    if (size === null) return refuse("hostile");
    if (forward.position + element.bytes + size > forward.size) return { lastMs, isCut: true };
    forward.pass(element.bytes);
    if (element.id === ID.timestamp && size <= 8) {
      await forward.fill(size);
      clusterAt = uintOf(forward.bytes(size), { id: element.id, body: 0, end: size });
    } else if (element.id === ID.simpleBlock || element.id === ID.block) {
      const shownMs = await takeBlock(forward, size, { clusterAt, scaleNs, head, tracks });
      lastMs = Math.max(lastMs, shownMs);
    }
    forward.pass(size);
  }
  return { lastMs, isCut: false };
}

/** The element at the position; null where only a part of its head is left. */
async function elementOrCut(forward: ForwardBytes) {
  const left = Math.min(forward.size - forward.position, ELEMENT_HEAD_BYTES_MAX);
  await forward.fill(left);
  const isWhole = left === ELEMENT_HEAD_BYTES_MAX || readHead(forward.bytes(left), 0) !== null;
  return isWhole ? await elementHere(forward) : null;
}

type Place = Pick<Walk, "head" | "tracks"> & { clusterAt: number; scaleNs: number };

/** Records the frames of a block of sound. Returns the time of a picture's block, in ms, and 0 for other blocks. */
async function takeBlock(forward: ForwardBytes, size: number, place: Place): Promise<number> {
  const { head, tracks, scaleNs } = place;
  const count = Math.min(size, BLOCK_HEAD_BYTES);
  if (!forward.has(count)) await forward.fill(count);
  const start = forward.bytes(count);
  const track = trackOf(start);
  const heard = tracks.get(track.number);
  if (heard === undefined && !head.tracks.pictures.has(track.number)) return 0;
  const relative = (((start[track.bytes] ?? 0) << 24) >> 16) | (start[track.bytes + 1] ?? 0);
  const ns = (place.clusterAt + relative) * scaleNs;
  for (const { sound, packets } of tracks.values()) {
    const time = Math.max(Math.round((ns * sound.timescale) / NS), 0);
    if (!Number.isSafeInteger(time)) refuse("hostile");
    packets.origin = Math.min(packets.origin ?? time, time);
  }
  if (heard === undefined) return ns / 1e6;
  if (size > SOUND_BLOCK_BYTES_MAX) refuse("hostile");
  await forward.fill(size);
  takeFrames(forward, { size, trackBytes: track.bytes, ns, heard });
  keepToMemory(place);
  return 0;
}

type Block = { size: number; trackBytes: number; ns: number; heard: HeardTrack };

function takeFrames(forward: ForwardBytes, { size, trackBytes, ns, heard: { sound, packets } }: Block): void {
  const bytes = forward.bytes(size);
  let begins: number | null = Math.max(Math.round((ns * sound.timescale) / NS), 0);
  for (const frame of readBlock(bytes, trackBytes)) {
    const duration = sound.duration(bytes, frame.at, frame.size, packets.carried.block);
    // Bytes that are not a frame have no duration and are left out: a decoder would fail on them.
    if (duration === 0) continue;
    packets.carried.block = sound.block?.(bytes, frame.at, frame.size) ?? 0;
    packets.add({ offset: forward.position + frame.at, size: frame.size, duration, time: begins });
    begins = null;
  }
}

/** With more samples than memory has room for, the file is heard by its chosen track alone. */
function keepToMemory({ head, tracks }: Pick<Walk, "head" | "tracks">): void {
  if (tracks.size === 1) return;
  let samples = 0;
  for (const { packets } of tracks.values()) samples += packets.count;
  if (samples <= HEARD_SAMPLES_MAX) return;
  for (const number of tracks.keys()) if (number !== head.tracks.sound.number) tracks.delete(number);
}

function trackOf(bytes: Uint8Array): { number: number; bytes: number } {
  const first = bytes[0] ?? 0;
  if (first >= 0x80) return { number: first & 0x7f, bytes: 1 };
  if (first >= 0x40) return { number: ((first & 0x3f) << 8) | (bytes[1] ?? 0), bytes: 2 };
  return refuse("hostile");
}
