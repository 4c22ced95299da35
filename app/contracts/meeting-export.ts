import * as z from "zod";

/**
 * A meeting as JSON, for other programs. `version` changes when a field goes or means something else; fields may be added.
 * Times within the recording are in milliseconds from its start; `segmentIds` name the entries of `transcript` that prove
 * a line. Taken from a shared page, its ids are good within the document only: "s1", "s2" and so on for what it holds.
 */
export const EXPORT_VERSION = 1;

const marks = {
  segmentIds: z.array(z.string()),
  /** A person wrote the line or changed it. */
  byHand: z.boolean(),
  /** The line rests on words of the transcript that were corrected since. */
  outdated: z.boolean(),
};
const item = z.object({ text: z.string(), ...marks });

const content = z.discriminatedUnion("type", [
  z.object({
    type: z.enum(["summary", "keypoints", "keywords", "bullets", "customText", "customBullets", "customHashtag"]),
    items: z.array(item),
  }),
  z.object({
    type: z.literal("tasks"),
    items: z.array(
      item.extend({
        description: z.string().nullable(),
        assigned: z.string().nullable(),
        /** The words that were said, or a day that a person chose: "2026-11-25". */
        deadline: z.string().nullable(),
        /** A person ticked it off. */
        done: z.boolean(),
      }),
    ),
  }),
  z.object({ type: z.literal("titleSubtitle"), items: z.array(item.extend({ subtitle: z.string().nullable() })) }),
  z.object({
    type: z.literal("customTable"),
    columns: z.array(z.string()),
    rows: z.array(z.object({ cells: z.array(z.string()), ...marks })),
  }),
]);

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
      fields: z.array(z.object({ key: z.string(), title: z.string(), content })),
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
