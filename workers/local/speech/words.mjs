// Turns the tokens of one piece into words with their times, and words into segments that can be cited.

/**
 * `text` has no white space. Times are in seconds.
 * @typedef {{ start: number, end: number, text: string }} TimedWord
 * @typedef {{ start: number, end: number, text: string, words: TimedWord[] }} TimedSegment
 */

/** A word is at most so long where the model gives the pause before or after it to the word. */
const WORD_SECONDS_MAX = 1;
/** Writing without spaces: what stands between two of them is a sentence, and lasts as long. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** A pause in which a new segment begins, and the longest segment that goes on over a comma. */
const PAUSE_SECONDS = 1.2;
const SEGMENT_SECONDS_MAX = 12;
const SENTENCE_END = /[.?!…]["'”’»)]*$/u;
const CLAUSE_END = /[,;:]["'”’»)]*$/u;
/** A sentence of one or two words stays with the next one: "Yes. We can." */
const SENTENCE_WORDS_MIN = 3;

/**
 * Words of a piece. A token that begins with a space begins a word. The model gives the silence before the first word, and after a sentence, to
 * a word: such a word is cut to the speech that the detector found.
 * @param {import("./recogniser.mjs").Heard} heard times from the start of the piece
 * @param {{ seconds: number, spans: readonly { start: number, end: number }[] }} piece in seconds of the piece
 * @returns {TimedWord[]}
 */
export function wordsOf(heard, piece) {
  const timed = heard.times.length === heard.tokens.length && heard.tokens.length > 0;
  const words = timed ? wordsOfTokens(heard, piece.seconds) : [];
  const told = heard.text.trim().split(/\s+/u).filter(Boolean);
  // Tokens may hold parts of a letter; the text is then right, and so is the number of its words.
  if (words.length !== told.length) return spread(told, piece.seconds);
  return words.map((word, at) => withinSpeech({ ...word, text: told[at] ?? word.text }, piece.spans));
}

/** @param {import("./recogniser.mjs").Heard} heard @param {number} seconds */
function wordsOfTokens({ tokens, times, durations }, seconds) {
  /** @type {TimedWord[]} */
  const words = [];
  for (const [at, token] of tokens.entries()) {
    const start = Math.min(times[at] ?? 0, seconds);
    const end = Math.min(start + (durations[at] ?? 0) || (times[at + 1] ?? seconds), seconds);
    const last = words.at(-1);
    if (last && !/^\s/u.test(token)) {
      last.text += token;
      // A mark lasts as long as the pause after it, and is no sound.
      if (/[\p{L}\p{N}\p{M}\ufffd]/u.test(token)) last.end = Math.max(last.end, end);
    } else {
      words.push({ start, end: Math.max(start, end), text: token.trim() });
    }
  }
  return words.filter(({ text }) => text !== "");
}

/** Without times of tokens: by the number of letters. @param {readonly string[]} words @param {number} seconds @returns {TimedWord[]} */
function spread(words, seconds) {
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((text) => {
    const start = (before / letters) * seconds;
    before += text.length + 1;
    return { start, end: (before / letters) * seconds, text };
  });
}

/** @param {TimedWord} word @param {readonly { start: number, end: number }[]} spans @returns {TimedWord} */
function withinSpeech(word, spans) {
  // The end of a long word is where it was said: what comes before is the pause that the model gives to it.
  const begun = spans.findLast(({ start }) => start < word.end);
  let { start, end } = word;
  if (begun) {
    if (begun.start > start) start = begun.start;
    if (begun.end < end && begun.end > start) end = begun.end;
  }
  if (end - start > WORD_SECONDS_MAX && !UNSPACED.test(word.text)) {
    const first = word.start < (begun?.start ?? 0) || spans[0]?.start === begun?.start;
    if (first && start === begun?.start) start = Math.max(start, end - WORD_SECONDS_MAX);
    else end = start + WORD_SECONDS_MAX;
  }
  return { ...word, start, end: Math.max(start, end) };
}

/**
 * Segments as people cite them: a sentence, or a part of one before a long pause.
 * @param {readonly TimedWord[]} words @returns {TimedSegment[]}
 */
export function segmentsOf(words) {
  /** @type {TimedWord[][]} */
  const groups = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group && !endsBefore(group, word)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => ({
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    text: group.map(({ text }) => text).join(" "),
    words: group,
  }));
}

/** @param {readonly TimedWord[]} group @param {TimedWord} next */
function endsBefore(group, next) {
  const last = group.at(-1);
  if (!last) return false;
  if (next.start - last.end >= PAUSE_SECONDS) return true;
  if (SENTENCE_END.test(last.text)) return group.length >= SENTENCE_WORDS_MIN;
  return CLAUSE_END.test(last.text) && last.end - (group[0]?.start ?? 0) > SEGMENT_SECONDS_MAX;
}
