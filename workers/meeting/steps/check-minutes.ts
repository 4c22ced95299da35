import { hasRules } from "#app/domain/summary/check/check-facts-only.ts";
import { checkInTurns } from "#app/domain/summary/check/check-summary.ts";
import { applyVerdicts, claimsOf } from "#app/domain/summary/check/judge-lines.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { highlightsBelow } from "#app/domain/summary/extractive/extract-summary.ts";
import { dropEchoes } from "#app/domain/summary/prompt/drop-echoes.ts";
import { otherLanguage } from "#app/domain/summary/prompt/in-language.ts";
import { rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { type LeftOutLine, lineText, linesOf, type Summary, type SummaryField } from "#app/domain/summary/summary.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";

type Written = {
  draft: SummaryDraft;
  template: TemplateSnapshot;
  segments: readonly Segment[];
  /** The language of the talk, and that of the minutes. */
  spoken: MeetingLanguage;
  language: MeetingLanguage;
};

/** Part (1/2) of the lines that must be confirmed, or quotations stand below them. */
const CONFIRMED_SHARE = 2;

/**
 * Checks what a model wrote: first by code, then by its judge. Nothing is deleted: lines that are not confirmed are marked, and those
 * that the recording contradicts are kept apart.
 */
export async function checkMinutes(
  step: StepOf<"summarise">,
  model: LanguageModel,
  written: Written,
): Promise<Pick<Summary, "fields" | "leftOut" | "emptied" | "caution" | "quotations">> {
  const { template, segments, spoken, language } = written;
  const own = dropEchoes(written.draft, { template, language });
  const other = otherLanguage(draftText(own.draft), language);
  const checked = await step.inTurns(
    checkInTurns({ draft: own.draft, segments, template, language: spoken, written: other ?? language }),
  );
  const claims = claimsOf(checked.fields, checked.talk);
  const judged = await judgeClaims(step, model, { claims, segments });
  const { fields, leftOut } = applyVerdicts(checked, judged.verdicts);
  const apart = [...own.copied, ...leftOut];
  const quotations = isMostlyConfirmed(fields)
    ? null
    : await step.inTurns(highlightsBelow({ language: spoken, segments }));
  return {
    fields,
    ...(apart.length > 0 ? { leftOut: apart } : {}),
    ...emptiedBy(apart, fields),
    ...cautionOf(
      other,
      judged.caution ?? (hasRules({ language: spoken, written: language }) ? undefined : "facts-only"),
    ),
    ...(quotations ? { quotations } : {}),
  };
}

function draftText({ fields }: SummaryDraft): string {
  return fields.flatMap(({ content }) => linesOf(content).map((line) => lineText(line, " "))).join(" ");
}

/** A reader is told one thing: minutes in another language come first, as every reader sees it. */
function cautionOf(other: MeetingLanguage | null, judged: Summary["caution"]): Pick<Summary, "caution"> {
  const caution = other === null ? judged : "other-language";
  return caution ? { caution } : {};
}

function emptiedBy(apart: readonly LeftOutLine[], fields: readonly SummaryField[]): Pick<Summary, "emptied"> {
  const empty = fields.filter(
    ({ key, content }) => linesOf(content).length === 0 && apart.some((one) => one.key === key),
  );
  return empty.length > 0 ? { emptied: empty.map(({ key }) => key) } : {};
}

type Judged = Parameters<typeof applyVerdicts>[1];

/** Minutes that are written are worth more than another attempt at their check: then they say that it did not end. */
async function judgeClaims(
  { deps, meeting, signal }: StepOf<"summarise">,
  { judge }: LanguageModel,
  asked: { claims: ReturnType<typeof claimsOf>; segments: readonly Segment[] },
): Promise<{ verdicts: Judged; caution?: Summary["caution"] }> {
  if (asked.claims.length === 0) return { verdicts: [] };
  if (!judge) return { verdicts: [], caution: "small-model" };
  try {
    return { verdicts: await judge.judge({ ...asked, signal }) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    signal.throwIfAborted();
    deps.log("meeting.summary.unjudged", { meetId: meeting.meetId, lines: asked.claims.length, error: error.message });
    return { verdicts: [], caution: "unjudged" };
  }
}

function isMostlyConfirmed(fields: readonly SummaryField[]): boolean {
  const lines = fields.flatMap(({ content }) => (rulesOf(content.type).boxes === "terms" ? [] : linesOf(content)));
  return lines.filter(({ unconfirmed }) => !unconfirmed).length * CONFIRMED_SHARE >= lines.length;
}
