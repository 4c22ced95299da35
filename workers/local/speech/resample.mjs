// Any rate to 16 kHz, piece by piece: a low-pass of windowed sinc, one set of weights for each place that an output sample
// can have between two input samples.
const RATE_MIN = 7000;
const RATE_MAX = 192_000;
/** Zero crossings of the sinc on each side. */
const CROSSINGS = 16;
/** The low-pass lets through this part of what 16 kHz can hold; the rest is its slope. */
const PASS = 0.92;

export class Resampler {
  /** @param {number} from samples a second @param {number} to */
  constructor(from, to) {
    if (!Number.isInteger(from) || from < RATE_MIN || from > RATE_MAX) throw new RangeError(`a rate of ${from} Hz`);
    const common = divisor(from, to);
    this.phases = to / common;
    this.step = from / common;
    const cutoff = Math.min(1, to / from) * PASS;
    this.half = Math.ceil(CROSSINGS / cutoff);
    this.weights = weightsOf(this.phases, this.half, cutoff);
    /** Input that is still needed; it begins at sample `first` of the whole, before which there is silence. */
    this.kept = new Float32Array(this.half);
    this.first = -this.half;
    this.given = 0;
    this.made = 0;
  }

  /** @param {Float32Array} samples @returns {Float32Array} what can be made of all that came so far */
  push(samples) {
    this.given += samples.length;
    return this.#make(samples, Number.POSITIVE_INFINITY);
  }

  /** The end: as many samples as the input lasted. @returns {Float32Array} */
  flush() {
    const all = Math.round((this.given * this.phases) / this.step);
    return this.#make(new Float32Array(this.half + 1), all);
  }

  /** @param {Float32Array} samples @param {number} limit output samples in all */
  #make(samples, limit) {
    const { phases, step, half, weights } = this;
    const input = new Float32Array(this.kept.length + samples.length);
    input.set(this.kept);
    input.set(samples, this.kept.length);
    const end = this.first + input.length;
    /** Output n stands between input floor(n·step/phases) and the next, and needs `half` of them on each side. */
    const last = Math.min(limit, Math.ceil(((end - half) * phases) / step));
    const out = new Float32Array(Math.max(0, last - this.made));
    const taps = 2 * half;
    for (let n = 0; n < out.length; n += 1) {
      const at = (this.made + n) * step;
      const whole = Math.floor(at / phases);
      const row = (at % phases) * taps;
      const begin = whole - half + 1 - this.first;
      let sum = 0;
      for (let tap = 0; tap < taps; tap += 1) sum += (input[begin + tap] ?? 0) * (weights[row + tap] ?? 0);
      out[n] = sum;
    }
    this.made += out.length;
    const next = Math.floor((this.made * step) / phases) - half + 1;
    const cut = Math.max(0, Math.min(input.length, next - this.first));
    this.kept = input.slice(cut);
    this.first += cut;
    return out;
  }
}

/** @param {number} phases @param {number} half @param {number} cutoff */
function weightsOf(phases, half, cutoff) {
  const taps = 2 * half;
  const weights = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase += 1) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const away = tap - half + 1 - phase / phases;
      const weight = sinc(away * cutoff) * hann(away / half);
      weights[phase * taps + tap] = weight;
      sum += weight;
    }
    // A constant stays what it is, whatever the phase.
    for (let tap = 0; tap < taps; tap += 1) weights[phase * taps + tap] = (weights[phase * taps + tap] ?? 0) / sum;
  }
  return weights;
}

/** @param {number} x */
function sinc(x) {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** @param {number} x -1 to 1 */
function hann(x) {
  return Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x);
}

/** @param {number} a @param {number} b @returns {number} */
function divisor(a, b) {
  return b === 0 ? a : divisor(b, a % b);
}

// Input of the recogniser: 16-bit mono at 16 kHz. Its loudness decides whether there is anything to recognise.
export const SAMPLE_RATE = 16_000;
export const PCM_BYTES_PER_SECOND = SAMPLE_RATE * 2;
/** Nothing quieter than this is speech in a recording: a quiet room is some -60 dB, a far voice some -45 dB of full scale. */
export const SPEECH_DBFS_MIN = -60;
/** The loudest stretch of this length is a piece's loudness, so that one word in a minute of silence counts. */
const STRETCH_SAMPLES = SAMPLE_RATE / 10;
/** Level that stands for digital silence, which has none. */
const SILENCE_DBFS = -120;

/** Level of the loudest tenth of a second in [fromMs, toMs), in dB of full scale. @param {Int16Array} pcm @param {number} fromMs @param {number} toMs */
export function loudnessOf(pcm, fromMs = 0, toMs = Number.POSITIVE_INFINITY) {
  const from = Math.max(0, Math.floor((fromMs * SAMPLE_RATE) / 1000));
  const to = Math.min(pcm.length, Math.ceil((toMs * SAMPLE_RATE) / 1000));
  let loudest = 0;
  for (let begin = from; begin < to; begin += STRETCH_SAMPLES) {
    const end = Math.min(to, begin + STRETCH_SAMPLES);
    let sum = 0;
    for (let at = begin; at < end; at += 1) sum += (pcm[at] ?? 0) ** 2;
    loudest = Math.max(loudest, sum / (end - begin));
  }
  return loudest === 0 ? SILENCE_DBFS : Math.max(SILENCE_DBFS, 10 * Math.log10(loudest / 0x8000 ** 2));
}
