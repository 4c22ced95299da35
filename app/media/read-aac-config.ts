import { type Box, fourcc, readBody } from "#app/media/boxes.ts";
import { type RangeReader, viewOf } from "#app/media/range-reader.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** What a decoder has to be told: the `esds` box as it stood in the file, and what it says in numbers. */
export type AacConfig = { esds: Uint8Array; objectType: number; sampleRate: number; channels: number };

const STSD_BYTES_MAX = 64 * 1024;
const ESDS_BYTES_MAX = 1024;
const SAMPLE_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];
/** ISO/IEC 14496-1: 0x40 is MPEG-4 audio, 0x66 to 0x68 are the AAC profiles of MPEG-2. */
const AAC_INDICATIONS = new Set([0x40, 0x66, 0x67, 0x68]);
/** ISO/IEC 14496-3: Main, LC, LTP, SBR and PS (HE-AAC). xHE-AAC (42) is another codec that few engines know. */
const AAC_OBJECT_TYPES = new Set([1, 2, 4, 5, 29]);

export type AudioEntry = { kind: "aac"; config: AacConfig } | { kind: "encrypted" } | { kind: "other" };

/** The first entry of an audio track's `stsd`. What is not AAC as we can hand it on is told apart, not refused here. */
export async function readAudioEntry(reader: RangeReader, stsd: Box): Promise<AudioEntry> {
  const view = await readBody(reader, stsd, 16, STSD_BYTES_MAX);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  if (view.getUint32(4) === 0) refuse("hostile");
  const entryBytes = view.getUint32(8);
  if (entryBytes < 16 || 8 + entryBytes > bytes.byteLength) refuse("hostile");
  const type = fourcc(bytes, 12);
  if (type === "enca") return { kind: "encrypted" };
  if (type !== "mp4a" || entryBytes < 36) return { kind: "other" };
  const entry = bytes.subarray(8, 8 + entryBytes);
  // QuickTime's versions 1 and 2 of the entry have more fields before the boxes.
  const version = viewOf(entry).getUint16(16);
  const esds = findEsds(entry, 36 + (version === 1 ? 16 : version === 2 ? 36 : 0));
  const config = esds === null ? null : parseEsds(esds, entry);
  return config === null ? { kind: "other" } : { kind: "aac", config };
}

/** `esds` stands in the entry itself, or (QuickTime) one level deeper in `wave`. */
function findEsds(entry: Uint8Array, start: number): Uint8Array | null {
  const found = findInside(entry, start, "esds");
  const wave = found === null ? findInside(entry, start, "wave") : null;
  const esds = wave === null ? found : findInside(wave, 8, "esds");
  return esds !== null && esds.byteLength <= ESDS_BYTES_MAX ? esds.slice() : null;
}

function findInside(bytes: Uint8Array, start: number, type: string): Uint8Array | null {
  const view = viewOf(bytes);
  let at = start;
  while (at + 8 <= bytes.byteLength) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > bytes.byteLength) return null;
    if (fourcc(bytes, at + 4) === type) return bytes.subarray(at, at + size);
    at += size;
  }
  return null;
}

/** Walks ES_Descriptor → DecoderConfigDescriptor → DecoderSpecificInfo, and reads the AudioSpecificConfig in it. */
function parseEsds(esds: Uint8Array, entry: Uint8Array): AacConfig | null {
  const es = readDescriptor(esds, 12);
  if (es?.tag !== 3 || es.body.byteLength < 3) return null;
  const flags = es.body[2] ?? 0;
  const urlBytes = (flags & 0x40) === 0 ? 0 : 1 + (es.body[3 + ((flags & 0x80) === 0 ? 0 : 2)] ?? 0);
  const decoder = readDescriptor(
    es.body,
    3 + ((flags & 0x80) === 0 ? 0 : 2) + urlBytes + ((flags & 0x20) === 0 ? 0 : 2),
  );
  if (decoder?.tag !== 4 || !AAC_INDICATIONS.has(decoder.body[0] ?? 0)) return null;
  const specific = readDescriptor(decoder.body, 13);
  if (specific?.tag !== 5 || specific.body.byteLength < 2) return null;
  const config = parseAudioSpecificConfig(specific.body);
  if (config === null || !AAC_OBJECT_TYPES.has(config.objectType)) return null;
  const channels = config.channels === 0 ? viewOf(entry).getUint16(24) : config.channels;
  return { esds, objectType: config.objectType, sampleRate: config.sampleRate, channels };
}

/** A descriptor: one byte of tag, then its length in up to four bytes of seven bits. */
function readDescriptor(bytes: Uint8Array, start: number): { tag: number; body: Uint8Array } | null {
  let length = 0;
  for (let at = start + 1; at < start + 5; at++) {
    const byte = bytes[at];
    if (byte === undefined) return null;
    length = (length << 7) | (byte & 0x7f);
    if ((byte & 0x80) !== 0) continue;
    const end = at + 1 + length;
    return end > bytes.byteLength ? null : { tag: bytes[start] ?? 0, body: bytes.subarray(at + 1, end) };
  }
  return null;
}

/** ISO/IEC 14496-3 §1.6.2.1, as far as the number of channels. With SBR the rate is the one that comes out. */
function parseAudioSpecificConfig(bytes: Uint8Array) {
  let bit = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let left = count; left > 0; left--, bit++)
      value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    return value;
  };
  const takeObjectType = () => {
    const type = take(5);
    return type === 31 ? 32 + take(6) : type;
  };
  const takeRate = () => {
    const index = take(4);
    return index === 15 ? take(24) : (SAMPLE_RATES[index] ?? 0);
  };
  const objectType = takeObjectType();
  let sampleRate = takeRate();
  const channels = take(4);
  if (objectType === 5 || objectType === 29) sampleRate = takeRate();
  return sampleRate === 0 ? null : { objectType, sampleRate, channels: channels === 7 ? 8 : channels };
}
