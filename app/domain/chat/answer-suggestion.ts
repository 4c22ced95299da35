import type { AnswerLine, LineGroup, Suggestion } from "#app/domain/chat/exchange.ts";
import { isNextMeeting } from "#app/domain/chat/next-meetings.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { CHAT_QUOTES_MAX } from "#app/domain/limits/chat.ts";
import { isDecision, isOpen } from "#app/domain/summary/extractive/cues.ts";
import { extractInTurns } from "#app/domain/summary/extractive/extract-summary.ts";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Answers one of the four suggested questions with quotations from the meeting. Empty when nothing answers it. */
export function* answerSuggestion(
  suggestion: Suggestion,
  segments: readonly Segment[],
  language: MeetingLanguage,
): Turns<AnswerLine[]> {
  switch (suggestion) {
    case "participants":
      return participantsOf(segments);
    case "analysis":
      return yield* itemsOf("keypoints", segments, language);
    case "conclusions":
      return yield* conclusionsOf(segments, language);
    case "next-meetings":
      return (yield* sentencesOf(segments, language))
        .filter((sentence) => isNextMeeting(sentence, language))
        .slice(-CHAT_QUOTES_MAX)
        .map(({ text, segmentIds }) => ({ text, segmentIds }));
    default:
      return assertNever(suggestion);
  }
}

/**
 * Lists the speakers by the labels of the source, with their speaking time and first segment. The values are counted; no model is
 * asked.
 */
function participantsOf(segments: readonly Segment[]): AnswerLine[] {
  const speakers = new Map<string, { spokenMs: number; first: string }>();
  for (const { id, speaker, startMs, endMs } of segments) {
    if (speaker === null) continue;
    const known = speakers.get(speaker) ?? { spokenMs: 0, first: id };
    known.spokenMs += Math.max(0, endMs - startMs);
    speakers.set(speaker, known);
  }
  return [...speakers]
    .toSorted(([, a], [, b]) => b.spokenMs - a.spokenMs)
    .map(([text, { spokenMs, first }]) => ({ text, spokenMs, segmentIds: [first] }));
}

function* conclusionsOf(segments: readonly Segment[], language: MeetingLanguage): Turns<AnswerLine[]> {
  const groupOf = (text: string): LineGroup | null =>
    isOpen(text, language) ? "open" : isDecision(text, language) ? "decided" : null;
  const said = (yield* itemsOf("bullets", segments, language)).flatMap((line) => {
    const group = groupOf(line.text);
    return group === null ? [] : [{ ...line, group }];
  });
  const texts = new Set(said.map(({ text }) => text));
  const promised = (yield* itemsOf("tasks", segments, language)).flatMap((line) =>
    texts.has(line.text) ? [] : [{ ...line, group: "promised" as const }],
  );
  const of = (group: LineGroup) => said.filter((line) => line.group === group);
  return [...of("decided"), ...of("open"), ...promised];
}

/** Returns one field of the extracted summary. Always quotations, whichever engine wrote the minutes. */
function* itemsOf(
  key: "keypoints" | "bullets" | "tasks",
  segments: readonly Segment[],
  language: MeetingLanguage,
): Turns<AnswerLine[]> {
  const fields = BASIC_SYSTEM.fields.filter((field) => field.key === key);
  const [field] = (yield* extractInTurns({ template: { ...BASIC_SYSTEM, fields }, language, segments })).fields;
  if (field === undefined || field.content.type === "customTable") return [];
  return field.content.items.map(({ text, segmentIds }) => ({ text, segmentIds }));
}
