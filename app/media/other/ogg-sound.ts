import { flacBlockSize } from "#app/media/other/flac-frame.ts";
import { flacConfig, opusConfig } from "#app/media/other/sound-setup.ts";
import { isVorbisHeader, readVorbis, VORBIS_HEADER, vorbisLengths } from "#app/media/other/vorbis-setup.ts";
import { OPUS_RATE, OPUS_UNIT, opusUnits } from "#app/media/pieces/opus-packets.ts";
import type { SoundConfig } from "#app/media/read-sound-entry.ts";

/** A stream's sound, once its headers are known. */
export type OggSound = {
  config: SoundConfig;
  timescale: number;
  /** What is decoded before the first sound that is heard, in samples. */
  preSkip: number;
  /** By how much the packets' lengths run ahead of what pages say of the time. */
  ahead: number;
  /** How long a packet sounds, 0 where the bytes are none, and its block, which the next packet's length needs to know (of Vorbis). */
  length: (bytes: Uint8Array, at: number, size: number, before: number) => { length: number; block: number };
};

/** A stream by its first packet: what the packets behind it, as far as they are headers, make of it. */
export type OggStart = {
  /** Whether a packet is a header still. Of the first packet, and of those that follow. */
  isHeader(packet: Uint8Array, index: number): boolean;
  /** All headers, without the first; null where they cannot be taken. */
  open(headers: readonly Uint8Array[]): OggSound | null;
};

/** By RFC 7845 (Opus), Vorbis I §A and RFC 9639 §10.1 (FLAC); null of any other stream. */
export function startOgg(first: Uint8Array): OggStart | null {
  return startOpus(first) ?? startVorbis(first) ?? startFlac(first);
}

function startOpus(first: Uint8Array): OggStart | null {
  const opus = opusConfig(first);
  if (opus === null) return null;
  const { config, preSkip } = opus;
  const length: OggSound["length"] = (bytes, at, size) => ({
    length: opusUnits(bytes, at, size) * OPUS_UNIT,
    block: 0,
  });
  return {
    isHeader: (_packet, index) => index === 0,
    open: () => ({ config, timescale: OPUS_RATE, preSkip, ahead: 0, length }),
  };
}

function startVorbis(first: Uint8Array): OggStart | null {
  if (!isVorbisHeader(first, VORBIS_HEADER.identification)) return null;
  return {
    isHeader: (_packet, index) => index < 2,
    open(headers) {
      const setup = headers.find((header) => isVorbisHeader(header, VORBIS_HEADER.setup));
      const vorbis = setup === undefined ? null : readVorbis(first, setup);
      if (vorbis === null) return null;
      const { config, firstLength } = vorbis;
      const { sampleRate: timescale } = config;
      return { config, timescale, preSkip: firstLength, ahead: firstLength, length: vorbisLengths(vorbis) };
    },
  };
}

const FLAC_START = [0x7f, 0x46, 0x4c, 0x41, 0x43, 1];
/** The version, and how many headers follow, which may be left out. */
const FLAC_HEAD_BYTES = 9;

function startFlac(first: Uint8Array): OggStart | null {
  if (!FLAC_START.every((byte, at) => first[at] === byte)) return null;
  const config = flacConfig(first.subarray(FLAC_HEAD_BYTES));
  if (config === null) return null;
  const length: OggSound["length"] = (bytes, at, size) => ({ length: flacBlockSize(bytes, at, size) ?? 0, block: 0 });
  return {
    // A block of metadata never begins as a frame does.
    isHeader: (packet) => packet[0] !== 0xff,
    open: () => ({ config, timescale: config.sampleRate, preSkip: 0, ahead: 0, length }),
  };
}
