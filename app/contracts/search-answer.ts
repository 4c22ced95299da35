import * as z from "zod/mini";
import { CALL_PLATFORMS } from "#app/domain/meeting/call.ts";

/** GET /api/search, as the page reads it. */

/** A place that was found. `marks`: the looked-for words in `text`, from `start` to before `end`, in UTF-16 units. */
const searchMoment = z.object({
  kind: z.enum(["title", "person", "minutes", "task", "transcript"]),
  text: z.string(),
  marks: z.array(z.object({ start: z.number(), end: z.number() })),
  /** The moment of the recording that it opens, in ms; null where there is none. */
  startMs: z.nullable(z.number()),
  /** The segment at that moment, for the address of the place; null where there is none. */
  segmentId: z.nullable(z.string()),
  speaker: z.nullable(z.string()),
  /** A line of the minutes that the check did not find in the recording. */
  unconfirmed: z.optional(z.literal(true)),
});

export const searchAnswer = z.object({
  /** The query as it was understood; all words are folded. */
  asked: z.object({
    words: z.array(z.string()),
    phrases: z.array(z.array(z.string())),
    speakers: z.array(z.array(z.string())),
    persons: z.array(z.array(z.string())),
    source: z.nullable(z.enum(["upload", "call", ...CALL_PLATFORMS])),
    /** Days: "2026-11-01". The meeting began on the first or later, and before the second. */
    after: z.nullable(z.string()),
    before: z.nullable(z.string()),
    /** Filters that could not be read, as they were typed. */
    unread: z.array(z.string()),
  }),
  /** Newest first. */
  meetings: z.array(
    z.object({
      meetId: z.string(),
      title: z.string(),
      startsAt: z.number(),
      durationMs: z.nullable(z.number()),
      /** All moments that have as much of the query as the best one has; the first ones are `moments`. */
      count: z.number(),
      moments: z.array(searchMoment),
    }),
  ),
  /** Asks for the next page; null at the end. A page may be short, or empty, and have a next one. */
  cursor: z.nullable(z.string()),
  /** False while the index is being built, so that meetings may be missing. */
  isComplete: z.boolean(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
