import { SILENCE_MS_MIN } from "#app/domain/limits/media.ts";
import type { SoundCodec, SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import type { SampleList } from "#app/media/mp4/sample-list.ts";
import type { WindowContent } from "#app/media/windows/plan-windows.ts";

/**
 * Whether a frame is digital silence, without decoding it: a frame that codes no spectrum at all. Nothing weaker counts. The frame is
 * `bytes` from `start` to `end`: an hour has 170,000 of them, and creating a view of each costs more than reading it. AAC's `global_gain`
 * was measured for this and does not work: with ffmpeg's encoder noise at -90 dBFS has 105 to 130, speech turned down by 40 dB has 93 to
 * 140, because the encoder spends its bits either way.
 */
export function isSilentFrame(
  bytes: Uint8Array,
  { codec, channels, objectType }: SilenceConfig,
  start = 0,
  end = bytes.byteLength,
): boolean {
  switch (codec) {
    case "aac":
      return objectType === AAC_LC && isSilentAac(bytes, start, end);
    case "opus":
      return end - start <= OPUS_SILENT_BYTES_MAX;
    case "vorbis":
      return end - start <= VORBIS_SILENT_BYTES_MAX;
    case "flac":
      return end - start <= FLAC_SILENT_BYTES_MAX + FLAC_CONSTANT_BYTES * channels;
    // The size of a fixed-size frame tells nothing; for PCM the sound itself is measured (write-wav.ts).
    case "mp3":
    case "pcm":
      return false;
  }
}

export type SilenceConfig = { codec: SoundCodec } & Pick<SoundConfig, "channels" | "objectType">;

const AAC_LC = 2;
/** A table of contents and two bytes: 1.2 kbit/s; the lowest rate for speech is 6 (RFC 6716 §2.1.1). */
const OPUS_SILENT_BYTES_MAX = 3;
/** Type, mode and, for each channel, a bit that it has no floor; a floor's first two values need more. */
const VORBIS_SILENT_BYTES_MAX = 1;
/** The longest header, the CRC, and for each channel a subframe that holds one value for all its samples. */
const FLAC_SILENT_BYTES_MAX = 18;
const FLAC_CONSTANT_BYTES = 4;

/** ISO/IEC 14496-3 §4.4.2: the elements of a raw_data_block. */
const ELEMENT = { single: 0, pair: 1, fill: 6, end: 7 };
const EIGHT_SHORT = 2;
const ELEMENTS_MAX = 16;

/** Walks the elements while they are empty. Anything unknown counts as sound. */
function isSilentAac(bytes: Uint8Array, start: number, end: number): boolean {
  const bits: Bits = { bytes, at: start * 8, end: end * 8 };
  let channels = 0;
  for (let left = ELEMENTS_MAX; left > 0 && !over(bits); left--) {
    const element = take(bits, 3);
    if (element === ELEMENT.end) return channels > 0 && !over(bits);
    if (element === ELEMENT.fill) {
      const short = take(bits, 4);
      skip(bits, 8 * (short === 15 ? 14 + take(bits, 8) : short));
    } else if (element === ELEMENT.single) {
      skip(bits, 4);
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
  skip(bits, 4);
  if (take(bits, 1) === 0) return isEmptyChannel(bits, null) && isEmptyChannel(bits, null);
  const info = readWindows(bits);
  if (info === null) return false;
  if (take(bits, 2) === 1) skip(bits, info.groups * info.bands);
  return isEmptyChannel(bits, info) && isEmptyChannel(bits, info);
}

type Windows = { short: boolean; bands: number; groups: number };

/** `ics_info`; null when it predicts from earlier frames. */
function readWindows(bits: Bits): Windows | null {
  skip(bits, 1);
  const short = take(bits, 2) === EIGHT_SHORT;
  skip(bits, 1);
  if (!short) {
    const bands = take(bits, 6);
    return take(bits, 1) === 0 ? { short, bands, groups: 1 } : null;
  }
  const bands = take(bits, 4);
  let groups = 8;
  // A set bit joins a window to the group before it.
  for (let window = 1; window < 8; window++) groups -= take(bits, 1);
  return { short, bands, groups };
}

/** Whether every section of an `individual_channel_stream` has the zero codebook, and nothing shapes it. */
function isEmptyChannel(bits: Bits, shared: Windows | null): boolean {
  skip(bits, 8);
  const info = shared ?? readWindows(bits);
  if (info === null) return false;
  const lengthBits = info.short ? 3 : 5;
  const goesOn = 2 ** lengthBits - 1;
  for (let group = 0; group < info.groups; group++) {
    for (let band = 0; band < info.bands; ) {
      if (take(bits, 4) !== 0 || over(bits)) return false;
      let length = take(bits, lengthBits);
      band += length;
      while (length === goesOn && !over(bits)) {
        length = take(bits, lengthBits);
        band += length;
      }
    }
  }
  // Pulses, noise shaping, gain control: an encoder that uses them has sound to shape.
  return take(bits, 3) === 0 && !over(bits);
}

/**
 * Position in the bits of a frame: `at` and `end` count bits. A plain cursor, because creating closures for each frame costs more than
 * reading its bits.
 */
type Bits = { readonly bytes: Uint8Array; at: number; readonly end: number };

/** The next bits, at most 24; reading past the end is detected by `over`. */
function take(bits: Bits, count: number): number {
  const { bytes, at } = bits;
  const byte = at >> 3;
  const word =
    ((bytes[byte] ?? 0) << 24) |
    ((bytes[byte + 1] ?? 0) << 16) |
    ((bytes[byte + 2] ?? 0) << 8) |
    (bytes[byte + 3] ?? 0);
  bits.at = at + count;
  return (word << (at & 7)) >>> (32 - count);
}

function skip(bits: Bits, count: number): void {
  bits.at += count;
}

function over(bits: Bits): boolean {
  return bits.at > bits.end;
}

/** A stretch of a window's audio, in milliseconds of it, in which every frame is digital silence. */
export type Silence = { startMs: number; endMs: number };

/**
 * Looks at a window's frames as they stand one behind the other from `mediaStart` in its file. A silence that counts cannot
 * hide between two frames that are half its length apart, so that in talk a dozen frames are passed over for each that is
 * looked at; where one is silent, all around it are judged.
 */
export function findSilences(content: WindowContent, file: Uint8Array, mediaStart: number): Silence[] {
  const { samples, timescale, skip, length } = content;
  const silences: Silence[] = [];
  const count = samples.sizes.length;
  const leap = (SILENCE_MS_MIN * timescale) / 2000;
  const ms = (time: number) => (Math.min(Math.max(time - skip, 0), length) * 1000) / timescale;
  const here: FrameCursor = { sample: 0, run: 0, runEnd: samples.runCounts[0] ?? 0, at: mediaStart, time: 0 };
  const isSilent = () => isSilentFrame(file, content, here.at, here.at + (samples.sizes[here.sample] ?? 0));
  /** When the present silence began. */
  let since: number | null = null;
  const close = () => {
    if (since !== null && ms(here.time) - ms(since) >= SILENCE_MS_MIN)
      silences.push({ startMs: ms(since), endMs: ms(here.time) });
    since = null;
  };
  while (here.sample < count) {
    const landed = { ...here };
    leapTo(here, samples, here.time + leap);
    if (!isSilent()) {
      stepOn(here, samples);
      continue;
    }
    const found = here.sample;
    for (Object.assign(here, landed); here.sample < count; stepOn(here, samples)) {
      if (isSilent()) since ??= here.time;
      else {
        close();
        if (here.sample > found) break;
      }
    }
  }
  close();
  return silences;
}

/** A frame: its number, the run of equal lengths it is in and where that ends, its place in the file, and when it is decoded. */
type FrameCursor = { sample: number; run: number; runEnd: number; at: number; time: number };

function stepOn(cursor: FrameCursor, { sizes, runCounts, runDeltas }: SampleList): void {
  cursor.at += sizes[cursor.sample] ?? 0;
  cursor.time += runDeltas[cursor.run] ?? 0;
  cursor.sample++;
  if (cursor.sample < cursor.runEnd || cursor.sample >= sizes.length) return;
  cursor.run++;
  cursor.runEnd += runCounts[cursor.run] ?? 0;
}

/** Goes on to the last frame that begins by then. */
function leapTo(cursor: FrameCursor, samples: SampleList, time: number): void {
  const last = samples.sizes.length - 1;
  while (cursor.sample < last && cursor.time + (samples.runDeltas[cursor.run] ?? 0) <= time) stepOn(cursor, samples);
}
