import type * as z from "zod";
import type { summaryEdit } from "#app/contracts/meeting-edits.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";
import type { Corrected, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { Services } from "#app/server/services.ts";

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
