import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { CHAT_LINE_CHARS_MAX, SUMMARY_ITEM_SEGMENTS_MAX } from "#app/domain/limits.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { type Evidence, evidenceOf, isSupported, knownIds, type Said, saidIn } from "#app/domain/summary/evidence.ts";
import { contentStems } from "#app/domain/summary/words/content-words.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { numbersSaid } from "#app/domain/summary/words/numbers.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** What a model's sentences are held against: the whole meeting, and the words that the question itself brought. */
export type Proof = {
  evidence: Evidence;
  /** Every folded word that was said, and the speakers' labels. */
  words: ReadonlySet<string>;
  /** The question's stems: to repeat them claims nothing. */
  asked: ReadonlySet<string>;
};

/** The words before and after a cited segment: a sentence of talk rarely ends where a segment does. */
const NEIGHBOURS = 1;
/** Of a sentence's own content words, how many have to have been said where it points. */
const SAID_SHARE_MIN = 0.6;

/** Whatever stands in square brackets is meant as a citation. Two kinds of brackets never nest in what we show. */
const BRACKETS = /\[([^\][]{0,200})\]/gu;
/** Where a link, an image or an element begins: nobody says that, so the sentence is none of the meeting's. */
const MARKUP = /\]\s*\(|<\/?[a-z!]|&(?:[a-z]{2,8}|#\d{1,7});|javascript:|data:\w+\//iu;
/** An address, a file, a number with signs in it, and anything else that is read as one piece. */
const JOINED = /[\p{L}\p{N}]+(?:[.@/:\\_=?&#%+-]+[\p{L}\p{N}]+)+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** After these a capital is no name: a sentence, a quotation or what somebody says begins. */
const BEGINNING = /(?:^|[.!?…:;"“”«»¿¡(—–])\s*$/u;
/** "One" and "un" are articles and pronouns more often than numbers. */
const NO_CLAIM: ReadonlySet<string> = new Set(["0", "1"]);

export function proofOf(segments: readonly Segment[], language: MeetingLanguage, question: string): Proof {
  const words = new Set<string>();
  for (const { text, speaker } of segments) {
    for (const word of foldedWords(speaker === null ? text : `${text} ${speaker}`)) words.add(word);
  }
  return {
    evidence: evidenceOf(segments, language),
    words,
    asked: new Set(contentStems(question, language)),
  };
}

/**
 * One line of a model's answer as it may be shown: plain text with the segments that prove it. Null where it points at
 * nothing that exists, or where what it says was not said there: most of its content words, every number, every name
 * and every address has to be. A meeting's own words are the only source, whatever they ask the model to do.
 */
export function checkLine(line: string, proof: Proof): AnswerLine | null {
  const { evidence, words, asked } = proof;
  const segmentIds = knownIds(evidence, citedIn(line)).slice(0, SUMMARY_ITEM_SEGMENTS_MAX);
  if (segmentIds.length === 0 || MARKUP.test(line)) return null;
  const text = plainLine(line);
  if (text === "" || /[<>[\]]/u.test(text)) return null;
  const near = saidIn(evidence, segmentIds, NEIGHBOURS);
  if (!isSupported(text, saidIn(evidence, segmentIds, 0), evidence)) return null;
  if (!isMostlySaid(text, near, asked, evidence.language)) return null;
  if (!areNumbersSaid(text, near)) return null;
  if (!namesIn(text, evidence.language).every((name) => words.has(name))) return null;
  if (!joinedIn(text).every((word) => near.words.has(word) || near.speakers.has(word))) return null;
  return { text, segmentIds };
}

function citedIn(line: string): SegmentId[] {
  return [...line.matchAll(BRACKETS)].flatMap(([, inside = ""]) => inside.split(/[\s,;]+/u).filter((id) => id !== ""));
}

/** A line without its citations and without markup. */
export function plainLine(line: string): string {
  const bare = line.replace(BRACKETS, " ").replace(/\s+([.,;:!?])/gu, "$1");
  return cleanText(bare, CHAT_LINE_CHARS_MAX).replace(/\s+([.,;:!?…])/gu, "$1");
}

function isMostlySaid(text: string, said: Said, asked: ReadonlySet<string>, language: MeetingLanguage): boolean {
  const own = [...new Set(contentStems(text, language))].filter((stem) => !asked.has(stem));
  const found = own.filter((stem) => said.stems.has(stem) || said.speakers.has(stem)).length;
  return found >= own.length * SAID_SHARE_MIN;
}

/** Words with a capital inside a sentence: names, and what a language writes like one. */
function namesIn(text: string, language: MeetingLanguage): string[] {
  return [...text.matchAll(WORD)]
    .filter(([word], index, all) => /^\p{Lu}\p{L}/u.test(word) && !BEGINNING.test(text.slice(0, all[index]?.index)))
    .flatMap(([name]) => foldedWords(name))
    .filter((name) => !isStopWord(name, language));
}

/** Every number, the small ones too: "two of three" is not "nine of three". */
function areNumbersSaid(text: string, said: Said): boolean {
  return [...numbersSaid(text)].every((number) => NO_CLAIM.has(number) || said.numbers.has(number));
}

function joinedIn(text: string): string[] {
  return [...text.matchAll(JOINED)]
    .filter(([piece]) => /[.@/:\\_=?&#%+]/u.test(piece))
    .flatMap(([piece]) => foldedWords(piece));
}
