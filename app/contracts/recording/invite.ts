import * as z from "zod";
import { isoMoment, meetingPayload } from "#app/contracts/recording/upload.ts";
import { MEETING_LINK_CHARS_MAX } from "#app/domain/limits/calls.ts";

/** An invite's date is ISO text (§3); what a timestamp may be for an upload it may be here, too. */
const date = z.union([isoMoment, meetingPayload.shape.meetingDate]);

/** §3, §7: the payload of POST /api/acta/init_call, with what is ours beside it. `meetExtUrl` is the meeting's link. */
export const invitePayload = meetingPayload
  .pick({
    meetingName: true,
    clientEmail: true,
    clientName: true,
    meetLanguage: true,
    templateId: true,
    submissionId: true,
    timeZone: true,
  })
  .extend({ meetingDate: date, meetExtUrl: z.string().max(MEETING_LINK_CHARS_MAX) });
export type InvitePayload = z.infer<typeof invitePayload>;

/** The form of Home with which Acta is told not to join a planned call. */
export const cancelForm = z.object({ meetId: z.string() });
