import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { extractInTurns } from "#app/domain/summary/extractive/extract-summary.ts";
import { linesOf } from "#app/domain/summary/summary.ts";
import type { TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Step } from "#workers/meeting/steps/step.ts";

type Talk = { template: TemplateSnapshot; language: MeetingLanguage; segments: readonly Segment[] };

/**
 * Returns a draft in which fields of keywords that the model left empty hold the words that the meeting repeats: a small model is not asked
 * for them, because code finds them better. `language`: that of the talk.
 */
export async function withKeywords(
  { inTurns }: Pick<Step, "inTurns">,
  draft: SummaryDraft,
  { template, language, segments }: Talk,
): Promise<SummaryDraft> {
  const isEmpty = ({ key }: TemplateField) => {
    const content = draft.fields.find((field) => field.key === key)?.content;
    return content === undefined || linesOf(content).length === 0;
  };
  const fields = template.fields.filter((field) => field.type === "keywords" && isEmpty(field));
  if (fields.length === 0) return draft;
  const asked = { ...template, fields: fields.map((field) => ({ ...field, title: null })) };
  const found = await inTurns(extractInTurns({ template: asked, language, segments }));
  const others = draft.fields.filter(({ key }) => !fields.some((field) => field.key === key));
  return { fields: [...others, ...found.fields] };
}
