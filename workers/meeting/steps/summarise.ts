import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { dayAt } from "#app/domain/search/local-day.ts";
import { TALK_CHARS_TO_SUM_UP } from "#app/domain/limits/minutes.ts";
import { STEP_ATTEMPTS_MAX, SUMMARY_LAST_MS_MAX } from "#app/domain/limits/steps.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { highlightsBelow, quotedFields } from "#app/domain/summary/extractive/extract-summary.ts";
import type { MeetingAbout } from "#app/domain/summary/notes/note.ts";
import { isTopical } from "#app/domain/summary/quotable.ts";
import { linesOfAll, type Summary } from "#app/domain/summary/summary.ts";
import { withSpeakerLabels } from "#app/domain/summary/speakers-of-minutes.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { spokenLanguage } from "#app/domain/transcript/spoken-language.ts";
import { type LanguageModel, LanguageMissing, LanguageNotReady } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { StepWaits } from "#workers/durable/runner.ts";
import { keepTemplate } from "#workers/meeting/edits/choose-template.ts";
import { keepHand } from "#workers/meeting/edits/correct-minutes.ts";
import { checkMinutes } from "#workers/meeting/steps/check-minutes.ts";
import { engineSignal, StepFailed, type StepOf } from "#workers/meeting/steps/step.ts";
import { tellParagraph } from "#workers/meeting/steps/tell-paragraph.ts";
import { withKeywords } from "#workers/meeting/steps/with-keywords.ts";
import { dropUnusedParts, keptParts } from "#workers/meeting/store/kept-parts.ts";
import { dropTold } from "#workers/meeting/store/running-minutes.ts";
import { lastCorrection, speakerNames } from "#workers/meeting/store/corrections.ts";
import { readSegmentsInTurns, readSummary, saveSummary } from "#workers/meeting/store/transcript.ts";
import { readVersion } from "#workers/meeting/store/versions.ts";

type SummaryStep = StepOf<"summarise">;

/**
 * Writes the summary by the meeting's template. The model's text is a draft: it is validated field by field and checked
 * (check-minutes.ts). A model that stays down is replaced by the extractive engine, which the summary then names: a plain summary
 * beats an error.
 */
export async function summarise(step: SummaryStep): Promise<void> {
  const { effect, sql } = step;
  const segments = await step.inTurns(readSegmentsInTurns(sql));
  const readUpTo = lastCorrection(sql);
  const names = speakerNames(sql);
  const model = await modelOf(step);
  const summary = await writeSummary(step, model, segments);
  logCheck(step, summary);
  step.finish(
    { type: "summary-written", run: effect.run },
    {
      changed: { summary: true },
      write(sql) {
        const before = readVersion(sql);
        saveSummary(sql, effect.run, withSpeakerLabels(summary, names), readUpTo);
        if (before && step.meeting.state.rewrite?.hand !== "leave") keepHand(sql, before);
        if (step.meeting.state.rewrite) keepTemplate(sql, summary.template);
        dropUnusedParts(sql, effect.run);
        dropTold(sql);
      },
    },
  );
}

/** Logs the numbers of lines that are confirmed, marked and left out: the first thing to look at when minutes are poor. */
function logCheck({ deps, meeting }: SummaryStep, { fields, leftOut = [], engine }: Summary): void {
  const lines = linesOfAll(fields);
  const unconfirmed = lines.filter((line) => line.unconfirmed).length;
  deps.log("meeting.summary.checked", {
    meetId: meeting.meetId,
    engine: engine.port,
    lines: lines.length,
    unconfirmed,
    leftOut: leftOut.length,
  });
}

/** The model that writes now: one that has to be brought to this machine first is not waited for, and the meeting is quoted. */
async function modelOf({ deps, effect, meeting, signal }: SummaryStep): Promise<LanguageModel> {
  const { language, extractive } = deps;
  try {
    await language.prepare?.({ ask: `${meeting.meetId}/${effect.run}`, signal });
    return language;
  } catch (error) {
    if (error instanceof LanguageMissing) return extractive;
    throw asStepFailure(error);
  }
}

async function writeSummary(step: SummaryStep, model: LanguageModel, segments: Segment[]): Promise<Summary> {
  const { deps, attempt, meeting } = step;
  try {
    return await draftAndCheck(step, model, segments);
  } catch (error) {
    if (error instanceof LanguageNotReady) throw asStepFailure(error);
    const willTryAgain = attempt < STEP_ATTEMPTS_MAX && (!(error instanceof UpstreamError) || error.retryable);
    if (willTryAgain || model === deps.extractive || !mayStandIn(step)) throw asStepFailure(error);
    deps.log("meeting.summary.fallback", {
      meetId: meeting.meetId,
      attempt,
      error: error instanceof UpstreamError ? error.message : "unusable draft",
    });
    return { ...(await draftAndCheck(step, deps.extractive, segments)), standsIn: true };
  }
}

/** Minutes that a model has written are not replaced by quotations, and the extractive engine translates nothing. */
function mayStandIn({ meeting, sql }: SummaryStep): boolean {
  const { rewrite } = meeting.state;
  if (!rewrite) return true;
  return readSummary(sql)?.standsIn === true && rewrite.language === meeting.details.language;
}

async function draftAndCheck(step: SummaryStep, model: LanguageModel, segments: Segment[]): Promise<Summary> {
  const { deps, meeting } = step;
  const signal = model === deps.extractive ? step.signal : engineSignal(step, SUMMARY_LAST_MS_MAX);
  // The language chosen at the upload may differ from the spoken one.
  const spoken = spokenLanguage(segments, meeting.details.language) ?? meeting.details.language;
  const { template, language: wanted } = meeting.state.rewrite ?? meeting.details;
  // An engine that quotes can write only in the spoken language, and knows the words of one language at a time.
  const language = model === deps.extractive ? spoken : wanted;
  const kept = keptParts(step.sql, step.effect.run, model.engine);
  const progress = (done: number, total: number) =>
    step.say({ type: "summary-part-written", run: step.effect.run, done, total });
  const words = model === deps.extractive ? [] : (await deps.words(meeting)).map(({ word }) => word);
  const about = aboutMeeting(step);
  const told = tellParagraph(step);
  const written = await model.writeSummary({
    template,
    language,
    spoken,
    segments,
    about,
    words,
    kept,
    progress,
    told,
    signal,
  });
  const parsed = parseDraft(written, template);
  // The engine that quotes may have no field to fill.
  if (parsed.draft.fields.length === 0 && model !== deps.extractive) {
    throw new UpstreamError({ service: model.engine.port, retryable: true });
  }
  const talk = { template, language: spoken, segments };
  // Only a model that reads in short parts is not asked for keywords.
  const draft = model.readAhead && language === spoken ? await withKeywords(step, parsed.draft, talk) : parsed.draft;
  const checked =
    model === deps.extractive
      ? await quoted(step, draft, talk)
      : await checkMinutes({ ...step, signal }, model, { draft, template, segments, spoken, language });
  if (model !== deps.extractive && saysNothing(checked.fields, talk)) {
    // It would say nothing the next time, too.
    throw new UpstreamError({ service: model.engine.port, retryable: false });
  }
  return {
    language,
    template,
    ...checked,
    engine: model.engine,
    ...(spoken === meeting.details.language ? {} : { spoken }),
    writtenAt: deps.now(),
    droppedItems: 0,
  };
}

/** Facts that the prompt may say of the meeting besides its talk. The day is that of the person who made it. */
function aboutMeeting({ meeting, sql }: SummaryStep): MeetingAbout {
  const { title, startsAt, timeZone } = meeting.details;
  return { title, day: dayAt(startsAt, timeZone), people: [...new Set(speakerNames(sql).values())] };
}

type Talk = { template: TemplateSnapshot; language: MeetingLanguage; segments: readonly Segment[] };

/** Tells whether minutes have no line of a talk that they are to sum up: they would say "Not mentioned" of all that was said. */
function saysNothing(fields: Summary["fields"], { template, segments }: Talk & Pick<Summary, "template">): boolean {
  const chars = segments.reduce((sum, { text }) => sum + text.length, 0);
  return chars >= TALK_CHARS_TO_SUM_UP && template.fields.some(isTopical) && linesOfAll(fields).length === 0;
}

/** Highlights are shown for every template: below the fields where it has none for them. */
async function quoted(step: SummaryStep, draft: SummaryDraft, { template, ...talk }: Talk) {
  const fields = quotedFields(draft, template);
  const quotations = template.fields.some(isTopical) ? null : await step.inTurns(highlightsBelow(talk));
  return { fields, ...(quotations ? { quotations } : {}) };
}

function asStepFailure(error: unknown): unknown {
  if (error instanceof LanguageNotReady) return new StepWaits(error.retryAfterMs);
  if (!(error instanceof UpstreamError)) return error;
  const { retryable, retryAfterMs } = error;
  return new StepFailed({ reason: "summary-unavailable", retryable, retryAfterMs, cause: error });
}
