import { VORBIS_SETUP_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type RangeReader, viewOf } from "#app/media/byte-source.ts";
import { readVorbisPrivate } from "#app/media/containers/vorbis-setup.ts";
import { type Box, fourcc, readBody } from "#app/media/mp4/walk-boxes.ts";
import { packPcm, readPcmFormat } from "#app/media/pcm/pcm-format.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Codecs that can be cut into windows: those whose frames can be decoded alone, or nearly so, and uncompressed sound. */
export type SoundCodec = "aac" | "opus" | "mp3" | "flac" | "pcm" | "vorbis";

/** Setup of a decoder. */
export type SoundConfig = {
  codec: SoundCodec;
  /**
   * The type of the sample entry, and the box in it that sets up a decoder, as in the file; empty when there is none; for PCM its format
   * (pcm-format.ts), for Vorbis its headers (vorbis-setup.ts).
   */
  entryType: string;
  setup: Uint8Array;
  sampleRate: number;
  channels: number;
  /** AAC's audio object type; null for other codecs. */
  objectType: number | null;
};

export type AudioEntry = { kind: "sound"; config: SoundConfig } | { kind: "encrypted" } | { kind: "other" };

const STSD_BYTES_MAX = 64 * 1024;
const SETUP_BYTES_MAX = 1024;
/** Vorbis includes its tables and free comments. */
const ESDS_BYTES_MAX = SETUP_BYTES_MAX + VORBIS_SETUP_BYTES_MAX;
const SAMPLE_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];
/** ISO/IEC 14496-1: 0x40 is MPEG-4 audio, 0x66 to 0x68 are the AAC profiles of MPEG-2; 0x69 and 0x6b are MP3. */
const AAC_INDICATIONS = new Set([0x40, 0x66, 0x67, 0x68]);
const MP3_INDICATIONS = new Set([0x69, 0x6b]);
/** ISO/IEC 14496-3: Main, LC, LTP, SBR and PS (HE-AAC). xHE-AAC (42) is another codec that few engines know. */
const AAC_OBJECT_TYPES = new Set([1, 2, 4, 5, 29]);
/** Not in the standard: FFmpeg's number for Vorbis, with its three headers as Matroska stores them. */
const VORBIS_INDICATION = 0xdd;
/** QuickTime's names for MP3; the second contains Windows' number of it. */
const MP3_ENTRIES = new Set([".mp3", "ms\0U"]);
/** Offset of the boxes in a sample entry of version 0. */
const ENTRY_FIELDS_BYTES = 36;
/** Minimum content of `dOps` (version, channels, pre-skip, rate, gain, mapping), and of `dfLa` (a STREAMINFO block). */
const OPUS_SETUP_BYTES_MIN = 8 + 11;
const FLAC_SETUP_BYTES_MIN = 8 + 4 + 4 + 34;

/** The first entry of an audio track's `stsd`. Entries that cannot be used are returned by kind, not refused here. */
export async function readAudioEntry(reader: RangeReader, stsd: Box): Promise<AudioEntry> {
  const view = await readBody(reader, stsd, 16, STSD_BYTES_MAX);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  if (view.getUint32(4) === 0) refuse("hostile");
  const entryBytes = view.getUint32(8);
  if (entryBytes < 16 || 8 + entryBytes > bytes.byteLength) refuse("hostile");
  const type = fourcc(bytes, 12);
  if (type === "enca") return { kind: "encrypted" };
  if (entryBytes < ENTRY_FIELDS_BYTES) return { kind: "other" };
  const config = readSoundConfig(type, bytes.subarray(8, 8 + entryBytes));
  return config === null ? { kind: "other" } : { kind: "sound", config };
}

/** A sample entry (with its header) as the setup of a decoder; null for one that cannot be cut. */
export function readSoundConfig(type: string, entry: Uint8Array): SoundConfig | null {
  const view = viewOf(entry);
  const fields = { sampleRate: view.getUint16(32), channels: view.getUint16(24), objectType: null };
  if (type === "mp4a") {
    // QuickTime's versions 1 and 2 of the entry have more fields before the boxes.
    const version = view.getUint16(16);
    const esds = findEsds(entry, ENTRY_FIELDS_BYTES + (version === 1 ? 16 : version === 2 ? 36 : 0));
    return esds === null ? null : parseEsds(esds, fields);
  }
  if (MP3_ENTRIES.has(type)) return { codec: "mp3", entryType: ".mp3", setup: new Uint8Array(0), ...fields };
  if (type === "Opus") {
    const setup = findSetup(entry, "dOps", OPUS_SETUP_BYTES_MIN);
    return setup === null ? null : { codec: "opus", entryType: type, setup, ...fields };
  }
  if (type === "fLaC") {
    const setup = findSetup(entry, "dfLa", FLAC_SETUP_BYTES_MIN);
    return setup === null ? null : { codec: "flac", entryType: type, setup, ...fields };
  }
  const pcm = readPcmFormat(type, entry);
  if (pcm === null) return null;
  const { sampleRate, channels } = pcm;
  return { codec: "pcm", entryType: type, setup: packPcm(pcm), sampleRate, channels, objectType: null };
}

function findSetup(entry: Uint8Array, type: string, bytesMin: number): Uint8Array | null {
  const box = findInside(entry, ENTRY_FIELDS_BYTES, type);
  return box !== null && box.byteLength >= bytesMin && box.byteLength <= SETUP_BYTES_MAX ? box.slice() : null;
}

/** Finds `esds` in the entry itself, or (QuickTime) one level deeper in `wave`. */
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

/** Walks ES_Descriptor → DecoderConfigDescriptor → DecoderSpecificInfo, and reads AAC's AudioSpecificConfig in it. */
function parseEsds(
  esds: Uint8Array,
  fields: Pick<SoundConfig, "sampleRate" | "channels" | "objectType">,
): SoundConfig | null {
  const es = readDescriptor(esds, 12);
  if (es?.tag !== 3 || es.body.byteLength < 3) return null;
  const flags = es.body[2] ?? 0;
  const urlBytes = (flags & 0x40) === 0 ? 0 : 1 + (es.body[3 + ((flags & 0x80) === 0 ? 0 : 2)] ?? 0);
  const decoder = readDescriptor(
    es.body,
    3 + ((flags & 0x80) === 0 ? 0 : 2) + urlBytes + ((flags & 0x20) === 0 ? 0 : 2),
  );
  if (decoder?.tag !== 4) return null;
  const indication = decoder.body[0] ?? 0;
  const specific = readDescriptor(decoder.body, 13);
  if (indication === VORBIS_INDICATION) {
    return specific?.tag === 5 ? (readVorbisPrivate(specific.body)?.config ?? null) : null;
  }
  if (esds.byteLength > SETUP_BYTES_MAX) return null;
  if (MP3_INDICATIONS.has(indication)) return { codec: "mp3", entryType: "mp4a", setup: esds, ...fields };
  if (!AAC_INDICATIONS.has(indication)) return null;
  if (specific?.tag !== 5 || specific.body.byteLength < 2) return null;
  const config = parseAudioSpecificConfig(specific.body);
  if (config === null || !AAC_OBJECT_TYPES.has(config.objectType)) return null;
  const channels = config.channels === 0 ? fields.channels : config.channels;
  return { codec: "aac", entryType: "mp4a", setup: esds, ...config, channels };
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

/** ISO/IEC 14496-3 §1.6.2.1, as far as the number of channels. With SBR the rate is the output rate. */
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
