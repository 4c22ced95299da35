import type * as z from "zod";
import type { TemplatePreview } from "#app/contracts/template/template-answers.ts";
import type { previewRequest } from "#app/contracts/template/template-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { PREVIEW_SEGMENTS_MAX } from "#app/domain/limits/templates.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { extractInTurns, highlightsBelow, quotedFields } from "#app/domain/summary/extractive/extract-summary.ts";
import { isTopical } from "#app/domain/summary/quotable.ts";
import { citedIn } from "#app/domain/summary/summary.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { spokenLanguage } from "#app/domain/transcript/spoken-language.ts";
import { runInTurns } from "#app/domain/turns.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";
import { readDraft } from "#app/server/templates/stored-template.ts";

type Needs = Pick<Services, "db" | "meetings" | "samples" | "now">;
type Talk = { title: string; isSample: boolean; language: MeetingLanguage; segments: readonly Segment[] };

/**
 * The minutes that a template produces without a model for a meeting of one's own or for the sample: at once, without a model
 * and without a cost. Reads the transcript only; nothing in the meeting changes.
 */
export async function previewTemplate(
  services: Needs,
  actor: PersonActor,
  {
    template: draft,
    meetId,
    locale,
    signal,
  }: z.output<typeof previewRequest> & { locale: Locale; signal: AbortSignal },
): Promise<Outcome<TemplatePreview, "not-found" | "no-transcript" | "template-invalid">> {
  const content = readDraft(draft);
  if (!content.ok) return content;
  const talk = meetId === null ? await sampleTalk(services, locale) : await ownTalk(services, actor, meetId);
  if (!talk) return refused("not-found");
  if (talk.segments.length === 0) return refused("no-transcript");
  const segments = talk.segments.slice(0, PREVIEW_SEGMENTS_MAX);
  const language = spokenLanguage(segments, talk.language) ?? talk.language;
  const template = { id: null, ...content.value };
  // The request's own turn ends with each rest, so that other requests of this isolate are served meanwhile.
  const rest = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));
  const written = await runInTurns(extractInTurns({ template, language, segments }), rest, signal);
  const fields = quotedFields(written, template);
  const quotations = template.fields.some(isTopical)
    ? null
    : await runInTurns(highlightsBelow({ language, segments }), rest, signal);
  const cited = new Set(citedIn({ fields, quotations: quotations ?? undefined }));
  return ok({
    moments: Object.fromEntries(segments.filter(({ id }) => cited.has(id)).map(({ id, startMs }) => [id, startMs])),
    meeting: { title: talk.title, isSample: talk.isSample },
    summary: {
      language,
      template,
      fields,
      ...(quotations ? { quotations } : {}),
      engine: { port: "extractive", model: "extractive-1" },
      writtenAt: services.now(),
      droppedItems: 0,
    },
  });
}

async function sampleTalk({ samples, now }: Needs, language: Locale): Promise<Talk> {
  const { title, content } = await samples.load(language, now());
  return { title, isSample: true, language, segments: content.segments };
}

async function ownTalk(services: Needs, actor: PersonActor, meetIdText: string): Promise<Talk | null> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  if (!meetId || !viewer || !may(viewer, "read-transcript")) return null;
  const view = await services.meetings.view(meetId, viewer);
  if (!view) return null;
  const { title, language, source } = view.head;
  return { title, isSample: source === "sample", language, segments: view.segments };
}
