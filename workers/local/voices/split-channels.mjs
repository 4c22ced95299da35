// Two channels of a call recorder's file have one person each: then they are listened to one by one. Channels that hold the same people, as
// those of a stereo recording of a room or of a podcast, are mixed.
import { SAMPLE_RATE } from "../speech/resample.mjs";

const BLOCK_SAMPLES = SAMPLE_RATE / 10;
/** Blocks this far below the loud ones of the window are pauses. */
const PAUSE_DB = 20;
/** "Loud" is the level that this share of the blocks does not reach. */
const LOUD_SHARE = 0.95;
/** Nothing quieter is speech, in dB of full scale. */
const SPEECH_DBFS_MIN = -60;
/** The other channel is so much quieter while one person of a call speaks. In a room both microphones hear everybody, and differ by less. */
const APART_DB = 9;
/** In a call both channels are loud while two people speak at once. In a room they always are. */
const TOGETHER_SHARE_MAX = 0.3;
/** A channel is its own person's while it is so much louder than what it has of the other channel's person. */
const OWN_DB = 6;
/** The other person's voice may arrive through the line with a delay of three blocks. */
const ECHO_BLOCKS = 3;
const SILENCE_DB = -120;

/**
 * The sounds to be listened to, mono: one without a channel, or both with their numbers, 1 and 2. What a channel has of the other one's
 * person is silence then.
 * @param {import("../speech/decode.mjs").DecodedChannels} decoded @returns {{ pcm: Uint8Array, channel: number | null }[]}
 */
export function soundsOf({ channels, pcm }) {
  if (channels !== 2) return [{ pcm, channel: null }];
  // A copy: a Buffer may begin at an odd place of a larger one.
  const both = new Int16Array(Uint8Array.from(pcm).buffer);
  const left = levelsOf(both, 0);
  const right = levelsOf(both, 1);
  if (!areApart(left, right)) return [{ pcm: bytesOf(mixed(both)), channel: null }];
  return [
    { pcm: bytesOf(ownSound(both, 0, left, right)), channel: 1 },
    { pcm: bytesOf(ownSound(both, 1, right, left)), channel: 2 },
  ];
}

/** In dB of full scale, for each block. @param {Int16Array} both @param {0 | 1} channel */
function levelsOf(both, channel) {
  const frames = Math.floor(both.length / 2);
  return Float32Array.from({ length: Math.ceil(frames / BLOCK_SAMPLES) }, (_, block) => {
    const end = Math.min(frames, (block + 1) * BLOCK_SAMPLES);
    let square = 0;
    for (let at = block * BLOCK_SAMPLES; at < end; at += 1) square += (both[2 * at + channel] ?? 0) ** 2;
    const mean = square / (end - block * BLOCK_SAMPLES) / 0x8000 ** 2;
    return mean === 0 ? SILENCE_DB : Math.max(SILENCE_DB, 10 * Math.log10(mean));
  });
}

/** @param {Float32Array} left @param {Float32Array} right */
function areApart(left, right) {
  const louder = left.map((level, block) => Math.max(level, right[block] ?? SILENCE_DB));
  const loud = louder.toSorted()[Math.floor(louder.length * LOUD_SHARE)] ?? SILENCE_DB;
  const least = Math.max(SPEECH_DBFS_MIN, loud - PAUSE_DB);
  let [spoken, together] = [0, 0];
  for (const [block, level] of louder.entries()) {
    if (level < least) continue;
    spoken += 1;
    if (Math.abs((left[block] ?? 0) - (right[block] ?? 0)) < APART_DB) together += 1;
  }
  return spoken > 0 && together <= TOGETHER_SHARE_MAX * spoken;
}

/**
 * One channel, silent where it is no louder than the voice of the other person that it picks up.
 * @param {Int16Array} both @param {0 | 1} channel @param {Float32Array} own levels @param {Float32Array} other levels
 */
function ownSound(both, channel, own, other) {
  const bleed = bleedOf(own, other);
  const isOwn = Array.from(own, (level, block) => {
    const near = other.subarray(Math.max(0, block - ECHO_BLOCKS), block + 1);
    return level > Math.max(...near) + bleed + OWN_DB;
  });
  const sound = new Int16Array(Math.floor(both.length / 2));
  for (let block = 0; block < isOwn.length; block += 1) {
    // The blocks beside it hold the beginning and the end of a word.
    if (!isOwn[block] && !isOwn[block - 1] && !isOwn[block + 1]) continue;
    const end = Math.min(sound.length, (block + 1) * BLOCK_SAMPLES);
    for (let at = block * BLOCK_SAMPLES; at < end; at += 1) sound[at] = both[2 * at + channel] ?? 0;
  }
  return sound;
}

/** The level of a channel above the other one's while only the other person speaks, in dB: less than zero. @param {Float32Array} own @param {Float32Array} other */
function bleedOf(own, other) {
  const differences = own.map((level, block) => level - (other[block] ?? SILENCE_DB));
  const quiet = differences.filter(
    (difference, block) => difference < -APART_DB && (other[block] ?? 0) > SPEECH_DBFS_MIN,
  );
  return quiet.toSorted()[Math.floor(quiet.length / 2)] ?? SILENCE_DB;
}

/** @param {Int16Array} both */
function mixed(both) {
  return Int16Array.from(
    { length: Math.floor(both.length / 2) },
    (_, at) => ((both[2 * at] ?? 0) + (both[2 * at + 1] ?? 0)) / 2,
  );
}

/** @param {Int16Array} sound */
function bytesOf(sound) {
  return new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength);
}
