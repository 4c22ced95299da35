import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { CHAT_LINE_CHARS_MAX, SUMMARY_ITEM_SEGMENTS_MAX } from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { type Evidence, evidenceOf, knownIds } from "#app/domain/summary/evidence.ts";
import { carriersOf } from "#app/domain/summary/grounding/carried.ts";
import { isInstruction } from "#app/domain/summary/grounding/instructions.ts";
import { isDenial } from "#app/domain/summary/words/negation.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** Data against which a model's sentences are checked: the whole meeting, and the words of the question. */
export type Proof = {
  evidence: Evidence;
  /** All spoken words, folded, and the speakers' labels. */
  words: ReadonlySet<string>;
  /** The question's stems. A sentence that repeats them claims nothing. */
  asked: ReadonlySet<string>;
};

/** A question for something, in the four languages; what it says beside that is taken for granted. */
const ASKS_WHAT =
  /^\W*(?:what|who|whom|whose|which|when|where|why|how|qué|quién|quiénes|cuál|cuáles|cuándo|cuánto|cuántos|dónde|cómo|por qué|qui|que|quoi|quel|quelle|quels|quelles|quand|où|pourquoi|comment|combien|qu['’]|què|quin|quina|quins|quan|quant|on|com|per què)(?![\p{L}])/iu;

/** Text in square brackets is taken for a citation. Displayed text never nests two kinds of brackets. */
const BRACKETS = /\[([^\][]{0,200})\]/gu;
/** Start of a link, an image or an element. Nobody says markup, so a sentence with it did not come from the meeting. */
const MARKUP = /\]\s*\(|<\/?[a-z!]|&(?:[a-z]{2,8}|#\d{1,7});|javascript:|data:\w+\//iu;

export function proofOf(segments: readonly Segment[], language: MeetingLanguage, question: string): Proof {
  const words = new Set<string>();
  for (const { text, speaker } of segments) {
    for (const word of foldedWords(speaker === null ? text : `${text} ${speaker}`)) words.add(word);
  }
  return {
    evidence: evidenceOf(segments, language),
    words,
    asked: new Set(ASKS_WHAT.test(question) ? contentStems(question, language) : []),
  };
}

/**
 * Returns one line of a model's answer as it may be shown: plain text with the segments that prove it. Null when the line cites
 * no existing segment, or when its text was not said there (`carriersOf`, as for the minutes). The meeting's own words are
 * the only source, whatever they ask the model to do.
 */
export function checkLine(line: string, proof: Proof): AnswerLine | null {
  const { evidence, asked } = proof;
  const segmentIds = knownIds(evidence, citedIn(line)).slice(0, SUMMARY_ITEM_SEGMENTS_MAX);
  if (segmentIds.length === 0 || MARKUP.test(line)) return null;
  const text = plainLine(line);
  if (text === "" || /[<>[\]]/u.test(text)) return null;
  if (isInstruction(text)) return null;
  const claim = withoutLeadIn(text, asked, evidence.language);
  if (carriersOf(claim, segmentIds, evidence) === null) return null;
  return { text, segmentIds };
}

/**
 * Returns a line without a beginning that only repeats the question ("The pilot can be stopped: …"). A question that is answered
 * with yes or no has no such words: repeating it is the answer.
 */
function withoutLeadIn(text: string, asked: ReadonlySet<string>, language: MeetingLanguage): string {
  const colon = text.indexOf(": ");
  if (colon <= 0) return text;
  const lead = contentStems(text.slice(0, colon), language);
  const repeats = lead.length > 0 && lead.every((stem) => asked.has(stem)) && !isDenial(text.slice(0, colon), language);
  return repeats ? text.slice(colon + 2) : text;
}

function citedIn(line: string): SegmentId[] {
  return [...line.matchAll(BRACKETS)].flatMap(([, inside = ""]) => inside.split(/[\s,;]+/u).filter((id) => id !== ""));
}

/** Returns a line without citations and markup. */
export function plainLine(line: string): string {
  // Runs of spaces become one space first: a pattern for several spaces would start again at each of them.
  const bare = line
    .replace(BRACKETS, " ")
    .replace(/\s+/gu, " ")
    .replace(/ ([.,;:!?])/gu, "$1");
  return cleanText(bare, CHAT_LINE_CHARS_MAX).replace(/ ([.,;:!?…])/gu, "$1");
}
