import type * as z from "zod";
import type { rewrite } from "#app/contracts/meeting-edits.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";
import { findTemplate } from "#app/server/meetings/list-templates.ts";
import type { Corrected, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { Services } from "#app/server/services.ts";

/** Has the minutes written again, with a template and in a language; those that are there stay until it is done. */
export async function rewriteMeeting(
  services: Pick<Services, "db" | "edits">,
  actor: PersonActor,
  meetId: string | undefined,
  { saveId, templateId, language, hand }: z.output<typeof rewrite>,
): Promise<Outcome<Corrected, CorrectionRefusal | "template-not-found">> {
  const template = findTemplate(templateId);
  if (!template) return refused("template-not-found");
  return editMeeting(services, actor, meetId, { type: "write-again", saveId, ask: { template, language, hand } });
}
