// Recognises one piece of speech to the end. Whisper may stop at the end of a sentence and leave out what follows a pause, or fall into a loop.
import { cutLoops, withoutSounds } from "./loops.mjs";
import { quietestPlace } from "./pieces.mjs";
import { SAMPLE_RATE } from "./resample.mjs";
import { wordsOf } from "./words.mjs";

/** Speech of at least this length without a word is recognised by itself. */
const HOLE_SECONDS_MIN = 1.5;
/** A piece with a loop of at least this length is divided. */
const DIVIDE_SAMPLES_MIN = 6 * SAMPLE_RATE;
const SECOND = SAMPLE_RATE;

/**
 * Words with times in seconds of the whole sound, the languages that were heard, and counts of what was left out by rule.
 * @typedef {{ words: import("./words.mjs").TimedWord[], language: string | null, repeated: number, holes: number }} PieceText
 * @typedef {(pcm: Int16Array) => Promise<import("./recogniser.mjs").Heard>} Recognise
 */

/**
 * @param {import("./pieces.mjs").Piece} piece @param {Int16Array} pcm the whole sound @param {Recognise} recognise
 * @returns {Promise<PieceText>}
 */
export async function recognisePiece(piece, pcm, recognise) {
  const whole = await hear(piece, pcm, recognise);
  const text =
    whole.repeated > 0 && piece.end - piece.start >= DIVIDE_SAMPLES_MIN
      ? await recogniseHalves(piece, pcm, recognise, whole)
      : whole;
  let { words, repeated } = text;
  const holes = holesOf(piece.spans, words);
  for (const hole of holes) {
    const { words: found, repeated: again } = await hear({ ...hole, spans: [hole] }, pcm, recognise);
    words = insert(words, found);
    repeated += again;
  }
  return { words, language: whole.language, repeated, holes: holes.length };
}

/** @param {import("./pieces.mjs").Piece} piece @param {Int16Array} pcm @param {Recognise} recognise */
async function hear(piece, pcm, recognise) {
  const heard = await recognise(pcm.subarray(piece.start, piece.end));
  const spans = piece.spans.map(({ start, end }) => ({
    start: (start - piece.start) / SECOND,
    end: (end - piece.start) / SECOND,
  }));
  const { kept, repeated } = cutLoops(
    withoutSounds(wordsOf(heard, { seconds: (piece.end - piece.start) / SECOND, spans })),
  );
  const offset = piece.start / SECOND;
  return {
    words: kept.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset })),
    language: heard.language,
    repeated,
  };
}

/**
 * Both halves of a piece in which a loop was written; the whole where they are no better.
 * @param {import("./pieces.mjs").Piece} piece @param {Int16Array} pcm @param {Recognise} recognise @param {Awaited<ReturnType<typeof hear>>} whole
 */
async function recogniseHalves(piece, pcm, recognise, whole) {
  const third = Math.floor((piece.end - piece.start) / 3);
  const cut = quietestPlace(pcm, piece.start + third, piece.end - third);
  const halves = [];
  for (const [start, end] of /** @type {const} */ ([
    [piece.start, cut],
    [cut, piece.end],
  ])) {
    const spans = piece.spans
      .map((span) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) }))
      .filter((span) => span.end > span.start);
    halves.push(await hear({ start, end, spans }, pcm, recognise));
  }
  const repeated = halves.reduce((sum, half) => sum + half.repeated, 0);
  if (repeated >= whole.repeated) return whole;
  return { words: halves.flatMap((half) => half.words), language: whole.language, repeated };
}

/**
 * Stretches of speech in which no word lies, in samples.
 * @param {readonly import("./pieces.mjs").Span[]} spans @param {readonly import("./words.mjs").TimedWord[]} words
 */
function holesOf(spans, words) {
  return spans.flatMap(({ start, end }) => {
    /** @type {import("./pieces.mjs").Span[]} */
    const holes = [];
    let free = start;
    for (const word of words) {
      const from = Math.round(word.start * SECOND);
      const to = Math.round(word.end * SECOND);
      if (to <= start || from >= end) continue;
      if (from > free) holes.push({ start: free, end: from });
      free = Math.max(free, to);
    }
    if (free < end) holes.push({ start: free, end });
    return holes.filter((hole) => hole.end - hole.start >= HOLE_SECONDS_MIN * SECOND);
  });
}

/**
 * Words of a hole between the others. Words that the neighbours say as well were heard twice.
 * @param {readonly import("./words.mjs").TimedWord[]} words @param {readonly import("./words.mjs").TimedWord[]} found
 */
function insert(words, found) {
  const [first] = found;
  if (!first) return [...words];
  const at = words.findIndex(({ start }) => start >= first.start);
  const place = at === -1 ? words.length : at;
  const before = words.slice(0, place);
  const after = words.slice(place);
  return [...before, ...withoutOverlap(before, found, after), ...after];
}

/** @template {{ text: string }} Word @param {readonly Word[]} before @param {readonly Word[]} found @param {readonly Word[]} after */
function withoutOverlap(before, found, after) {
  const key = (/** @type {Word} */ { text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const same = (/** @type {readonly Word[]} */ one, /** @type {readonly Word[]} */ other) =>
    one.every((word, at) => other[at] !== undefined && key(word) === key(other[at]));
  let start = 0;
  for (let length = found.length; length > 0; length -= 1)
    if (before.length >= length && same(before.slice(-length), found.slice(0, length))) {
      start = length;
      break;
    }
  let end = found.length;
  for (let length = found.length - start; length > 0; length -= 1)
    if (after.length >= length && same(found.slice(-length), after.slice(0, length))) {
      end = found.length - length;
      break;
    }
  return found.slice(start, end);
}
