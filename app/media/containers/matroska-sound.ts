import { readMp3Frame } from "#app/media/containers/mp3-frame.ts";
import { flacBlockSize } from "#app/media/containers/flac-frame.ts";
import { aacConfig, flacConfig, mp3Config, opusConfig } from "#app/media/containers/sound-setup.ts";
import { readVorbisPrivate, vorbisLengths, type VorbisSound } from "#app/media/containers/vorbis-setup.ts";
import { OPUS_RATE, OPUS_UNIT, opusUnits } from "#app/media/pieces/opus-packets.ts";
import { isSanePcm, packPcm, pcmFrameBytes } from "#app/media/pcm/pcm-format.ts";
import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";

/** A track's sound as Matroska describes it. */
export type MatroskaCodec = { codec: string; setup: Uint8Array; sampleRate: number; channels: number; bits: number };

export type MatroskaSound = {
  config: SoundConfig;
  timescale: number;
  /** Amount decoded before the first played sound, in the track's units. */
  preSkip: number;
  /**
   * Duration of a frame, in the track's units; 0 when the bytes are not a frame. `before`: block size of the frame before (Vorbis only).
   */
  duration(bytes: Uint8Array, at: number, size: number, before: number): number;
  /** Block size of a frame (Vorbis only). */
  block?: VorbisSound["block"];
};

const AAC_FRAME = 1024;
const MPEG1_RATE_MIN = 32_000;
/** With SBR a frame holds twice as many samples, at the output rate. */
const SBR_TYPES = new Set([5, 29]);

/** The setup and frame durations of a codec; null for a codec that no window can contain (AC-3, DTS, ALAC, …). */
export function readMatroskaSound(track: MatroskaCodec): MatroskaSound | null {
  const { codec, setup, sampleRate, channels } = track;
  switch (codec) {
    case "A_OPUS": {
      const opus = opusConfig(setup);
      if (opus === null) return null;
      const duration: MatroskaSound["duration"] = (bytes, at, size) => opusUnits(bytes, at, size) * OPUS_UNIT;
      return { config: opus.config, timescale: OPUS_RATE, preSkip: opus.preSkip, duration };
    }
    case "A_VORBIS": {
      const vorbis = readVorbisPrivate(setup);
      if (vorbis === null) return null;
      const { config, firstLength, block } = vorbis;
      const lengthOf = vorbisLengths(vorbis);
      const duration: MatroskaSound["duration"] = (bytes, at, size, before) => lengthOf(bytes, at, size, before).length;
      return { config, timescale: config.sampleRate, preSkip: firstLength, duration, block };
    }
    case "A_AAC": {
      const config = aacConfig(setup, { sampleRate, channels });
      if (config === null) return null;
      const frame = SBR_TYPES.has(config.objectType ?? 0) ? AAC_FRAME * 2 : AAC_FRAME;
      return { config, timescale: config.sampleRate, preSkip: 0, duration: () => frame };
    }
    case "A_MPEG/L3": {
      const config = mp3Config({ sampleRate, channels }, sampleRate >= MPEG1_RATE_MIN);
      if (config === null) return null;
      const duration: MatroskaSound["duration"] = (bytes, at) => {
        const frame = readMp3Frame(bytes, at);
        return frame?.layer === 3 && frame.sampleRate === sampleRate ? frame.samples : 0;
      };
      return { config, timescale: sampleRate, preSkip: 0, duration };
    }
    case "A_FLAC": {
      const config = flacConfig(setup);
      if (config === null) return null;
      const duration: MatroskaSound["duration"] = (bytes, at, size) => flacBlockSize(bytes, at, size) ?? 0;
      return { config, timescale: config.sampleRate, preSkip: 0, duration };
    }
    default:
      return readPcm(track);
  }
}

const PCM: Record<string, { float: boolean; bigEndian: boolean }> = {
  "A_PCM/INT/LIT": { float: false, bigEndian: false },
  "A_PCM/INT/BIG": { float: false, bigEndian: true },
  "A_PCM/FLOAT/IEEE": { float: true, bigEndian: false },
};

function readPcm({ codec, sampleRate, channels, bits }: MatroskaCodec): MatroskaSound | null {
  const kind = PCM[codec];
  if (kind === undefined) return null;
  const format = { sampleRate, channels, bits, ...kind, unsigned: bits === 8 };
  if (!isSanePcm(format)) return null;
  const frameBytes = pcmFrameBytes(format);
  return {
    config: { codec: "pcm", entryType: "lpcm", setup: packPcm(format), sampleRate, channels, objectType: null },
    timescale: sampleRate,
    preSkip: 0,
    duration: (_bytes, _at, size) => (size % frameBytes === 0 ? size / frameBytes : 0),
  };
}
