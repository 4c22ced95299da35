import type { AnswerLine, LineGroup } from "#app/domain/chat/exchange.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { QuotedPart } from "#app/domain/summary/highlights.ts";
import { isDecision, isOpen } from "#app/domain/summary/extractive/cues.ts";
import type { FieldContent, Summary } from "#app/domain/summary/summary.ts";

/** Lines of the minutes as lines of an answer: those that say what was decided, what is open and who does what. */
export function minutesLines(summary: Summary | null): AnswerLine[] {
  if (summary === null) return [];
  return summary.fields.flatMap(({ content }) => linesOf(content, summary.language));
}

function linesOf(content: FieldContent, language: MeetingLanguage): AnswerLine[] {
  switch (content.type) {
    case "tasks":
      return content.items.filter(isProved).map(({ text, segmentIds, unconfirmed, assigned, deadline }) => ({
        text,
        segmentIds,
        ...(unconfirmed ? { unconfirmed } : {}),
        isFromMinutes: true,
        group: "promised",
        ...(assigned === null ? {} : { owner: assigned }),
        ...(deadline === null ? {} : { deadline }),
      }));
    case "bullets":
    case "keypoints":
    case "summary":
    case "customText":
    case "customBullets":
      return content.items.filter(isProved).flatMap(({ text, segmentIds, unconfirmed, quoted }) => {
        const group = groupOfPart(quoted?.part ?? null) ?? groupOf(text, content.type, language);
        const mark = unconfirmed ? { unconfirmed } : {};
        return [{ text, segmentIds, ...mark, isFromMinutes: true as const, ...(group === null ? {} : { group }) }];
      });
    case "titleSubtitle":
    case "keywords":
    case "customHashtag":
    case "customTable":
      return [];
  }
}

/** A line that a person added has no moment, and an answer shows only what a moment proves. */
function isProved({ segmentIds }: { segmentIds: readonly string[] }): boolean {
  return segmentIds.length > 0;
}

export function groupOfPart(part: QuotedPart | null): LineGroup | null {
  if (part?.kind === "decision") return "decided";
  return part?.kind === "question" ? "open" : null;
}

/** Bullets are what was decided and what stayed open, so that a bullet that does not sound open was decided. */
function groupOf(text: string, type: FieldContent["type"], language: MeetingLanguage): LineGroup | null {
  if (isOpen(text, language)) return type === "bullets" ? "open" : null;
  return type === "bullets" || isDecision(text, language) ? "decided" : null;
}
