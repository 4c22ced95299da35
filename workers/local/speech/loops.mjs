// Words that a speech model wrote and nobody said: Whisper may write the same phrase until its limit, and names of sounds: "[Music]".

/** The same phrase of five words or more, or a shorter one, over and over: people say "no, no, no", and do not say it seven times. */
const PHRASE_WORDS_MAX = 12;
const LONG_PHRASE_WORDS = 5;
const LONG_PHRASE_TIMES_MAX = 3;
const SHORT_PHRASE_TIMES_MAX = 6;

/** The first and the last word of a sound in brackets or stars; a note alone begins or ends what is sung. */
const SOUND_BEGINS = /^[[*]/u;
const SOUND_ENDS = /[\]*][.,!?]?$/u;
const NOTE = /^[♪♫]+$/u;

/**
 * The words without names of sounds in brackets or stars, and without what is sung between notes.
 * @template {{ text: string }} Word @param {readonly Word[]} words @returns {Word[]}
 */
export function withoutSounds(words) {
  let isNamed = false;
  let isSung = false;
  return words.filter(({ text }) => {
    if (NOTE.test(text)) {
      isSung = !isSung;
      return false;
    }
    isNamed ||= SOUND_BEGINS.test(text);
    const isSound = isNamed || isSung;
    if (SOUND_ENDS.test(text)) isNamed = false;
    return !isSound;
  });
}

/**
 * The words without the repetitions of a loop, whose first occurrence stays, and the number of words that are left out.
 * @template {{ text: string }} Word @param {readonly Word[]} words @returns {{ kept: Word[], repeated: number }}
 */
export function cutLoops(words) {
  const keys = words.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ""));
  /** @type {Word[]} */
  const kept = [];
  for (let at = 0; at < words.length; ) {
    const loop = loopAt(keys, at);
    const end = at + (loop?.phrase ?? 1);
    kept.push(...words.slice(at, end));
    at = loop ? at + loop.phrase * loop.times : end;
  }
  return { kept, repeated: words.length - kept.length };
}

/** The shortest phrase that begins here and is repeated too often, or null. @param {readonly string[]} keys @param {number} from */
function loopAt(keys, from) {
  for (let phrase = 1; phrase <= PHRASE_WORDS_MAX; phrase += 1) {
    const most = phrase >= LONG_PHRASE_WORDS ? LONG_PHRASE_TIMES_MAX : SHORT_PHRASE_TIMES_MAX;
    let times = 1;
    while (isSame(keys, from, from + times * phrase, phrase)) times += 1;
    if (times > most) return { phrase, times };
  }
  return null;
}

/** @param {readonly string[]} keys @param {number} one @param {number} other @param {number} length */
function isSame(keys, one, other, length) {
  if (other + length > keys.length) return false;
  for (let at = 0; at < length; at += 1) if (keys[one + at] !== keys[other + at]) return false;
  return true;
}
