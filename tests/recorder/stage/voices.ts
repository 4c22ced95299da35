import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const RATE = 16_000;

/** The sentences with their speakers and their times in a loop of LOOP_MS. They never overlap: each moment has one speaker. */
export const LOOP_MS = 12_000;
export const SENTENCES = [
  { who: "Alice", atMs: 300, text: "The harbour was frozen and the boats stayed in.", voice: "en-us+f3", pitch: 60 },
  { who: "Bob", atMs: 4_300, text: "Nobody ordered eleven purple umbrellas yesterday.", voice: "en-gb+m3", pitch: 35 },
  {
    who: "Alice",
    atMs: 8_300,
    text: "Seventeen engineers repaired the northern bridge.",
    voice: "en-us+f3",
    pitch: 60,
  },
] as const satisfies readonly Said[];

export type Said = { who: string; atMs: number; text: string; voice: string; pitch: number };
export type Sentence = { who: string; atMs: number; text: string; samples: Float32Array };

/** The sentences as espeak-ng says them, at RATE, one channel. */
export function speakSentences(said: readonly Said[] = SENTENCES): Sentence[] {
  const folder = mkdtempSync(path.join(tmpdir(), "acta-voices-"));
  try {
    return said.map(({ who, atMs, text, voice, pitch }, index) => {
      const raw = path.join(folder, `${index}.wav`);
      run("espeak-ng", ["-v", voice, "-p", String(pitch), "-s", "165", "-w", raw, text]);
      const pcm = path.join(folder, `${index}.f32`);
      run("sox", [
        raw,
        "-r",
        String(RATE),
        "-c",
        "1",
        "-e",
        "floating-point",
        "-b",
        "32",
        "-t",
        "raw",
        pcm,
        "norm",
        "-4",
      ]);
      return { who, atMs, text, samples: floats(readFileSync(pcm)) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One person's loop: silence but for the sentences. */
export function loopOf(sentences: Sentence[], who: string): Float32Array {
  const loop = new Float32Array((LOOP_MS / 1000) * RATE);
  for (const each of sentences) if (each.who === who) loop.set(each.samples, (each.atMs / 1000) * RATE);
  return loop;
}

/** Writes samples at RATE as a WAV file of 16 bits at 48 kHz. */
export function writeWav(file: string, samples: Float32Array): void {
  const raw = ["-t", "raw", "-r", String(RATE), "-c", "1", "-e", "floating-point", "-b", "32", "-"];
  const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const result = spawnSync("sox", [...raw, "-r", "48000", "-b", "16", "-e", "signed-integer", file], { input });
  if (result.status !== 0) throw new Error(`sox: ${result.stderr.toString()}`);
}

/** Decodes what a MediaRecorder wrote with silence where it wrote nothing: by its times, while `decode` plays one packet after the other. */
export function decodeByTime(bytes: Uint8Array): Float32Array {
  return decode(bytes, ["-af", "aresample=async=1:first_pts=0"]);
}

/** Decodes a recording with ffmpeg: mono, at RATE. */
export function decode(bytes: Uint8Array, filter: string[] = []): Float32Array {
  const folder = mkdtempSync(path.join(tmpdir(), "acta-decode-"));
  try {
    const result = spawnSync(
      "ffmpeg",
      ["-v", "error", "-i", "pipe:0", "-vn", ...filter, "-ac", "1", "-ar", String(RATE), "-f", "f32le", "pipe:1"],
      { input: bytes, maxBuffer: 512 * 1024 * 1024 },
    );
    if (result.status !== 0) throw new Error(`ffmpeg: ${result.stderr.toString()}`);
    return floats(result.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The beginnings of a sentence's excerpts, as a share of the samples that are left beside one. */
const EXCERPTS = [0.2, 0.5, 0.8];

/**
 * Best match for one of three excerpts of a sentence (up to 1.2 s each) in a recording, by normalised cross-correlation of the
 * pre-emphasised waveforms: 0.07 to 0.20 for a sentence that is not there, above 0.45 for one that is there undamaged. Three, because
 * on a busy machine a receiver stretches or repeats sound for a moment, and an excerpt around that moment matches badly.
 */
export function sentenceScore(recording: Float32Array, sentence: Float32Array): number {
  const length = Math.min(sentence.length, Math.round(1.2 * RATE));
  const places = new Set(EXCERPTS.map((share) => Math.floor((sentence.length - length) * share)));
  const hay = emphasise(recording);
  const scores = [...places].map((from) =>
    correlate(hay, emphasise(sentence.subarray(from, from + length))).reduce((a, b) => Math.max(a, b), 0),
  );
  return Math.max(...scores);
}

/** All places of a sentence in a recording, in samples: those where one of its excerpts scores at least `scoreMin`. */
export function placesOf(recording: Float32Array, sentence: Float32Array, scoreMin: number): number[] {
  const length = Math.min(sentence.length, Math.round(1.2 * RATE));
  const hay = emphasise(recording);
  const found: number[] = [];
  for (const from of new Set(EXCERPTS.map((share) => Math.floor((sentence.length - length) * share)))) {
    const scores = correlate(hay, emphasise(sentence.subarray(from, from + length)));
    for (let peak = peakOf(scores); peak !== null && (scores[peak] ?? 0) >= scoreMin; peak = peakOf(scores)) {
      const place = peak - from;
      if (!found.some((other) => Math.abs(other - place) < length)) found.push(place);
      scores.fill(0, Math.max(0, peak - length), peak + length);
    }
  }
  return found.toSorted((one, other) => one - other);
}

function peakOf(scores: Float32Array): number | null {
  let peak: number | null = null;
  for (const [at, score] of scores.entries()) if (score > (peak === null ? 0 : (scores[peak] ?? 0))) peak = at;
  return peak;
}

/** Sound of one person, which begins so many samples after the recording that it is compared with. */
export type Voice = { samples: Float32Array; lag: number };

/** Excerpts are chosen in steps of a tenth of a second. */
const STEP = RATE / 10;
/** The rms of a step in which somebody speaks; an excerpt holds as many of them, and none of anybody else. */
const SPOKEN_RMS = 0.02;
const SPOKEN_STEPS_MIN = 9;
const EXCERPT_STEPS = 12;

/** All excerpts of 1.2 s in which one voice speaks and no other does, each with its place in the recording. */
export function spokenAlone(voice: Voice, others: readonly Voice[]): { at: number; samples: Float32Array }[] {
  const excerpts: { at: number; samples: Float32Array }[] = [];
  const steps = Math.floor((voice.samples.length + voice.lag) / STEP);
  for (let first = Math.ceil(Math.max(0, voice.lag) / STEP); first + EXCERPT_STEPS <= steps; first += 1) {
    const own = Array.from({ length: EXCERPT_STEPS }, (_, index) => first + index);
    if (own.filter((step) => speaks(voice, step)).length < SPOKEN_STEPS_MIN) continue;
    if (others.some((other) => own.some((step) => speaks(other, step)))) continue;
    const at = first * STEP;
    excerpts.push({ at, samples: soundAt(voice, at, EXCERPT_STEPS * STEP) });
    first += EXCERPT_STEPS - 1;
  }
  return excerpts;
}

function speaks(voice: Voice, step: number): boolean {
  const samples = soundAt(voice, step * STEP, STEP);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / STEP) > SPOKEN_RMS;
}

function soundAt({ samples, lag }: Voice, at: number, length: number): Float32Array {
  return samples.subarray(Math.max(0, at - lag), Math.max(0, at - lag + length));
}

function emphasise(samples: Float32Array): Float32Array {
  return samples.map((sample, index) => sample - 0.95 * (samples[index - 1] ?? 0));
}

/** |cos| of the angle between the needle and the hay at each position, through a Fourier transform of both. */
function correlate(hay: Float32Array, needle: Float32Array): Float32Array {
  const size = 2 ** Math.ceil(Math.log2(hay.length + needle.length));
  const [hayRe, hayIm] = transform(hay, size);
  const [needleRe, needleIm] = transform(needle, size);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let k = 0; k < size; k += 1) {
    const [a, b, c, d] = [hayRe[k] ?? 0, hayIm[k] ?? 0, needleRe[k] ?? 0, -(needleIm[k] ?? 0)];
    // The inverse transform by the forward one of the conjugate.
    re[k] = a * c - b * d;
    im[k] = -(a * d + b * c);
  }
  fft(re, im);
  const energy = needle.reduce((sum, sample) => sum + sample * sample, 0);
  const positions = Math.max(0, hay.length - needle.length);
  const scores = new Float32Array(positions);
  let window = hay.subarray(0, needle.length).reduce((sum, sample) => sum + sample * sample, 0);
  for (let at = 0; at < positions; at += 1) {
    const scale = Math.sqrt(Math.max(window, 1e-4 * energy) * energy);
    scores[at] = Math.abs((re[at] ?? 0) / size) / scale;
    window += (hay[at + needle.length] ?? 0) ** 2 - (hay[at] ?? 0) ** 2;
  }
  return scores;
}

function transform(samples: Float32Array, size: number): [Float64Array, Float64Array] {
  const re = new Float64Array(size);
  re.set(samples);
  const im = new Float64Array(size);
  fft(re, im);
  return [re, im];
}

/** In place, radix 2. */
function fft(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  const { cos, sin } = twiddles(size);
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j] ?? 0, re[i] ?? 0];
      [im[i], im[j]] = [im[j] ?? 0, im[i] ?? 0];
    }
  }
  for (let span = 2; span <= size; span *= 2) {
    const half = span / 2;
    const step = size / span;
    for (let start = 0; start < size; start += span) {
      for (let k = 0; k < half; k += 1) {
        const low = start + k;
        const high = low + half;
        const c = cos[k * step] ?? 0;
        const d = sin[k * step] ?? 0;
        const a = re[high] ?? 0;
        const b = im[high] ?? 0;
        const x = a * c - b * d;
        const y = a * d + b * c;
        re[high] = (re[low] ?? 0) - x;
        im[high] = (im[low] ?? 0) - y;
        re[low] = (re[low] ?? 0) + x;
        im[low] = (im[low] ?? 0) + y;
      }
    }
  }
}

let table: { size: number; cos: Float64Array; sin: Float64Array } | null = null;
function twiddles(size: number): { cos: Float64Array; sin: Float64Array } {
  if (table?.size === size) return table;
  const angles = Float64Array.from({ length: size / 2 }, (_, k) => (-2 * Math.PI * k) / size);
  table = { size, cos: angles.map(Math.cos), sin: angles.map(Math.sin) };
  return table;
}

function floats(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / 4));
}

function run(program: string, args: string[]): void {
  const result = spawnSync(program, args, { encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${program}: ${result.stderr}`);
}
