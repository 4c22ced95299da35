import type { SoundCodec, SoundConfig } from "#app/media/read-sound-entry.ts";

/**
 * Whether a frame is digital silence, said without decoding it: a frame that codes no spectrum at all. Nothing weaker is
 * judged. AAC's `global_gain` was measured for that and does not do: with ffmpeg's encoder noise at -90 dBFS has 105 to
 * 130, speech turned down by 40 dB has 93 to 140, because the encoder spends its bits either way.
 */
export function isSilentFrame(frame: Uint8Array, { codec, channels, objectType }: SilenceConfig): boolean {
  switch (codec) {
    case "aac":
      return objectType === AAC_LC && isSilentAac(frame);
    case "opus":
      return frame.byteLength <= OPUS_SILENT_BYTES_MAX;
    case "flac":
      return frame.byteLength <= FLAC_SILENT_BYTES_MAX + FLAC_CONSTANT_BYTES * channels;
    // A frame of fixed size says nothing by it.
    case "mp3":
      return false;
  }
}

export type SilenceConfig = { codec: SoundCodec } & Pick<SoundConfig, "channels" | "objectType">;

const AAC_LC = 2;
/** A table of contents and two bytes: 1.2 kbit/s, where the least that speech is coded with is 6 (RFC 6716 §2.1.1). */
const OPUS_SILENT_BYTES_MAX = 3;
/** The longest header, the CRC, and for each channel a subframe that holds one value for all its samples. */
const FLAC_SILENT_BYTES_MAX = 18;
const FLAC_CONSTANT_BYTES = 4;

/** ISO/IEC 14496-3 §4.4.2: the elements of a raw_data_block. */
const ELEMENT = { single: 0, pair: 1, fill: 6, end: 7 };
const EIGHT_SHORT = 2;
const ELEMENTS_MAX = 16;

/** Walks the elements as far as they are empty. Whatever is not understood is a sound. */
function isSilentAac(frame: Uint8Array): boolean {
  const bits = readBits(frame);
  let channels = 0;
  for (let left = ELEMENTS_MAX; left > 0 && !bits.over(); left--) {
    const element = bits.take(3);
    if (element === ELEMENT.end) return channels > 0 && !bits.over();
    if (element === ELEMENT.fill) {
      const short = bits.take(4);
      bits.skip(8 * (short === 15 ? 14 + bits.take(8) : short));
    } else if (element === ELEMENT.single) {
      bits.skip(4);
      if (!isEmptyChannel(bits, null)) return false;
      channels++;
    } else if (element === ELEMENT.pair) {
      if (!isEmptyPair(bits)) return false;
      channels += 2;
    } else return false;
  }
  return false;
}

function isEmptyPair(bits: Bits): boolean {
  bits.skip(4);
  if (bits.take(1) === 0) return isEmptyChannel(bits, null) && isEmptyChannel(bits, null);
  const info = readWindows(bits);
  if (info === null) return false;
  if (bits.take(2) === 1) bits.skip(info.groups * info.bands);
  return isEmptyChannel(bits, info) && isEmptyChannel(bits, info);
}

type Windows = { short: boolean; bands: number; groups: number };

/** `ics_info`; null where it predicts from frames before. */
function readWindows(bits: Bits): Windows | null {
  bits.skip(1);
  const short = bits.take(2) === EIGHT_SHORT;
  bits.skip(1);
  if (!short) {
    const bands = bits.take(6);
    return bits.take(1) === 0 ? { short, bands, groups: 1 } : null;
  }
  const bands = bits.take(4);
  let groups = 8;
  // A set bit joins a window to the group before it.
  for (let window = 1; window < 8; window++) groups -= bits.take(1);
  return { short, bands, groups };
}

/** `individual_channel_stream` of which every section has the zero codebook, and that is shaped by nothing. */
function isEmptyChannel(bits: Bits, shared: Windows | null): boolean {
  bits.skip(8);
  const info = shared ?? readWindows(bits);
  if (info === null) return false;
  const lengthBits = info.short ? 3 : 5;
  const goesOn = 2 ** lengthBits - 1;
  for (let group = 0; group < info.groups; group++) {
    for (let band = 0; band < info.bands; ) {
      if (bits.take(4) !== 0 || bits.over()) return false;
      let length = bits.take(lengthBits);
      band += length;
      while (length === goesOn && !bits.over()) {
        length = bits.take(lengthBits);
        band += length;
      }
    }
  }
  // Pulses, noise shaping, gain control: an encoder that uses them has something to shape.
  return bits.take(3) === 0 && !bits.over();
}

type Bits = { take(count: number): number; skip(count: number): void; over(): boolean };

function readBits(bytes: Uint8Array): Bits {
  let at = 0;
  return {
    take(count) {
      let value = 0;
      for (let left = count; left > 0; left--, at++)
        value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
      return value;
    },
    skip(count) {
      at += count;
    },
    over: () => at > bytes.byteLength * 8,
  };
}
