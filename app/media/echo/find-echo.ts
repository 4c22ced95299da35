import type { HereStretch } from "#app/domain/here/here.ts";
import { transform } from "#app/media/echo/fourier.ts";

/**
 * Finds where a microphone only repeats what a tab plays: the sound of the loudspeakers, some time later and with the room around it. Two
 * steps: the delay is the peak of the cross-correlation of both (GCC-PHAT: C. Knapp and G. Carter, The Generalized Correlation Method for
 * Estimation of Time Delay, 1976); around it a short filter learns the room (normalised LMS) and predicts the echo. What it cannot predict
 * is the person. A stretch is echo only where hardly anything is left: words of a person who talks over the echo are never taken for it.
 */

/** The sound that is compared, at ECHO_RATE: speech has all it needs below 4 kHz, and half the rate is a quarter of the work. */
export const ECHO_RATE = 8000;

/** The echo comes this much later than the tab's own sound; earlier where the two were not captured at quite the same time. */
const DELAY_MS_MIN = -60;
const DELAY_MS_MAX = 600;
/** A peak of the correlation this many times above its usual size is no chance. */
const PEAK_MIN = 8;
/** The filter: what comes before the peak, and how long the room is heard. */
const FILTER_BEFORE_MS = 6;
const FILTER_MS = 40;
const STEP = 0.5;
const FRAME_MS = 100;
/** A frame quieter than this (of full scale) holds no speech. */
const LOUD_RMS = 0.003;
/** Share of a frame's energy that the echo does not explain. */
const REST_MAX = 0.25;
/** Quiet frames between two of echo belong to it; a stretch shorter than this is too little to judge. */
const PAUSE_MS_MAX = 400;
const STRETCH_MS_MIN = 400;
/** So far a stretch reaches into the quiet around it, in which nobody speaks: engines place the edges of words there. */
const EDGE_MS = 300;

/**
 * @param microphone and `tab`: the same stretch of time as mono samples at ECHO_RATE, at least two seconds and at most some ten.
 * @returns stretches of echo, in ms from the beginning of the samples. Empty where the two have nothing to do with each other.
 */
export function findEcho(microphone: Float32Array, tab: Float32Array): HereStretch[] {
  const length = Math.min(microphone.length, tab.length);
  if (rms(microphone, 0, length) < LOUD_RMS / 3 || rms(tab, 0, length) < LOUD_RMS / 3) return [];
  const delay = delayOf(microphone, tab, length);
  if (delay === null) return [];
  const rest = restOf(microphone, tab, { length, delay });
  return stretchesOf(microphone, rest, length);
}

/** In samples; null where no delay stands out. */
function delayOf(microphone: Float32Array, tab: Float32Array, length: number): number | null {
  let size = 1;
  while (size < 2 * length) size *= 2;
  const [mr, mi] = spectrumOf(0, microphone.subarray(0, length), size);
  const [tr, ti] = spectrumOf(1, tab.subarray(0, length), size);
  transform(mr, mi);
  transform(tr, ti);
  for (let bin = 0; bin < size; bin += 1) {
    const [a, b, c, d] = [mr[bin] ?? 0, mi[bin] ?? 0, tr[bin] ?? 0, ti[bin] ?? 0];
    const [real, imaginary] = [a * c + b * d, b * c - a * d];
    // Each frequency counts alike, so that the pitch of a voice is no delay.
    const weight = 1 / (Math.hypot(real, imaginary) + 1e-12);
    mr[bin] = real * weight;
    mi[bin] = -imaginary * weight;
  }
  // The transform of the conjugate is the conjugate of the inverse, and the correlation is real.
  transform(mr, mi);
  let best = 0;
  let bestAt: number | null = null;
  let sum = 0;
  let count = 0;
  for (let delay = samples(DELAY_MS_MIN); delay <= samples(DELAY_MS_MAX); delay += 1) {
    const value = Math.abs(mr[(delay + size) % size] ?? 0);
    sum += value * value;
    count += 1;
    if (value <= best) continue;
    best = value;
    bestAt = delay;
  }
  return best >= PEAK_MIN * Math.sqrt(sum / count) ? bestAt : null;
}

type Spectrum = readonly [real: Float64Array, imaginary: Float64Array];
let spectra: readonly Spectrum[] = [];

/** Room for a spectrum, which the next search uses again: 2 MB for each piece of a recording would make the process grow between collections. */
function spectrumOf(place: 0 | 1, sound: Float32Array, size: number): Spectrum {
  if ((spectra[0]?.[0].length ?? 0) < size) {
    spectra = [0, 1].map((): Spectrum => [new Float64Array(size), new Float64Array(size)]);
  }
  const [kept, keptImaginary] = spectra[place] ?? [new Float64Array(size), new Float64Array(size)];
  // Pieces of different lengths need spectra of different sizes in turn.
  const [real, imaginary] = [kept.subarray(0, size), keptImaginary.subarray(0, size)];
  real.fill(0);
  imaginary.fill(0);
  real.set(sound);
  return [real, imaginary];
}

let rests = new Float32Array(0);

/** Room for the rest, for the same reason. */
function restOfLength(length: number): Float32Array {
  if (rests.length < length) rests = new Float32Array(length);
  return rests.subarray(0, length);
}

/** The rest of the microphone without the predicted echo. The filter passes twice: first it learns, then it is measured. */
function restOf(
  microphone: Float32Array,
  tab: Float32Array,
  { length, delay }: { length: number; delay: number },
): Float32Array {
  const taps = samples(FILTER_MS);
  const first = delay - samples(FILTER_BEFORE_MS);
  const filter = new Float64Array(taps);
  const rest = restOfLength(length);
  const at = (index: number) => (index >= 0 && index < length ? (tab[index] ?? 0) : 0);
  for (let pass = 0; pass < 2; pass += 1) {
    // A filter that looks ahead has the beginning of the tab in it before the first sample.
    let power = tab.subarray(0, Math.max(0, -first)).reduce((sum, value) => sum + value * value, 0);
    for (let index = 0; index < length; index += 1) {
      const newest = index - first;
      power += at(newest) ** 2 - at(newest - taps) ** 2;
      let predicted = 0;
      for (let tap = 0; tap < taps; tap += 1) predicted += (filter[tap] ?? 0) * at(newest - tap);
      const error = (microphone[index] ?? 0) - predicted;
      rest[index] = error;
      if (power < taps * 1e-7) continue;
      const change = (STEP * error) / (power + 1e-6);
      for (let tap = 0; tap < taps; tap += 1) filter[tap] = (filter[tap] ?? 0) + change * at(newest - tap);
    }
  }
  return rest;
}

function stretchesOf(microphone: Float32Array, rest: Float32Array, length: number): HereStretch[] {
  const step = samples(FRAME_MS);
  const found: HereStretch[] = [];
  const quiet = new Set<number>();
  let own = true;
  for (let from = 0; from + step <= length; from += step) {
    const heard = rms(microphone, from, from + step);
    const startMs = (from / step) * FRAME_MS;
    if (heard < LOUD_RMS) {
      quiet.add(startMs);
      continue;
    }
    const isEcho = (rms(rest, from, from + step) / heard) ** 2 <= REST_MAX;
    const last = found.at(-1);
    if (isEcho && last && !own && startMs - last.endMs <= PAUSE_MS_MAX) last.endMs = startMs + FRAME_MS;
    else if (isEcho) found.push({ startMs, endMs: startMs + FRAME_MS });
    own = !isEcho;
  }
  return found
    .filter(({ startMs, endMs }) => endMs - startMs >= STRETCH_MS_MIN)
    .map(({ startMs, endMs }) => {
      let [first, last] = [startMs, endMs];
      while (startMs - first < EDGE_MS && quiet.has(first - FRAME_MS)) first -= FRAME_MS;
      while (last - endMs < EDGE_MS && quiet.has(last)) last += FRAME_MS;
      return { startMs: first, endMs: last };
    });
}

function rms(values: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += (values[index] ?? 0) ** 2;
  return Math.sqrt(sum / Math.max(1, to - from));
}

function samples(ms: number): number {
  return Math.round((ms * ECHO_RATE) / 1000);
}
