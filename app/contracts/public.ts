import * as z from "zod/mini";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";
import { MEETING_STATUSES } from "#app/domain/meeting/status.ts";

/** Answers of the public API. Times are ISO 8601 in UTC. */

const meeting = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: z.iso.datetime(),
  language: z.enum(MEETING_LANGUAGES),
  status: z.enum(MEETING_STATUSES),
  /** Null until it is known. */
  durationSeconds: z.nullable(z.number()),
  url: z.string(),
});

export const meetingPage = z.object({
  meetings: z.array(meeting),
  /** `?older=` of the next page; null at the end. */
  older: z.nullable(z.string()),
});
export type MeetingPage = z.infer<typeof meetingPage>;
