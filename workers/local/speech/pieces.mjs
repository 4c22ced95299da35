// Joins what the voice detector found to pieces that a recogniser takes at once.
import { SAMPLE_RATE } from "./resample.mjs";

/** A recogniser takes at most this much at once: for Whisper silence is added, and its memory grows with the length (recogniser.mjs). */
const PIECE_SECONDS_MAX = 17;
const PIECE_SAMPLES_MAX = PIECE_SECONDS_MAX * SAMPLE_RATE;
/** A longer stretch of speech without a pause is cut at its quietest place, not before this length. */
const PIECE_SAMPLES_MIN = 7 * SAMPLE_RATE;
/** Neighbours with a shorter pause between their margins may be joined: a recogniser is better at whole sentences, and worse where others go on. */
const PAUSE_SAMPLES_MAX = SAMPLE_RATE;
/** Prices of a cut: in a short pause it may divide a sentence, and a short piece gives the recogniser little to go by. */
const CUT_PRICE = 1;
const SHORT_PRICE_PER_SECOND = 0.15;
const SHORT_SECONDS = 8;
/** The detector notices a voice a little late, and its end a little early. */
const MARGIN_SAMPLES = SAMPLE_RATE / 5;
/** Shorter sounds are no words: a click, a cough. */
const SPEECH_SAMPLES_MIN = 0.3 * SAMPLE_RATE;
/** The quietest place is looked for in stretches of this length. */
const QUIET_SAMPLES = SAMPLE_RATE / 5;

/**
 * A stretch of sound in samples, `end` not included.
 * @typedef {{ start: number, end: number }} Span
 * A stretch with the margins around a voice.
 * @typedef {Span & { voice: Span }} Stretch
 * A piece with the voices in it, without margins; all are in samples of the whole sound.
 * @typedef {Span & { spans: Span[] }} Piece
 */

/**
 * Pieces in their order, which do not overlap, and the number of sounds that were too short for a word.
 * @param {readonly Span[]} found in their order @param {Int16Array} pcm @returns {{ pieces: Piece[], short: number }}
 */
export function joinPieces(found, pcm) {
  const speech = found.filter(({ start, end }) => end - start >= SPEECH_SAMPLES_MIN);
  const spans = withMargins(speech, pcm.length).flatMap((span) => cutLong(span, pcm));
  /** @type {Stretch[][]} */
  const runs = [];
  for (const span of spans) {
    const last = runs.at(-1);
    if (last && span.start - (last.at(-1)?.end ?? 0) < PAUSE_SAMPLES_MAX) last.push(span);
    else runs.push([span]);
  }
  return { pieces: runs.flatMap(divideRun), short: found.length - speech.length };
}

/**
 * Stretches with short pauses between them, divided where it costs least: in the longest pauses, without short pieces.
 * @param {Stretch[]} spans @returns {Piece[]}
 */
function divideRun(spans) {
  /** The best division of the spans before each place: its price, and where its last piece begins. */
  const best = [{ price: 0, from: 0 }];
  for (let end = 1; end <= spans.length; end += 1) {
    let choice = { price: Number.POSITIVE_INFINITY, from: end - 1 };
    for (
      let from = end - 1;
      from >= 0 && (from === end - 1 || lengthOf(spans, from, end) <= PIECE_SAMPLES_MAX);
      from -= 1
    ) {
      const price = (best[from]?.price ?? 0) + priceOf(spans, from, end);
      if (price < choice.price) choice = { price, from };
    }
    best.push(choice);
  }
  /** @type {Piece[]} */
  const pieces = [];
  for (let end = spans.length; end > 0; ) {
    const from = best[end]?.from ?? end - 1;
    const own = spans.slice(from, end);
    pieces.unshift({ start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0, spans: own.map(({ voice }) => voice) });
    end = from;
  }
  return pieces;
}

/** @param {readonly Span[]} spans @param {number} from @param {number} end */
function lengthOf(spans, from, end) {
  return (spans[end - 1]?.end ?? 0) - (spans[from]?.start ?? 0);
}

/** The price of a piece and of the cut before it. @param {readonly Span[]} spans @param {number} from @param {number} end */
function priceOf(spans, from, end) {
  const seconds = lengthOf(spans, from, end) / SAMPLE_RATE;
  const short = Math.max(0, SHORT_SECONDS - seconds) * SHORT_PRICE_PER_SECOND;
  if (from === 0) return short;
  const pause = ((spans[from]?.start ?? 0) - (spans[from - 1]?.end ?? 0)) / SAMPLE_RATE;
  return short + CUT_PRICE / (1 + 4 * Math.max(0, pause));
}

/** @param {readonly Span[]} spans @param {number} length @returns {Stretch[]} */
function withMargins(spans, length) {
  return spans.map((voice, at) => {
    const { start, end } = voice;
    const before = spans[at - 1]?.end ?? 0;
    const after = spans[at + 1]?.start ?? length;
    return {
      voice,
      start: Math.max(start - MARGIN_SAMPLES, at === 0 ? 0 : Math.ceil((before + start) / 2)),
      end: Math.min(end + MARGIN_SAMPLES, at === spans.length - 1 ? length : Math.floor((end + after) / 2)),
    };
  });
}

/** @param {Stretch} stretch @param {Int16Array} pcm @returns {Stretch[]} */
function cutLong({ start, end, voice }, pcm) {
  /** @type {Stretch[]} */
  const parts = [];
  const part = (/** @type {number} */ from, /** @type {number} */ to) => ({
    start: from,
    end: to,
    voice: { start: Math.max(from, voice.start), end: Math.min(to, voice.end) },
  });
  let from = start;
  while (end - from > PIECE_SAMPLES_MAX) {
    // The rest after the cut is a piece, too.
    const latest = Math.min(from + PIECE_SAMPLES_MAX, end - SAMPLE_RATE);
    const cut = quietestPlace(pcm, from + PIECE_SAMPLES_MIN, latest);
    parts.push(part(from, cut));
    from = cut;
  }
  parts.push(part(from, end));
  return parts;
}

/** @param {Int16Array} pcm @param {number} from @param {number} to @returns {number} the middle of the quietest stretch */
export function quietestPlace(pcm, from, to) {
  let quietest = Number.POSITIVE_INFINITY;
  let place = to;
  for (let begin = from; begin + QUIET_SAMPLES <= to; begin += QUIET_SAMPLES / 4) {
    let sum = 0;
    for (let at = begin; at < begin + QUIET_SAMPLES; at += 1) sum += (pcm[at] ?? 0) ** 2;
    if (sum >= quietest) continue;
    quietest = sum;
    place = begin + QUIET_SAMPLES / 2;
  }
  return place;
}
