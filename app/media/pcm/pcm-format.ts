import { viewOf } from "#app/media/byte-source.ts";
import { innerBoxes } from "#app/media/mp4/walk-boxes.ts";

/** Format of uncompressed sound in a recording. One frame is one value for each channel. */
export type PcmFormat = {
  sampleRate: number;
  channels: number;
  /** Width of one value: 8, 16, 24, 32, or (floating point only) 64. */
  bits: number;
  float: boolean;
  bigEndian: boolean;
  unsigned: boolean;
  /** Telephone coding: eight bits that represent 13 or 14 (ITU-T G.711). */
  law?: "a" | "mu";
};

const CHANNELS_MAX = 16;
const SAMPLE_RATE_MIN = 4000;
const SAMPLE_RATE_MAX = 192_000;
const WHOLE_BITS = new Set([8, 16, 24, 32]);
const FLOAT_BITS = new Set([32, 64]);
/** Offset of the boxes in a sample entry, by the version of QuickTime's sound description. */
const BOXES_AT = [36, 52, 72];
/** Flags of `lpcm` (QuickTime File Format, Sound Sample Description version 2). */
const LPCM = { float: 1, bigEndian: 2, signed: 4 };
/** Entry types whose name gives the width. `raw ` and `NONE` with 8 bits count from 128. */
const NAMED: Record<string, Pick<PcmFormat, "bits" | "float" | "law">> = {
  in24: { bits: 24, float: false },
  in32: { bits: 32, float: false },
  fl32: { bits: 32, float: true },
  fl64: { bits: 64, float: true },
  alaw: { bits: 8, float: false, law: "a" },
  ulaw: { bits: 8, float: false, law: "mu" },
};

/**
 * Reads a PCM track's sample entry (with its header): QuickTime's `sowt`, `twos`, `raw `, `in24`, `in32`, `fl32`, `fl64`, `alaw`, `ulaw`
 * and `lpcm`, and MP4's `ipcm` and `fpcm` (ISO/IEC 23003-5). Null for other types, and for a width that no program writes.
 */
export function readPcmFormat(type: string, entry: Uint8Array): PcmFormat | null {
  const view = viewOf(entry);
  const version = view.getUint16(16);
  const boxesAt = BOXES_AT[version];
  if (boxesAt === undefined || boxesAt > entry.byteLength) return null;
  const usual = {
    sampleRate: view.getUint16(32),
    channels: view.getUint16(24),
    bits: view.getUint16(26),
    float: false,
    bigEndian: true,
    unsigned: false,
  };
  const read = readKind(type, view, usual, { entry, boxesAt, version });
  return read !== null && isSanePcm(read) ? read : null;
}

type Entry = { entry: Uint8Array; boxesAt: number; version: number };

function readKind(
  type: string,
  view: DataView,
  usual: PcmFormat,
  { entry, boxesAt, version }: Entry,
): PcmFormat | null {
  const named = NAMED[type];
  if (named !== undefined) return { ...usual, ...named, bigEndian: !isLittleEndian(entry, boxesAt) };
  switch (type) {
    case "sowt":
      return { ...usual, bigEndian: false };
    case "twos":
      return usual;
    case "raw ":
    case "NONE":
      return { ...usual, unsigned: usual.bits === 8 };
    case "lpcm": {
      if (version !== 2) return null;
      const flags = view.getUint32(60);
      const has = (flag: number) => (flags & flag) !== 0;
      return {
        sampleRate: Math.round(view.getFloat64(40)),
        channels: view.getUint32(48),
        bits: view.getUint32(56),
        float: has(LPCM.float),
        bigEndian: has(LPCM.bigEndian),
        unsigned: !has(LPCM.float) && !has(LPCM.signed),
      };
    }
    case "ipcm":
    case "fpcm": {
      const config = findBody(entry, boxesAt, "pcmC");
      if (config === null || config.byteLength < 6) return null;
      const bigEndian = ((config[4] ?? 0) & 1) === 0;
      return { ...usual, bits: config[5] ?? 0, float: type === "fpcm", bigEndian };
    }
    default:
      return null;
  }
}

/** Whether any program writes such PCM. */
export function isSanePcm({ sampleRate, channels, bits, float, law }: PcmFormat): boolean {
  if (sampleRate < SAMPLE_RATE_MIN || sampleRate > SAMPLE_RATE_MAX) return false;
  if (channels < 1 || channels > CHANNELS_MAX) return false;
  if (law !== undefined) return bits === 8 && !float;
  return (float ? FLOAT_BITS : WHOLE_BITS).has(bits);
}

/** QuickTime writes the high byte first unless `enda` inside `wave` says otherwise. */
function isLittleEndian(entry: Uint8Array, boxesAt: number): boolean {
  const wave = findBody(entry, boxesAt, "wave");
  const enda = wave === null ? null : findBody(wave, 0, "enda");
  return enda !== null && enda[1] === 1;
}

function findBody(bytes: Uint8Array, start: number, type: string): Uint8Array | null {
  for (const box of innerBoxes(bytes, start, bytes.byteLength))
    if (box.type === type) return bytes.subarray(box.body, box.end);
  return null;
}

export function pcmFrameBytes({ channels, bits }: PcmFormat): number {
  return (channels * bits) / 8;
}

/** For a window's plan: bits and flags, in two bytes. */
export function packPcm({ bits, float, bigEndian, unsigned, law }: PcmFormat): Uint8Array {
  const lawFlag = law === "a" ? 8 : law === "mu" ? 16 : 0;
  return Uint8Array.of(bits, (float ? 1 : 0) | (bigEndian ? 2 : 0) | (unsigned ? 4 : 0) | lawFlag);
}

export function unpackPcm(packed: Uint8Array, of: { sampleRate: number; channels: number }): PcmFormat {
  const flags = packed[1] ?? 0;
  const { sampleRate, channels } = of;
  return {
    sampleRate,
    channels,
    bits: packed[0] ?? 0,
    float: (flags & 1) !== 0,
    bigEndian: (flags & 2) !== 0,
    unsigned: (flags & 4) !== 0,
    ...((flags & 8) !== 0 && { law: "a" }),
    ...((flags & 16) !== 0 && { law: "mu" }),
  };
}
