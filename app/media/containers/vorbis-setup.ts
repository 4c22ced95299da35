import { VORBIS_SETUP_BYTES_MAX } from "#app/domain/limits/media.ts";
import { joinBytes } from "#app/domain/sha256.ts";
import { viewOf } from "#app/media/byte-source.ts";
import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";

const CODEBOOK_SYNC = 0x564342;
/** Header type, and the name "vorbis". */
const HEAD_BYTES = 7;
const DIMENSIONS_AND_ENTRIES_BITS_MAX = 24;

/**
 * Tells which of a stream's modes have the long block, from Vorbis' setup header (Vorbis I §4.2.4): the modes are at its very end, after
 * tables without a stored length, so that all tables are walked. Null when they contradict themselves or the header ends before they do:
 * every loop ends with the header's bytes.
 */
export function readVorbisModes(setup: Uint8Array, channels: number): boolean[] | null {
  const bits = lowBits(setup.subarray(HEAD_BYTES));
  const books = bits.take(8) + 1;
  for (let book = 0; book < books; book++) if (!passCodebook(bits)) return null;
  for (let left = bits.take(6) + 1; left > 0; left--) if (bits.take(16) !== 0) return null;
  for (let left = bits.take(6) + 1; left > 0; left--) if (!passFloor(bits)) return null;
  for (let left = bits.take(6) + 1; left > 0; left--) if (!passResidue(bits)) return null;
  for (let left = bits.take(6) + 1; left > 0; left--) if (!passMapping(bits, channels)) return null;
  const modes: boolean[] = [];
  for (let left = bits.take(6) + 1; left > 0; left--) {
    modes.push(bits.take(1) === 1);
    // No other windows or transforms exist.
    if (bits.take(32) !== 0) return null;
    bits.skip(8);
  }
  return bits.take(1) === 1 && !bits.isOver ? modes : null;
}

/** Number of bits in a value. */
function bitsOf(value: number): number {
  return 32 - Math.clz32(value);
}

function passCodebook(bits: LowBits): boolean {
  if (bits.take(24) !== CODEBOOK_SYNC) return false;
  const dimensions = bits.take(16);
  const entries = bits.take(24);
  if (bitsOf(dimensions) + bitsOf(entries) > DIMENSIONS_AND_ENTRIES_BITS_MAX) return false;
  const passed = bits.take(1) === 1 ? passOrdered(bits, entries) : passLengths(bits, entries);
  if (!passed) return false;
  const lookup = bits.take(4);
  if (lookup === 0) return true;
  if (lookup > 2 || dimensions === 0) return false;
  bits.skip(64);
  const width = bits.take(4) + 1;
  bits.skip(1);
  bits.skip(width * (lookup === 1 ? rootOf(entries, dimensions) : entries * dimensions));
  return !bits.isOver;
}

function passOrdered(bits: LowBits, entries: number): boolean {
  bits.skip(5);
  for (let entry = 0; entry < entries && !bits.isOver; ) {
    entry += bits.take(bitsOf(entries - entry));
    if (entry > entries) return false;
  }
  return !bits.isOver;
}

function passLengths(bits: LowBits, entries: number): boolean {
  const isSparse = bits.take(1) === 1;
  if (!isSparse) bits.skip(entries * 5);
  else for (let left = entries; left > 0 && !bits.isOver; left--) if (bits.take(1) === 1) bits.skip(5);
  return !bits.isOver;
}

/** The largest integer whose `power`th power is at most `value`. */
function rootOf(value: number, power: number): number {
  let root = Math.floor(value ** (1 / power));
  while ((root + 1) ** power <= value) root++;
  while (root > 0 && root ** power > value) root--;
  return root;
}

function passFloor(bits: LowBits): boolean {
  const kind = bits.take(16);
  if (kind === 0) {
    bits.skip(8 + 16 + 16 + 6 + 8);
    bits.skip((bits.take(4) + 1) * 8);
    return !bits.isOver;
  }
  if (kind !== 1) return false;
  const classes = Array.from({ length: bits.take(5) }, () => bits.take(4));
  const dimensions: number[] = [];
  for (let left = Math.max(-1, ...classes) + 1; left > 0; left--) {
    dimensions.push(bits.take(3) + 1);
    const subclasses = bits.take(2);
    if (subclasses > 0) bits.skip(8);
    bits.skip(8 * 2 ** subclasses);
  }
  bits.skip(2);
  const width = bits.take(4);
  for (const each of classes) bits.skip(width * (dimensions[each] ?? 0));
  return !bits.isOver;
}

function passResidue(bits: LowBits): boolean {
  if (bits.take(16) > 2) return false;
  bits.skip(24 + 24 + 24);
  const classes = bits.take(6) + 1;
  bits.skip(8);
  let books = 0;
  for (let left = classes; left > 0; left--) {
    const low = bits.take(3);
    const high = bits.take(1) === 1 ? bits.take(5) : 0;
    for (let cascade = high * 8 + low; cascade > 0; cascade >>= 1) books += cascade & 1;
  }
  bits.skip(books * 8);
  return !bits.isOver;
}

function passMapping(bits: LowBits, channels: number): boolean {
  if (bits.take(16) !== 0) return false;
  const submaps = bits.take(1) === 1 ? bits.take(4) + 1 : 1;
  if (bits.take(1) === 1) bits.skip((bits.take(8) + 1) * 2 * bitsOf(channels - 1));
  if (bits.take(2) !== 0) return false;
  if (submaps > 1) bits.skip(channels * 4);
  bits.skip(submaps * 24);
  return !bits.isOver;
}

/** Bits as Vorbis packs them (Vorbis I §2): of each byte the low ones first. Behind the end there are zeros, and `isOver` says so. */
interface LowBits {
  /** 32 at most. */
  take(count: number): number;
  skip(count: number): void;
  readonly isOver: boolean;
}

function lowBits(bytes: Uint8Array): LowBits {
  const end = bytes.byteLength * 8;
  let at = 0;
  return {
    take(count) {
      let value = 0;
      for (let bit = 0; bit < count; at++, bit++)
        if ((((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) === 1) value += 2 ** bit;
      return value;
    },
    skip(count) {
      at += count;
    },
    get isOver() {
      return at > end;
    },
  };
}

/** Types of Vorbis' three headers (Vorbis I §4.2.1); a packet of sound has an even first byte. */
export const VORBIS_HEADER = { identification: 1, comment: 3, setup: 5 };
const IDENTIFICATION_BYTES = 30;
const CHANNELS_MAX = 16;
const SAMPLE_RATE_MAX = 192_000;

export type VorbisSound = {
  config: SoundConfig;
  /** Length counted for the first packet. It produces no sound: each packet is decoded together with the next. */
  firstLength: number;
  /** Block size of a packet, in samples; 0 when the bytes are not a packet of sound. */
  block: (bytes: Uint8Array, at: number, size: number) => number;
};

/** Whether these bytes begin a header of this type. */
export function isVorbisHeader(bytes: Uint8Array, type: number): boolean {
  return bytes[0] === type && String.fromCharCode(...bytes.subarray(1, 7)) === "vorbis";
}

/**
 * The setup of a Vorbis decoder, from the first and the third header; the comments between them do not concern the sound. The setup that a
 * plan keeps is both, one after the other. Null when they are invalid.
 */
export function readVorbis(identification: Uint8Array, setup: Uint8Array): VorbisSound | null {
  if (identification.byteLength < IDENTIFICATION_BYTES || setup.byteLength > VORBIS_SETUP_BYTES_MAX) return null;
  if (!isVorbisHeader(identification, VORBIS_HEADER.identification)) return null;
  if (!isVorbisHeader(setup, VORBIS_HEADER.setup)) return null;
  const view = viewOf(identification);
  const [channels, sampleRate] = [view.getUint8(11), view.getUint32(12, true)];
  const short = 2 ** (view.getUint8(28) & 15);
  const long = 2 ** (view.getUint8(28) >> 4);
  if (view.getUint32(7, true) !== 0 || channels === 0 || channels > CHANNELS_MAX) return null;
  if (sampleRate === 0 || sampleRate > SAMPLE_RATE_MAX || short < 64 || long > 8192 || short > long) return null;
  const modes = readVorbisModes(setup, channels);
  if (modes === null) return null;
  const modeMask = 2 ** bitsOf(modes.length - 1) - 1;
  const both = joinBytes([identification.subarray(0, IDENTIFICATION_BYTES), setup]);
  return {
    config: { codec: "vorbis", entryType: "vorbis", setup: both, sampleRate, channels, objectType: null },
    firstLength: long / 2,
    block(bytes, at, size) {
      const first = size === 0 ? 1 : (bytes[at] ?? 1);
      const isLong = (first & 1) === 0 ? modes[(first >> 1) & modeMask] : undefined;
      return isLong === undefined ? 0 : isLong ? long : short;
    },
  };
}

/** Splits the setup into the two original headers. */
export function splitVorbisSetup(setup: Uint8Array): { identification: Uint8Array; setup: Uint8Array } {
  return { identification: setup.subarray(0, IDENTIFICATION_BYTES), setup: setup.subarray(IDENTIFICATION_BYTES) };
}

/** Lengths of successive packets: a packet gives a quarter of its block and of the one before it. */
export function vorbisLengths({ block, firstLength }: VorbisSound) {
  return (bytes: Uint8Array, at: number, size: number, before: number): { length: number; block: number } => {
    const now = block(bytes, at, size);
    return { length: now === 0 ? 0 : before === 0 ? firstLength : before / 4 + now / 4, block: now };
  };
}

/** The three headers as Matroska stores them: the number that follow, the lengths of all but the last, and then the headers. */
export function readVorbisPrivate(bytes: Uint8Array): VorbisSound | null {
  if (bytes[0] !== 2) return null;
  let at = 1;
  const lengths: number[] = [];
  while (lengths.length < 2) {
    let length = 0;
    while (bytes[at] === 255) {
      length += 255;
      at++;
    }
    if (at >= bytes.byteLength) return null;
    lengths.push(length + (bytes[at] ?? 0));
    at++;
  }
  const [first = 0, second = 0] = lengths;
  return readVorbis(bytes.subarray(at, at + first), bytes.subarray(at + first + second));
}
