import type * as z from "zod";
import type {
  RewriteAnswer,
  SegmentAnswer,
  SpeakersAnswer,
  VersionAnswer,
  VersionsAnswer,
} from "#app/contracts/meeting/edit-answers.ts";
import type { rewrite, summaryEdit } from "#app/contracts/meeting/meeting-changes.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { WordOfferView } from "#app/contracts/words.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import { TEMPLATE_REWRITE_CLAIM_MS } from "#app/domain/limits/templates.ts";
import { mayEdit } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type {
  Corrected,
  Correction,
  CorrectionRefusal,
  EditQuestion,
  EditReading,
  SpeakerPrint,
} from "#app/server/ports/meeting-edits.ts";
import type { Services } from "#app/server/services.ts";
import { chooseTemplate, releaseClaim } from "#app/server/templates/choose-template.ts";

type Needs = Pick<Services, "db" | "edits">;

/** Corrects a meeting, in the name of its actor. Returns not-found for meetings that they cannot access. */
export async function editMeeting(
  services: Needs,
  actor: PersonActor,
  meetIdText: string | undefined,
  correction: Correction,
): Promise<Outcome<Corrected, CorrectionRefusal>> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  if (!meetId || !viewer || !mayEdit(viewer)) return refused("not-found");
  return services.edits.correct(meetId, correction, viewer.userId);
}

/** The answer to each question. */
type EditAnswers = {
  summary: { summary: MeetingView["summary"] };
  versions: VersionsAnswer;
  version: VersionAnswer;
  speakers: SpeakersAnswer;
  "voice-prints": { prints: SpeakerPrint[] };
  segment: SegmentAnswer;
  rewrite: { rewrite: RewriteAnswer };
  words: { words: WordOfferView[] };
};

/** Reads the data that an editor needs; only for viewers who may edit the meeting. */
export async function readMeetingEdits<About extends EditQuestion["about"]>(
  services: Needs,
  actor: PersonActor,
  meetIdText: string | undefined,
  question: EditQuestion & { about: About },
): Promise<Outcome<EditAnswers[About], "not-found">> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  if (!meetId || !viewer || !mayEdit(viewer)) return refused("not-found");
  const reading = await services.edits.readEdits(meetId, question);
  // The object answers what it was asked about; its port has one type for all answers.
  return reading ? ok(byViewer(reading, viewer.userId) as EditAnswers[About]) : refused("not-found");
}

/** Replaces the author's id of each version by "engine", "you" or "other": no user id is sent. */
function byViewer(reading: EditReading, userId: string): object {
  const { versions, ...rest } = reading;
  if (!versions) return rest;
  return {
    versions: versions.map(({ madeBy, ...version }) => ({
      ...version,
      by: madeBy === null ? "engine" : madeBy === userId ? "you" : "other",
    })),
  };
}

/**
 * Has the minutes written again, with a template and in a language; those that are there stay until it is done. The same `saveId` with
 * another wish is another request: a page that never saw its answer may ask for a second template.
 */
export async function rewriteMeeting(
  services: Pick<Services, "db" | "edits" | "now">,
  actor: PersonActor,
  meetIdText: string | undefined,
  { saveId, templateId, language, hand }: z.output<typeof rewrite>,
): Promise<Outcome<Corrected, CorrectionRefusal | "template-not-found">> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  if (!meetId || !viewer || !mayEdit(viewer)) return refused("not-found");
  const holdMs = TEMPLATE_REWRITE_CLAIM_MS;
  const chosen = await chooseTemplate(services, actor, {
    templateId,
    language,
    holder: meetId,
    now: services.now(),
    holdMs,
  });
  if (!chosen) return refused("template-not-found");
  const { template } = chosen;
  const boundId = await hashToken(JSON.stringify([saveId, templateId, language, hand]));
  const asked = { type: "write-again", saveId: boundId, ask: { template, language, hand } } as const;
  const begun = await services.edits.correct(meetId, asked, viewer.userId);
  // A meeting that is not ready is being written: the claim may be that one's, and ends by itself.
  if (!begun.ok && begun.reason !== "not-ready") await releaseClaim(services, meetId);
  return begun;
}

/**
 * Saves a summary that a person changed. If another person has saved meanwhile and this person has not seen it yet, the refusal
 * contains the present minutes: the page shows both, and a second save, which names them as seen, merges.
 * A field with more lines than minutes may hold is refused as a whole, so that no text is cut off unnoticed.
 */
export async function saveSummaryEdit(
  services: Pick<Services, "db" | "edits">,
  actor: PersonActor,
  asked: { meetId: string | undefined; edit: z.output<typeof summaryEdit> },
): Promise<Outcome<Corrected, CorrectionRefusal | "too-many-lines">> {
  const { meetId, edit } = asked;
  if (edit.fields.some(({ lines }) => lines.length > SUMMARY_ITEMS_MAX)) return refused("too-many-lines");
  const saved = await editMeeting(services, actor, meetId, { type: "save-summary", ...edit });
  if (saved.ok || saved.reason !== "edited-meanwhile") return saved;
  const now = await readMeetingEdits(services, actor, meetId, { about: "summary" });
  return { ...saved, beside: { current: now.ok ? now.value : null } };
}
