// Segmentation and speaker embeddings of sherpa-onnx, in a process of its own: a damaged file of a model ends the process. Its parent compares
// the files with their digests first, and sends one sound at a time over the channel that `fork` opens.
//
// The library's own pipeline is not used. It takes two people for one voice in one of six windows, because it makes one embedding for each voice
// of a window; here each piece of a turn gets its own, and the whole recording is clustered later (app/domain/voices).
import { setImmediate } from "node:timers/promises";
import { serveParent } from "../sherpa-child.mjs";
import { SAMPLE_RATE } from "../speech/resample.mjs";

/**
 * @typedef {{ segmentation: string, embedding: string }} VoiceFiles
 * Sounds are 16-bit mono at 16 kHz.
 * @typedef {{ type: "find", pcm: Uint8Array }} VoiceRequest
 * `voice` is a number within its frame (0 to 2). Times are in ms from the start of the sound.
 * @typedef {{ voice: number, startMs: number, endMs: number }} Turn
 * `isAlone`: no other voice speaks in it. `vectors`: one embedding for each piece, in their order, of unit length times 32767.
 * @typedef {Turn & { isAlone: boolean }} Piece
 * @typedef {{ startMs: number, endMs: number, turns: Turn[], pieces: Piece[], vectors: Int16Array }} VoiceFrame
 * @typedef {{ type: "ready" } | { type: "broken", problem: "no-engine" | "not-a-model" } | { type: "found", frames: VoiceFrame[] }
 *   | { type: "failed", error: string }} VoiceMessage
 */

/** The segmentation was taught on ten seconds; a sound of that length is neither cut nor clustered by the library. */
const FRAME_SAMPLES = 10 * SAMPLE_RATE;
/** Half a frame: with whole frames the errors grow by one to two points. */
const STEP_SAMPLES = FRAME_SAMPLES / 2;
/** A shorter sound gives nonsense. */
const SAMPLES_MIN = SAMPLE_RATE / 2;
const PAUSE_MS = 300;
const PIECE_MS = 2000;
const PIECE_MS_MIN = 500;
const SHORT_MS_MIN = 200;
const THREADS = 1;
/** The recogniser's priority: with less, a busy machine finds them too late for the transcript. */
const NICE = 10;

await serveParent({
  nice: NICE,
  load,
  answer: async (engine, /** @type {VoiceRequest} */ { pcm }) => ({ type: "found", frames: await find(engine, pcm) }),
});

/** @param {any} sherpa @param {VoiceFiles} files */
function load(sherpa, files) {
  const embedding = { model: files.embedding, numThreads: THREADS, debug: 0, provider: "cpu" };
  const segmentation = { pyannote: { model: files.segmentation }, numThreads: THREADS, debug: 0, provider: "cpu" };
  return {
    // Zero would mean the library's own 0.3 and 0.5 seconds.
    segmentation: new sherpa.OfflineSpeakerDiarization({
      segmentation,
      embedding,
      clustering: { numClusters: 1, threshold: 0.5 },
      minDurationOn: 1e-4,
      minDurationOff: 1e-4,
    }),
    embedding: new sherpa.SpeakerEmbeddingExtractor(embedding),
  };
}

/** @typedef {ReturnType<typeof load>} Engine */

/** @param {Engine} engine @param {Uint8Array} bytes @returns {Promise<VoiceFrame[]>} */
async function find(engine, bytes) {
  // A copy: a Buffer may be a part of a larger one.
  const pcm = new Int16Array(Uint8Array.from(bytes).buffer);
  /** @type {VoiceFrame[]} */
  const frames = [];
  for (const start of startsOf(pcm.length)) {
    const end = Math.min(start + FRAME_SAMPLES, pcm.length);
    frames.push(frameOf(engine, pcm.subarray(start, end), start));
    // The library frees its streams only when the event loop turns.
    await setImmediate();
  }
  return frames;
}

/** Starts of the frames, in samples. The last one ends with the sound, so that it is as long as the others. @param {number} length */
function startsOf(length) {
  if (length < SAMPLES_MIN) return [];
  const last = Math.max(0, length - FRAME_SAMPLES);
  const starts = [];
  for (let start = 0; start < last; start += STEP_SAMPLES) starts.push(start);
  return [...starts, last];
}

/** @param {Engine} engine @param {Int16Array} pcm @param {number} offset in samples @returns {VoiceFrame} */
function frameOf(engine, pcm, offset) {
  const samples = new Float32Array(FRAME_SAMPLES);
  for (let at = 0; at < pcm.length; at += 1) samples[at] = (pcm[at] ?? 0) / 0x8000;
  const shift = Math.round(offset / (SAMPLE_RATE / 1000));
  const frameMs = pcm.length / (SAMPLE_RATE / 1000);
  /** @type {{ speaker: number, start: number, end: number }[]} */
  const answered = engine.segmentation.process(samples);
  const turns = answered
    .map(({ speaker, start, end }) => ({
      voice: speaker,
      startMs: Math.max(0, Math.round(start * 1000)),
      endMs: Math.min(Math.round(end * 1000), Math.floor(frameMs)),
    }))
    .filter(({ startMs, endMs }) => endMs > startMs);
  /** @type {Piece[]} */
  const pieces = [];
  /** @type {number[]} */
  const vectors = [];
  for (const voice of new Set(turns.map((turn) => turn.voice))) {
    const alone = cutPieces(aloneOf(turns, voice), PIECE_MS_MIN);
    const isAlone = alone.length > 0;
    // One that others talk over all the time, or that says one word, is still compared with the people of the recording.
    const own = isAlone
      ? alone
      : cutPieces(
          turns.filter((turn) => turn.voice === voice),
          SHORT_MS_MIN,
        );
    for (const { startMs, endMs } of own) {
      const vector = embed(engine, samples.subarray(startMs * (SAMPLE_RATE / 1000), endMs * (SAMPLE_RATE / 1000)));
      if (vector === null) continue;
      pieces.push({ voice, startMs: startMs + shift, endMs: endMs + shift, isAlone });
      for (const number of vector) vectors.push(number);
    }
  }
  return {
    startMs: shift,
    endMs: Math.round(shift + frameMs),
    turns: turns.map(({ voice, startMs, endMs }) => ({ voice, startMs: startMs + shift, endMs: endMs + shift })),
    pieces,
    vectors: Int16Array.from(vectors),
  };
}

/** Stretches in which only this voice speaks, joined over short pauses. @param {readonly Turn[]} turns @param {number} voice */
function aloneOf(turns, voice) {
  const others = turns.filter((turn) => turn.voice !== voice);
  /** @type {{ startMs: number, endMs: number }[]} */
  const alone = [];
  const own = turns.filter((turn) => turn.voice === voice).toSorted((one, other) => one.startMs - other.startMs);
  for (const turn of own) {
    let rest = [{ startMs: turn.startMs, endMs: turn.endMs }];
    for (const { startMs, endMs } of others) {
      rest = rest
        .flatMap((part) => [
          { startMs: part.startMs, endMs: Math.min(part.endMs, startMs) },
          { startMs: Math.max(part.startMs, endMs), endMs: part.endMs },
        ])
        .filter((part) => part.endMs > part.startMs);
    }
    for (const part of rest) {
      const before = alone.at(-1);
      const isClose = before && part.startMs - before.endMs < PAUSE_MS;
      const isFree = before && !others.some((other) => other.startMs < part.startMs && other.endMs > before.endMs);
      if (isClose && isFree) before.endMs = part.endMs;
      else alone.push({ ...part });
    }
  }
  return alone;
}

/** Equal parts of about PIECE_MS. @param {readonly { startMs: number, endMs: number }[]} stretches @param {number} leastMs */
function cutPieces(stretches, leastMs) {
  return stretches.flatMap(({ startMs, endMs }) => {
    const length = endMs - startMs;
    if (length < leastMs) return [];
    const parts = Math.max(1, Math.round(length / PIECE_MS));
    return Array.from({ length: parts }, (_, part) => ({
      startMs: Math.round(startMs + (part * length) / parts),
      endMs: Math.round(startMs + ((part + 1) * length) / parts),
    }));
  });
}

/** Unit length in 16 bits; null where the sound is digital silence. @param {Engine} engine @param {Float32Array} samples */
function embed(engine, samples) {
  const stream = engine.embedding.createStream();
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  stream.inputFinished();
  /** @type {Float32Array} */
  const vector = engine.embedding.compute(stream, false);
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) return null;
  return Int16Array.from(vector, (number) => Math.round((number / length) * 0x7fff));
}
