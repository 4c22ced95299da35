import * as z from "zod/mini";

/** Questions to all meetings, as pages read them. */

const shownLine = z.object({
  text: z.string(),
  unconfirmed: z.optional(z.literal(true)),
  speaker: z.optional(z.string()),
  meetId: z.string(),
  title: z.string(),
  startsAt: z.number(),
  segmentId: z.nullable(z.string()),
  startMs: z.number(),
});
export type ShownAskLine = z.infer<typeof shownLine>;

const shownExchange = z.object({
  number: z.number(),
  question: z.string(),
  askedAt: z.number(),
  answer: z.nullable(
    z.object({
      by: z.enum(["model", "passages"]),
      lines: z.array(shownLine),
      leftOut: z.number(),
      lookedAt: z.number(),
      notice: z.nullable(z.enum(["needs-model", "no-line", "nothing"])),
      trouble: z.nullable(z.enum(["model-down", "broke-off"])),
      /** Lines of meetings that the reader may not read any more. */
      lost: z.number(),
    }),
  ),
});
export type ShownExchange = z.infer<typeof shownExchange>;

/** `of`: the id of the person whose thread it is, for the link of a shared one. */
export type ShownThread = { id: string; isOwn: boolean; isShared: boolean; of: string; exchanges: ShownExchange[] };

/** Progress of an answer: one JSON value a line. */
export const askedEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("looking") }),
  /** So many meetings have passages that the model reads. */
  z.object({ type: z.literal("reading"), meetings: z.number() }),
  z.object({ type: z.literal("ended"), exchange: shownExchange }),
  z.object({ type: z.literal("failed") }),
  /** The thread, or the session, is gone. */
  z.object({ type: z.literal("gone") }),
]);
export type AskedEvent = z.infer<typeof askedEvent>;
