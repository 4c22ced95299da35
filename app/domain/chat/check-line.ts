import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { CHAT_LINE_CHARS_MAX, SUMMARY_ITEM_SEGMENTS_MAX } from "#app/domain/limits/minutes.ts";
import { type Checker, checkText } from "#app/domain/summary/check/check-text.ts";
import { factReader } from "#app/domain/summary/check/heard-in.ts";
import { readTalk } from "#app/domain/summary/check/talk-index.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** Text in square brackets is taken for a citation. Displayed text never nests two kinds of brackets. */
const BRACKETS = /\[([^\][]{0,200})\]/gu;
/** Start of a link, an image or an element. Nobody says markup, so a sentence with it did not come from the meeting. */
const MARKUP = /\]\s*\(|<\/?[a-z!]|&(?:[a-z]{2,8}|#\d{1,7});|javascript:|data:\w+\//iu;

/** Reads the meeting with which a model's sentences are compared. */
export function* checkerOf(segments: readonly Segment[], language: MeetingLanguage): Turns<Checker> {
  const talk = yield* readTalk(segments, language);
  return { talk, factsAt: factReader(talk) };
}

/**
 * Returns one line of a model's answer as it is shown: plain text with its moments, marked when the check did not find it in the
 * recording. Citations are hints, as in the minutes (check/check-text.ts). Null for a line with markup, which is no sentence.
 */
export function checkLine(line: string, checker: Checker): AnswerLine | null {
  if (MARKUP.test(line)) return null;
  const text = plainLine(line);
  if (text === "" || /[<>[\]]/u.test(text)) return null;
  const { isConfirmed, segmentIds } = checkText(checker, text, citedIn(line));
  return {
    text,
    segmentIds: segmentIds.slice(0, SUMMARY_ITEM_SEGMENTS_MAX),
    ...(isConfirmed ? {} : { unconfirmed: true as const }),
  };
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
