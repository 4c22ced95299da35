// Levels sound before the voice detector hears it: a person who speaks 35 dB more quietly than another would be missed.
import { SAMPLE_RATE } from "./resample.mjs";

const FRAME_SAMPLES = SAMPLE_RATE / 10;
/** The gain follows the loudest frames within this much time on both sides, so that it does not change within a word. */
const REACH_FRAMES = 10;
/** The level that speech is brought to, in dB of full scale, and the limit of the gain. */
const TARGET_DBFS = -23;
const GAIN_DB_MAX = 40;
/** Sound under this level is a room without a voice: it is not raised. */
const ROOM_DBFS_MAX = -65;

/**
 * Sound of the same length, as numbers from -1 to 1, whose quiet stretches are as loud as the loud ones. Loud stretches stay as they are.
 * @param {Int16Array} pcm 16 kHz @returns {Float32Array}
 */
export function levelSound(pcm) {
  const gains = gainsOf(pcm);
  const levelled = new Float32Array(pcm.length);
  for (let at = 0; at < pcm.length; at += 1) {
    // Between the middles of two frames the gain goes from one to the other.
    const place = Math.max(0, at / FRAME_SAMPLES - 0.5);
    const frame = Math.floor(place);
    const before = gains[frame] ?? 1;
    const after = gains[Math.min(frame + 1, gains.length - 1)] ?? before;
    const gain = before + (after - before) * (place - frame);
    levelled[at] = Math.max(-1, Math.min(1, ((pcm[at] ?? 0) / 0x8000) * gain));
  }
  return levelled;
}

/** A factor for each frame. @param {Int16Array} pcm */
function gainsOf(pcm) {
  const levels = framesOf(pcm);
  return levels.map((_, at) => {
    const near = levels.slice(Math.max(0, at - REACH_FRAMES), at + REACH_FRAMES + 1);
    const loudest = Math.max(...near);
    if (loudest < ROOM_DBFS_MAX) return 1;
    return 10 ** (Math.min(GAIN_DB_MAX, Math.max(0, TARGET_DBFS - loudest)) / 20);
  });
}

/** The level of each tenth of a second, in dB of full scale. @param {Int16Array} pcm @returns {number[]} */
function framesOf(pcm) {
  const levels = [];
  for (let begin = 0; begin < pcm.length; begin += FRAME_SAMPLES) {
    const end = Math.min(pcm.length, begin + FRAME_SAMPLES);
    let sum = 0;
    for (let at = begin; at < end; at += 1) sum += (pcm[at] ?? 0) ** 2;
    levels.push(10 * Math.log10(Math.max(1, sum / (end - begin)) / 0x8000 ** 2));
  }
  return levels;
}
