import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";

export type Turns = readonly (readonly [speaker: string | null, text: string])[];

/** A line of minutes about a talk, checked by code without a judge: whether it is confirmed. */
export function isConfirmed(text: string, turns: Turns, language: MeetingLanguage = "en"): boolean {
  const segments = turns.map(([speaker, said], at) => ({
    id: `w0-${at}`,
    startMs: at * 5000,
    endMs: at * 5000 + 4500,
    text: said,
    speaker,
  }));
  const draft = {
    fields: [{ key: "keypoints", content: { type: "keypoints" as const, items: [{ text, segmentIds: [] }] } }],
  };
  const { fields } = checkSummary({ draft, segments, template: BASIC_SYSTEM, language });
  return linesOfAll(fields).every(({ unconfirmed }) => !unconfirmed);
}
