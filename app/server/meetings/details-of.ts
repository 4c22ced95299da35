import type { MeetingPayload } from "#app/contracts/upload.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";

/**
 * The meeting details in a payload. The sender is not read from it (§3's clientEmail and clientName are ignored). The
 * template is kept as a snapshot; so far 'Basic system' (id null) is the only one.
 */
export function detailsOf(
  payload: Pick<MeetingPayload, "meetingName" | "meetingDate" | "meetLanguage" | "templateId" | "timeZone">,
  sender: { timeZone: string },
): Outcome<MeetingDetails, "template-not-found"> {
  if (payload.templateId !== null) return refused("template-not-found");
  return ok({
    title: payload.meetingName,
    startsAt: payload.meetingDate,
    timeZone: parseTimeZone(payload.timeZone) ?? sender.timeZone,
    language: payload.meetLanguage,
    template: BASIC_SYSTEM,
  });
}
