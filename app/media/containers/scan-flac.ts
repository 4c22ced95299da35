import { FLAC_FRAME_BYTES_MAX } from "#app/domain/limits/media.ts";
import { collectPackets } from "#app/media/containers/collect-packets.ts";
import type { ContainerAudio } from "#app/media/containers/container-audio.ts";
import { flacBlockSize } from "#app/media/containers/flac-frame.ts";
import { type ForwardBytes, openForward } from "#app/media/containers/forward-bytes.ts";
import { passId3 } from "#app/media/containers/pass-id3.ts";
import { flacConfig } from "#app/media/containers/sound-setup.ts";
import { type ByteSource, viewOf } from "#app/media/byte-source.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { refuse } from "#app/media/refuse-recording.ts";

const SIGNATURE = 0x664c_6143;
const STREAM_INFO_BYTES = 42;
const BLOCKS_MAX = 256;
/** The longest head: sync, codes, a number of seven bytes, block size, rate, checksum. */
const HEAD_BYTES_MAX = 16;
/** A frame's number tells which one it is, so that two bytes of sound are not taken for a frame. */
type FlacHead = { number: number; samples: number; isByBlock: boolean };

/**
 * A FLAC file (RFC 9639): frames one behind the other, whose lengths nothing tells. A frame ends where the head of the next one begins, which
 * is known by its checksum and by its number.
 */
export async function scanFlac(source: ByteSource, options: ProbeOptions): Promise<ContainerAudio> {
  const { head, from } = await readFileHead(source, options);
  const config = flacConfig(head) ?? refuse("unsupported-codec");
  if (options.fragments !== "scan") refuse("needs-scan");
  const { sampleRate: timescale } = config;
  const file = collectPackets({ timescale, fileEnd: source.size, from }, options);
  const forward = openForward(source, file.from, options.signal);
  let endsInFrame = false;
  try {
    endsInFrame = await walk(forward, file);
  } finally {
    await forward.close();
  }
  if (file.track.count === 0) refuse("truncated");
  const isCut = endsInFrame || file.track.expected < samplesToldBy(head);
  const samples = file.track.finish({ start: 0, end: 0 });
  return { config, timescale, samples, language: null, hasVideo: false, endMs: 0, ...(isCut && { isCut }) };
}

/** STREAMINFO's count of samples; 0 where the writer did not know it. */
function samplesToldBy(head: Uint8Array): number {
  const view = viewOf(head);
  return (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22);
}

/** The signature with STREAMINFO, and the place of the first frame. */
async function readFileHead(source: ByteSource, { signal }: ProbeOptions): Promise<{ head: Uint8Array; from: number }> {
  const forward = openForward(source, 0, signal);
  try {
    await passId3(forward);
    if (!(await forward.fill(STREAM_INFO_BYTES))) refuse("wrong-kind");
    const head = forward.bytes(STREAM_INFO_BYTES).slice();
    if (viewOf(head).getUint32(0) !== SIGNATURE) refuse("wrong-kind");
    forward.pass(4);
    for (let blocks = 0; blocks < BLOCKS_MAX; blocks++) {
      if (!(await forward.fill(4))) refuse("truncated");
      const packed = viewOf(forward.bytes(4)).getUint32(0);
      forward.pass(4 + (packed & 0xff_ffff));
      if (forward.position > forward.size) refuse("truncated");
      if (packed >>> 31 === 1) return { head, from: forward.position };
    }
    return refuse("hostile");
  } finally {
    await forward.close();
  }
}

/** Returns whether the file ends inside a frame. */
async function walk(forward: ForwardBytes, { track, mark }: ReturnType<typeof collectPackets>): Promise<boolean> {
  let frame = await headHere(forward);
  while (frame !== null) {
    const left = forward.size - forward.position;
    const bytes = await fillUpTo(forward, FLAC_FRAME_BYTES_MAX + HEAD_BYTES_MAX);
    const next = findNext(bytes, frame);
    if (next === null && left > FLAC_FRAME_BYTES_MAX) refuse("hostile");
    const size = next?.at ?? lastFrameBytes(bytes);
    if (size === null) return true;
    track.add({ offset: forward.position, size, duration: frame.samples, time: null });
    forward.pass(size);
    mark(forward.position);
    frame = next?.head ?? null;
  }
  return false;
}

const ID3V1_BYTES = 128;

/** The length of the last frame, which ends with the file or before an old tag; null where it broke off. */
function lastFrameBytes(bytes: Uint8Array): number | null {
  if (frameChecksum(bytes) === 0) return bytes.byteLength;
  const tagAt = bytes.byteLength - ID3V1_BYTES;
  const isTagged = tagAt > 0 && bytes[tagAt] === 0x54 && bytes[tagAt + 1] === 0x41 && bytes[tagAt + 2] === 0x47;
  return isTagged && frameChecksum(bytes.subarray(0, tagAt)) === 0 ? tagAt : null;
}

/** CRC-16 with x^16 + x^15 + x^2 + 1 (RFC 9639 §9.3); 0 over a whole frame with its own checksum. */
function frameChecksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x8005) & 0xffff;
  }
  return crc;
}

async function headHere(forward: ForwardBytes): Promise<FlacHead | null> {
  const bytes = await fillUpTo(forward, HEAD_BYTES_MAX);
  return readHead(bytes, 0);
}

async function fillUpTo(forward: ForwardBytes, most: number): Promise<Uint8Array> {
  const count = Math.min(most, forward.size - forward.position);
  await forward.fill(count);
  return forward.bytes(count);
}

function findNext(bytes: Uint8Array, before: FlacHead): { at: number; head: FlacHead } | null {
  const number = before.number + (before.isByBlock ? 1 : before.samples);
  for (let at = bytes.indexOf(0xff, 1); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const head = readHead(bytes, at);
    if (head !== null && head.isByBlock === before.isByBlock && head.number === number) return { at, head };
  }
  return null;
}

/** The head of a frame whose checksum is right; null elsewhere. */
function readHead(bytes: Uint8Array, at: number): FlacHead | null {
  const samples = flacBlockSize(bytes, at, bytes.byteLength - at);
  if (samples === null || ((bytes[at + 3] ?? 0) & 1) === 1) return null;
  const [second = 0, third = 0] = [bytes[at + 1], bytes[at + 2]];
  const number = codedNumber(bytes, at + 4);
  if (number === null) return null;
  const sizeBytes = third >> 4 === 6 ? 1 : third >> 4 === 7 ? 2 : 0;
  const rateCode = third & 15;
  const rateBytes = rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0;
  const end = at + 4 + number.bytes + sizeBytes + rateBytes;
  if (end >= bytes.byteLength || rateCode === 15 || checksum(bytes, at, end) !== bytes[end]) return null;
  return { number: number.value, samples, isByBlock: (second & 1) === 0 };
}

/** A number coded as UTF-8 codes characters, with up to 36 bits. */
function codedNumber(bytes: Uint8Array, at: number): { value: number; bytes: number } | null {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { value: first, bytes: 1 };
  const count = Math.clz32(~(first << 24) | 0x00ff_ffff) < 8 ? Math.clz32(~(first << 24)) : 8;
  if (count < 2 || count > 7) return null;
  let value = first & (0x7f >> count);
  for (let index = 1; index < count; index++) {
    const byte = bytes[at + index] ?? 0;
    if ((byte & 0xc0) !== 0x80) return null;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, bytes: count };
}

/** CRC-8 with x^8 + x^2 + x + 1 (RFC 9639 §9.1.8). */
function checksum(bytes: Uint8Array, from: number, end: number): number {
  let crc = 0;
  for (let at = from; at < end; at++) {
    crc ^= bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80) === 0 ? (crc << 1) & 0xff : ((crc << 1) ^ 0x07) & 0xff;
  }
  return crc;
}
