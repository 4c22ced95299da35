import { eachLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldWord } from "#app/domain/transcript/fold.ts";

/**
 * Removes beginnings that the speaker gave up: pieces of words, repetitions, and small words that cannot stand before the ones that
 * follow ("we it's", "on the in the"). Only words without content of their own are left out.
 */
export function withoutRestarts(text: string, language: MeetingLanguage): string {
  return withoutGivenUp(withoutStutter(withoutFalseStarts(text, language)), language);
}

/** English has no lower-case word of one of these letters; a lone one is the start of an unfinished word. */
const LONE_LETTER = /(?<![\p{L}\p{N}'’_.-])(?:[b-hj-z] (?=\p{L})|i (?=(?:the|this|these|those|it|there)(?!\p{L})))/gu;
const LONE_CAPITAL = /^[B-HJ-Z] (?=(?:I|It|There|This|That|We|You|They|The|He|She|So|If)(?![\p{L}\p{N}]))/u;
/** "Plan planned" are two words: an ending does not make the first a piece of the second. */
const INFLECTED = /^(?:s|es|ed|ers?|ing|ly|n|en|e|a|as|o|os|é)$/u;
const PIECE = /(?<![\p{L}\p{N}'’-])(\p{Ll}{1,5}),? (?=\1(\p{L}+))/gu;
const INFLECTED_CHARS_MIN = 3;

/**
 * Removes pieces of a word right before the word itself ("wh whether", "facto factors"); complete small words stay ("for four").
 */
function withoutFalseStarts(text: string, language: MeetingLanguage): string {
  const isSmall = (word: string) => isStopWord(foldWord(word), language);
  const isWord = (piece: string, rest: string) => {
    if (piece.length === 1) return /[aioyeuàéèóò]/u.test(piece);
    if (isSmall(piece)) return true;
    // "Planned" doubles the last letter of "plan".
    const ending = rest[0] === piece.at(-1) ? rest.slice(1) : rest;
    return piece.length >= INFLECTED_CHARS_MIN && INFLECTED.test(ending) && !isSmall(`${piece}${rest}`);
  };
  const whole = language === "en" ? text.replace(LONE_LETTER, "").replace(LONE_CAPITAL, "") : text;
  return whole.replace(PIECE, (all, piece: string, rest: string) => (isWord(piece, rest) ? all : ""));
}

/** Removes repetitions: "the the", "we we we", "in the in the", "I gue- I guess". */
function withoutStutter(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}])(\p{L}{1,8})\s?-\s+(?=\1)/giu, "")
    .replace(/(?<![\p{L}\p{N}'’])([\p{L}'’]+)(?:[\s,]+\1)+(?![\p{L}\p{N}'’])/giu, "$1")
    .replace(/(?<![\p{L}\p{N}'’])([\p{L}'’]+ [\p{L}'’]+)(?:[\s,]+\1)+(?![\p{L}\p{N}'’])/giu, "$1")
    .replace(/(?<![\p{L}\p{N}'’])([\p{L}'’]+ [\p{L}'’]+ [\p{L}'’]+)(?:[\s,]+\1)+(?![\p{L}\p{N}'’])/giu, "$1");
}

/**
 * `subject`: subjects that are never objects. `clause`: words that begin a clause. `before`: conjunctions after which a subject may be
 * given up ("because I we"). `repeated`: a preposition with an article before another one ("on the in the"), and an article before
 * another; pairs that occur in whole sentences are left out ("con una en la mano", "a la una"). `small`: words of a beginning that
 * ends in a dash or dots; "not" and "maybe" are none of them.
 */
type SmallWords = { subject: string; clause: string; before: string; repeated: string; small: string };

const SMALL_WORDS: Record<MeetingLanguage, SmallWords> = {
  en: {
    subject: "I|we|he|she|they",
    clause: "I(?! mean)|we|you(?! know| see)|he|she|they|it|there|this|that|if",
    before: "so|but|because|if|when|that|then",
    repeated:
      "[Tt]he (?=an? |this |these |(?:of|for|from|with|at) )|an? (?=the )|a (?=an )|an (?=a )|(?:in|on|at|of|for|from|with|to) the (?=(?:of|for|from|with|at) )|(?:in|on|at|of|for|from|with|to) (?:the|an?|your|our|my) (?=(?:in|on|at|of|for|from|with|to) (?:the|an?|your|our|my) )",
    small:
      "the|an?|I|we|you|he|she|it|they|that|this|there|and|but|so|because|if|when|in|on|at|of|for|to|with|it['’]s|we['’]re|I['’]m|that['’]s",
  },
  es: {
    subject: "yo|tú|nosotros|nosotras",
    clause: "yo|tú|nosotros|nosotras|ellos|ellas",
    before: "pero|porque|si|cuando|que|entonces",
    repeated:
      "un (?=una )|(?:en|con|para|por|desde) (?:el|la|los|las) (?=(?:en|con|para|por|desde) (?:el|la|los|las|un|una) )",
    small: "el|la|los|las|un|una|yo|tú|nosotros|y|pero|porque|si|cuando|que|en|de|del|con|para|por|a|al|es|lo|esto|eso",
  },
  fr: {
    subject: "je|tu|on|il|ils",
    clause: "je|tu|on|il|elle|ils|elles",
    before: "mais|parce que|si|quand|que|donc|alors",
    repeated: "un (?=une )|(?:dans|avec|pour|sur|par) (?:le|la|les) (?=(?:dans|avec|pour|sur|par) (?:le|la|les|une?) )",
    small:
      "le|la|les|une?|je|tu|on|il|elle|nous|vous|et|mais|donc|parce|que|si|quand|dans|de|du|des|avec|pour|sur|à|au|c['’]est|ça",
  },
  ca: {
    subject: "jo|tu|nosaltres",
    clause: "jo|tu|nosaltres|ells|elles",
    before: "però|perquè|si|quan|que|llavors",
    repeated: "un (?=una )|(?:en|amb|per|des de) (?:el|la|els|les) (?=(?:en|amb|per|des de) (?:el|la|els|les|un|una) )",
    small: "el|la|els|les|una?|jo|tu|nosaltres|i|però|perquè|si|quan|que|en|de|del|amb|per|a|al|és|això",
  },
};

const GIVEN_UP = eachLanguage((language) => {
  const { subject, clause, before, repeated, small } = SMALL_WORDS[language];
  return [
    // "The— we should", "and it… you can".
    new RegExp(`^(?:(?:${small}) ){0,2}(?:${small})(?:\\s?[—–]|\\s?…|\\.{3}) ?(?=\\p{L})`, "iu"),
    // "I it's", "we there is"; "he and I we" joins two people, so that only the beginning of a clause counts.
    new RegExp(`(?<=^|[,;] |(?<!\\p{L})(?:${before}) )(?:${subject}),? (?=(?:${clause})(?![\\p{L}\\p{N}]))`, "giu"),
    new RegExp(`(?<![\\p{L}\\p{N}'’_.-])(?:${repeated})`, "gu"),
  ];
});

function withoutGivenUp(text: string, language: MeetingLanguage): string {
  return GIVEN_UP[language].reduce((rest, pattern) => rest.replace(pattern, ""), text);
}
