import { joinBytes } from "#app/domain/join-bytes.ts";
import { VORBIS_SETUP_BYTES_MAX } from "#app/domain/limits/media.ts";
import { bitsOf, readVorbisModes } from "#app/media/containers/vorbis-modes.ts";
import { viewOf } from "#app/media/range-reader.ts";
import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";

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
