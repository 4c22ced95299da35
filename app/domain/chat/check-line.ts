import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { CHAT_LINE_CHARS_MAX } from "#app/domain/limits/chat.ts";
import { SUMMARY_ITEM_SEGMENTS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { type Evidence, evidenceOf, knownIds } from "#app/domain/summary/evidence.ts";
import { isSentenceSaid } from "#app/domain/summary/said-sentence.ts";
import { contentStems } from "#app/domain/summary/words/content-words.ts";
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

/** Whatever stands in square brackets is meant as a citation. Two kinds of brackets never nest in what we show. */
const BRACKETS = /\[([^\][]{0,200})\]/gu;
/** Where a link, an image or an element begins: nobody says that, so the sentence is none of the meeting's. */
const MARKUP = /\]\s*\(|<\/?[a-z!]|&(?:[a-z]{2,8}|#\d{1,7});|javascript:|data:\w+\//iu;

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
 * nothing that exists, or where what it says was not said there (`isSentenceSaid`, as for the minutes). A meeting's own words are the only source, whatever they ask the model to do.
 */
export function checkLine(line: string, proof: Proof): AnswerLine | null {
  const { evidence, asked } = proof;
  const segmentIds = knownIds(evidence, citedIn(line)).slice(0, SUMMARY_ITEM_SEGMENTS_MAX);
  if (segmentIds.length === 0 || MARKUP.test(line)) return null;
  const text = plainLine(line);
  if (text === "" || /[<>[\]]/u.test(text)) return null;
  if (!isSentenceSaid(text, segmentIds, evidence, asked)) return null;
  return { text, segmentIds };
}

function citedIn(line: string): SegmentId[] {
  return [...line.matchAll(BRACKETS)].flatMap(([, inside = ""]) => inside.split(/[\s,;]+/u).filter((id) => id !== ""));
}

/** A line without its citations and without markup. */
export function plainLine(line: string): string {
  // One space first: a pattern for several begins anew at each of them.
  const bare = line
    .replace(BRACKETS, " ")
    .replace(/\s+/gu, " ")
    .replace(/ ([.,;:!?])/gu, "$1");
  return cleanText(bare, CHAT_LINE_CHARS_MAX).replace(/ ([.,;:!?…])/gu, "$1");
}
