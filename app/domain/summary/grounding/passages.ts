import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Evidence } from "#app/domain/summary/evidence.ts";
import { withoutInstructions } from "#app/domain/summary/grounding/instructions.ts";
import { type Words, wordsOf } from "#app/domain/summary/grounding/tokens.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** One spoken sentence of a segment. */
export type Spoken = {
  text: string;
  /** Its folded words, to recognise a quotation. */
  folded: string;
  words: Words;
  speaker: string | null;
  /** Position of its segment in the meeting. */
  position: number;
  isQuestion: boolean;
  /** Ends its sentence; otherwise the sentence continues in the next segment. */
  isEnded: boolean;
};

/** A place that may carry a line: one spoken sentence, or two where the second leans on the first. */
export type Passage = { spoken: readonly Spoken[] };

const ENDED = /[.!?…]["'”’»)]*\s*$/u;
/** Words that point back at the sentence before: "it costs 40 euros". Articles of the same form are left out. */
export const POINTS_BACK: Record<MeetingLanguage, RegExp> = {
  en: /(?<![\p{L}])(?:it|its|that|this|they|them|their|those|these|he|she|him|his|her|so|then|there|one|ones|both|which)(?![\p{L}])/iu,
  es: /(?<![\p{L}])(?:eso|esto|ese|esa|esos|esas|este|esta|lo|le|les|ellos|ellas|él|ella|su|sus|así|entonces|ambos|ahí)(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(?:cela|ça|ce|c|ceci|il|elle|ils|elles|celui|celle|ceux|en|y|son|sa|ses|leur|leurs|lui|donc|alors)(?![\p{L}])/iu,
  ca: /(?<![\p{L}])(?:això|allò|aquest|aquesta|ho|hi|ell|ella|ells|elles|li|els|seu|seva|seus|així|llavors|tots dos)(?![\p{L}])/iu,
};
/** Beginnings of an answer that agrees. */
export const ACCEPTS =
  /^\W*(?:yes|yeah|yep|sure|okay|ok|of course|agreed|exactly|right|fine|absolutely|will do|no problem|done|certainly|gladly|i can|i will|i['’]ll|sí|si|vale|claro|de acuerdo|perfecto|hecho|por supuesto|oui|d['’]accord|bien sûr|entendu|parfait|ça marche|volontiers|d['’]acord|és clar|fet|i tant|perfecte)(?![\p{L}])/iu;
/** Beginnings of an answer that refuses. */
export const REFUSES = /^\W*(?:no|nope|never|not|i can['’]t|i won['’]t|non|jamais|nunca|mai|pas)(?![\p{L}])/iu;
/** An answer of so few claims needs its question. */
const SHORT_ANSWER_CLAIMS = 3;

/** Cache: a segment is read once, however many lines cite it. */
const SPOKEN = new WeakMap<Segment, { language: MeetingLanguage; position: number; spoken: readonly Spoken[] }>();

/** Returns the sentences of one segment of the meeting, without orders to an assistant; empty beyond its ends. */
export function spokenAt(position: number, { segments, language }: Evidence): readonly Spoken[] {
  const segment = segments[position];
  if (segment === undefined) return [];
  const known = SPOKEN.get(segment);
  if (known?.language === language && known.position === position) return known.spoken;
  // Tokenised transcripts have spaces before punctuation and sounds in braces, which hide the ends of sentences.
  const plain = segment.text.replace(/\{[^{}]{0,60}\}/gu, " ").replace(/(?<!\s)\s{1,3}([.,?!…])/gu, "$1");
  const spoken = itemSentences(plain, language)
    .flatMap(withoutInstructions)
    .map(
      (text): Spoken => ({
        text,
        folded: foldedWords(text).join(" "),
        words: wordsOf(text, language),
        speaker: segment.speaker,
        position,
        isQuestion: /\?["'”’»)]*\s*$/u.test(text),
        isEnded: ENDED.test(text),
      }),
    );
  SPOKEN.set(segment, { language, position, spoken });
  return spoken;
}

/** Returns the places that may carry a line that cites the segments: their sentences, and pairs with the neighbours. */
export function passagesOf(ids: readonly SegmentId[], evidence: Evidence): Passage[] {
  const cited = new Set(ids.flatMap((id) => evidence.positions.get(id) ?? []));
  const near = new Set([...cited].flatMap((position) => [position - 1, position, position + 1]));
  const spoken = [...near].toSorted((a, b) => a - b).flatMap((position) => spokenAt(position, evidence));
  const single = spoken.filter(({ position }) => cited.has(position)).map((one): Passage => ({ spoken: [one] }));
  const pairs = spoken.slice(1).flatMap((second, index): Passage[] => {
    const first = spoken[index];
    if (first === undefined || second.position - first.position > 1) return [];
    if (!cited.has(first.position) && !cited.has(second.position)) return [];
    return leansOn(second, first, evidence.language) ? [{ spoken: [first, second] }] : [];
  });
  return [...single, ...pairs];
}

/** Tells whether a sentence can only be understood with the one before it. */
export function leansOn(second: Spoken, first: Spoken, language: MeetingLanguage): boolean {
  if (first.isQuestion) return !second.isQuestion;
  if (!first.isEnded && first.speaker === second.speaker) return true;
  return (
    POINTS_BACK[language].test(second.text) ||
    ACCEPTS.test(second.text) ||
    second.words.claims.length <= SHORT_ANSWER_CLAIMS
  );
}

/** Returns the folded words of a speaker's label. */
export function labelWords(speaker: string | null): string[] {
  return speaker === null ? [] : foldedWords(speaker);
}
