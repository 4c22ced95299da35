import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { RATE } from "#tests/recorder/stage/voices.ts";

const run = promisify(execFile);

/** Each source beeps twice a second in a tone of its own, so that the beeps of a recording say how much of each source it has. */
export const BEEP_EVERY_MS = 500;
export const TONES = { microphone: 900, tab: 2300 } as const;
export type Beeper = keyof typeof TONES;

const BEEP_SECONDS = 0.1;
/** Length of the file, which is played again and again: a multiple of BEEP_EVERY_MS. */
const LOOP_SECONDS = 10;

/** Writes a source's beeps as WAV. Between them is the noise of a quiet room: a microphone that gives zeros is reported as muted. */
export async function writeBeeps(folder: string, source: Beeper): Promise<string> {
  const file = path.join(folder, `${source}-beeps.wav`);
  const beep = `0.4*sin(2*PI*${TONES[source]}*t)*lt(mod(t,${BEEP_EVERY_MS / 1000}),${BEEP_SECONDS})`;
  const sound = `aevalsrc='${beep}+0.004*(random(0)-0.5)':s=48000:d=${LOOP_SECONDS}`;
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", sound, "-c:a", "pcm_s16le", file]);
  return file;
}

const FRAME = RATE / 50;
/** A frame belongs to a beep above this share of the loudest ones. */
const SHARE_OF_LOUDEST = 0.05;
/** Beginnings of beeps are further apart: what follows sooner is the same beep, which a busy machine has damaged. */
const APART_MS_MIN = 0.6 * BEEP_EVERY_MS;

/** The beginnings of a source's beeps in a recording of one channel at RATE, in ms. */
export function findBeeps(recording: Float32Array, source: Beeper): number[] {
  const frames = Array.from({ length: Math.floor(recording.length / FRAME) }, (_, index) =>
    powerAt(recording.subarray(index * FRAME, (index + 1) * FRAME), TONES[source]),
  );
  const sorted = frames.toSorted((one, other) => one - other);
  // A tenth of the time is beeps: the loudest frames without those that a damage has made.
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const found: number[] = [];
  for (const [index, power] of frames.entries()) {
    const ms = (index * FRAME * 1000) / RATE;
    if (power > loud * SHARE_OF_LOUDEST && ms - (found.at(-1) ?? Number.NEGATIVE_INFINITY) >= APART_MS_MIN) {
      found.push(ms);
    }
  }
  return found;
}

/** Power of one tone, by Goertzel's algorithm. */
function powerAt(samples: Float32Array, hz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / RATE);
  let [last, before] = [0, 0];
  for (const sample of samples) [last, before] = [sample + factor * last - before, last];
  return last * last + before * before - factor * last * before;
}
