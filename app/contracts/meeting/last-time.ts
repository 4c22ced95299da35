import * as z from "zod/mini";

/** GET /api/acta/meetings/:meetId/last-time: the meeting of the same series before this one, as far as it is still to be done. */
export const lastTime = z.object({
  /** The follow-up of this meeting goes by itself, or has gone. */
  followsUp: z.boolean(),
  /** Null where there is none, and for whoever is not the meeting's creator. */
  last: z.nullable(
    z.object({
      meetId: z.string(),
      title: z.string(),
      /** The meeting of the page has not begun, so that its brief is of use. */
      isAhead: z.boolean(),
      startsAt: z.number(),
      /** Open tasks, the first ones; `moreTasks` counts the others. */
      tasks: z.array(
        z.object({
          taskId: z.string(),
          text: z.string(),
          assigned: z.nullable(z.string()),
          deadline: z.nullable(z.string()),
          unconfirmed: z.boolean(),
        }),
      ),
      moreTasks: z.number(),
      /** Lines on what stayed open, where its template asks for them. */
      questions: z.array(z.object({ text: z.string(), unconfirmed: z.boolean() })),
    }),
  ),
});
export type LastTime = NonNullable<z.infer<typeof lastTime>["last"]>;
