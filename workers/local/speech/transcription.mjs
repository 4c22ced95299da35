// One sound on its way to text: decoded, searched for speech, and recognised piece by piece.
import { setMaxListeners } from "node:events";
import { deflateSync } from "node:zlib";
import { joinPieces } from "./pieces.mjs";
import { recognisePiece } from "./recognise-piece.mjs";
import { loudnessOf, PCM_BYTES_PER_SECOND, SAMPLE_RATE, SPEECH_DBFS_MIN } from "./resample.mjs";
import { segmentsOf } from "./words.mjs";

/** A language that was not named is heard on so much speech, and the rest is recognised in it. */
const HEARD_SECONDS = 60;

/**
 * A segment in OpenAI's verbose JSON, with its words. Values that the engine does not give are null; the repetition of the text (as Whisper
 * counts it) and the level of the loudest tenth of a second are measured.
 * @typedef {ReturnType<typeof describeSegment>} VerboseSegment
 * Counts of what was left out or added by rule (`rules` of the answer): sounds too short for a word, pieces in which a phrase was repeated without
 * end, stretches of speech that the model passed over at first.
 * `text` of each piece that is done, by its number: a transcription that was stopped goes on from them.
 * @typedef {{ texts: Map<number, import("./recognise-piece.mjs").PieceText>, language: string | null }} Kept
 * Told what each piece cost: seconds of a processor, and of waiting for it, for so many seconds of sound.
 * @typedef {(cost: { cpuSeconds: number, waitSeconds: number, seconds: number }) => void} Measure
 * @typedef {{ pool: import("./engine-pool.mjs").EnginePool, measure: Measure }} Engine
 */

/**
 * Recognises a whole sound. `onPart` is told the segments that are new, in their order, and how far the text goes without a gap, in seconds.
 * Rejects when the signal is aborted; what was recognised is then in `kept`.
 * @param {{ file: Uint8Array, decode: (file: Uint8Array) => Promise<Buffer>, engine: Engine, language: string | null, kept: Kept,
 *   rank: readonly number[], signal: AbortSignal, onPart: (segments: VerboseSegment[], until: number) => void }} input
 */
export async function transcribe({ file, decode, engine, language, kept, rank, signal, onPart }) {
  // Each piece that waits listens to it.
  setMaxListeners(0, signal);
  const bytes = await decode(file);
  signal.throwIfAborted();
  const pcm = new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength - (bytes.byteLength % 2)),
  );
  const duration = bytes.byteLength / PCM_BYTES_PER_SECOND;
  /** @type {VerboseSegment[]} */
  const segments = [];
  const { pieces, short } = await findPieces();
  let done = 0;

  kept.language = language ?? kept.language;
  if (kept.language === null) {
    const first = countFirst(pieces);
    await Promise.all(pieces.slice(0, first).map((piece, at) => recognise(piece, at)));
    kept.language = majorityOf(pieces.slice(0, first), kept.texts);
  }
  await Promise.all(pieces.map((piece, at) => recognise(piece, at)));
  const texts = [...kept.texts.values()];
  return {
    task: "transcribe",
    language: kept.language,
    duration,
    text: segments.map(({ text }) => text).join(" "),
    segments,
    words: segments.flatMap(({ words }) => words),
    rules: {
      short,
      loops: texts.filter(({ repeated }) => repeated > 0).length,
      holes: texts.reduce((total, { holes }) => total + holes, 0),
    },
  };

  async function findPieces() {
    // Silence is not searched: levelled, its noise would be as loud as speech.
    if (loudnessOf(pcm) < SPEECH_DBFS_MIN) return { pieces: [], short: 0 };
    return joinPieces(await engine.pool.detect({ rank: [...rank, -1], signal, pcm: bytesOf(pcm) }), pcm);
  }

  /** @param {import("./pieces.mjs").Piece} piece @param {number} at */
  async function recognise(piece, at) {
    if (!kept.texts.has(at)) {
      const spoken = kept.language;
      const text = await recognisePiece(piece, pcm, async (part) => {
        const turn = { rank: [...rank, at], signal };
        const { heard, cpuSeconds, waitSeconds } = await engine.pool.recognise({
          ...turn,
          pcm: bytesOf(part),
          language: spoken,
        });
        engine.measure({ cpuSeconds, waitSeconds, seconds: part.length / SAMPLE_RATE });
        return heard;
      });
      kept.texts.set(at, text);
    }
    tellPrefix();
  }

  /** The page reads forward: a piece is told when all before it are done. */
  function tellPrefix() {
    /** @type {VerboseSegment[]} */
    const fresh = [];
    for (let text = kept.texts.get(done); text !== undefined; text = kept.texts.get(done)) {
      for (const segment of segmentsOf(text.words))
        fresh.push(describeSegment(segment, segments.length + fresh.length, pcm));
      done += 1;
    }
    if (fresh.length === 0) return;
    segments.push(...fresh);
    onPart(fresh, (pieces[done - 1]?.end ?? 0) / SAMPLE_RATE);
  }
}

/** @param {import("./words.mjs").TimedSegment} segment @param {number} id @param {Int16Array} pcm */
function describeSegment({ start, end, text, words }, id, pcm) {
  return {
    id,
    start: inMilliseconds(start),
    end: inMilliseconds(end),
    text,
    avg_logprob: null,
    no_speech_prob: null,
    compression_ratio: repetitionOf(text),
    loudness_dbfs: loudnessOf(pcm, start * 1000, end * 1000),
    words: words.map((word) => ({ start: inMilliseconds(word.start), end: inMilliseconds(word.end), word: word.text })),
  };
}

/** @param {number} seconds */
function inMilliseconds(seconds) {
  return Math.round(seconds * 1000) / 1000;
}

/** The number of first pieces on which the language is heard. @param {readonly import("./pieces.mjs").Piece[]} pieces */
function countFirst(pieces) {
  let seconds = 0;
  const enough = pieces.findIndex(({ start, end }) => (seconds += (end - start) / SAMPLE_RATE) >= HEARD_SECONDS);
  return enough === -1 ? pieces.length : enough + 1;
}

/** The language of most of the speech. @param {readonly import("./pieces.mjs").Piece[]} pieces @param {Kept["texts"]} texts */
function majorityOf(pieces, texts) {
  /** @type {Map<string, number>} */
  const spoken = new Map();
  for (const [at, { start, end }] of pieces.entries()) {
    const language = texts.get(at)?.language;
    if (language) spoken.set(language, (spoken.get(language) ?? 0) + end - start);
  }
  return [...spoken].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** @param {Int16Array} pcm */
function bytesOf(pcm) {
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}

/** @param {string} text */
function repetitionOf(text) {
  const bytes = Buffer.from(text.trim());
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}
