import * as z from "zod/mini";

/** GET /api/tasks: tasks of all meetings, the next deadline first and those without a day last. */
export const taskList = z.object({
  tasks: z.array(
    z.object({
      meetId: z.string(),
      /** The id that POST /api/acta/meetings/:meetId/tasks takes. */
      taskId: z.string(),
      text: z.string(),
      description: z.nullable(z.string()),
      assigned: z.nullable(z.string()),
      /** As it was said, or the day that a person chose. */
      deadline: z.nullable(z.string()),
      /** The deadline as a day, where it is one: "2026-11-25". */
      dueDay: z.nullable(z.string()),
      done: z.boolean(),
      /** The moment that proves it, in ms of the recording. */
      startMs: z.nullable(z.number()),
      meeting: z.object({ title: z.string(), startsAt: z.number() }),
      /** Somebody else shows the meeting to the reader, who cannot tick its tasks. */
      isShared: z.optional(z.literal(true)),
    }),
  ),
  cursor: z.nullable(z.string()),
});
export type TaskList = z.infer<typeof taskList>;
