import * as z from "zod";
import { exportedContent } from "#app/contracts/meeting/field-schemas.ts";

/**
 * A meeting as JSON, for other programs. `version` changes when a field goes or means something else; fields may be added.
 * Times within the recording are in milliseconds from its start; `segmentIds` name the entries of `transcript` that prove
 * a line. Taken from a shared page, its ids are good within the document only: "s1", "s2" and so on for what it holds.
 */
export const EXPORT_VERSION = 2;

export const meetingExport = z.object({
  version: z.literal(EXPORT_VERSION),
  meeting: z.object({
    /** Null in what was taken from a shared page. */
    id: z.string().nullable(),
    title: z.string(),
    /** ISO 8601, UTC. */
    startsAt: z.iso.datetime(),
    timeZone: z.string(),
    language: z.string(),
    durationMs: z.number().nullable(),
    cutOff: z.boolean(),
    status: z.string(),
  }),
  summary: z
    .object({
      language: z.string(),
      template: z.string(),
      engine: z.string(),
      writtenAt: z.iso.datetime(),
      /** Why a line without a mark proves little, as it stands above the minutes; null where there is nothing to say. */
      caution: z.string().nullable(),
      fields: z.array(z.object({ key: z.string(), title: z.string(), content: exportedContent })),
    })
    .nullable(),
  transcript: z.array(
    z.object({
      id: z.string(),
      startMs: z.number(),
      endMs: z.number(),
      speaker: z.string().nullable(),
      text: z.string(),
    }),
  ),
});
export type MeetingExport = z.output<typeof meetingExport>;
