import { flacBlockSize } from "#app/media/containers/flac-frame.ts";
import { flacConfig, opusConfig } from "#app/media/containers/sound-setup.ts";
import { isVorbisHeader, readVorbis, VORBIS_HEADER, vorbisLengths } from "#app/media/containers/vorbis-setup.ts";
import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import { OPUS_RATE, OPUS_UNIT, opusUnits } from "#app/media/pieces/lay-out-sound.ts";

/** A stream's sound, after its headers are read. */
export type OggSound = {
  config: SoundConfig;
  timescale: number;
  /** Amount decoded before the first played sound, in samples. */
  preSkip: number;
  /** Amount by which the packets' total length is ahead of the times in the pages, in samples. */
  ahead: number;
  /** Length of a packet, 0 when the bytes are not a packet, and its block size, which the next packet's length depends on (Vorbis only). */
  length: (bytes: Uint8Array, at: number, size: number, before: number) => { length: number; block: number };
};

/** A stream recognised by its first packet; the headers after it complete it. */
export type OggStart = {
  /** Whether a packet is still a header. `index` 0 is the packet after the first. */
  isHeader(packet: Uint8Array, index: number): boolean;
  /** Reads all headers except the first; null when they cannot be used. */
  open(headers: readonly Uint8Array[]): OggSound | null;
};

/** By RFC 7845 (Opus), Vorbis I §A and RFC 9639 §10.1 (FLAC); null for any other stream. */
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
/** Signature, version, and the number of headers that follow, which may be left unspecified. */
const FLAC_HEAD_BYTES = 9;

function startFlac(first: Uint8Array): OggStart | null {
  if (!FLAC_START.every((byte, at) => first[at] === byte)) return null;
  const config = flacConfig(first.subarray(FLAC_HEAD_BYTES));
  if (config === null) return null;
  const length: OggSound["length"] = (bytes, at, size) => ({ length: flacBlockSize(bytes, at, size) ?? 0, block: 0 });
  return {
    // A metadata block never begins with the first byte of a frame.
    isHeader: (packet) => packet[0] !== 0xff,
    open: () => ({ config, timescale: config.sampleRate, preSkip: 0, ahead: 0, length }),
  };
}
