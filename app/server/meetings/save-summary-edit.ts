import type { PersonActor } from "#app/domain/account/actor.ts";
import type * as z from "zod";
import type { summaryEdit } from "#app/contracts/meeting-edits.ts";
import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";
import type { Corrected, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Saves a summary that a person changed. Where somebody else has saved meanwhile and the person does not know it yet, the
 * refusal brings the minutes as they are now: the page shows both, and a second save, which names them as seen, merges.
 * A field of more lines than minutes may hold is refused whole: nothing of what somebody wrote is cut off unseen.
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
