import * as z from "zod/mini";
import { SENT_TASK_STATES, TASK_KINDS } from "#app/domain/tasks/task-service.ts";

/** Tasks of a meeting on their way to Linear and others. */

const place = z.object({ id: z.string(), name: z.string() });

/**
 * Settings of a connection to such a service: the place of the last sending, and by the name of the minutes the person there. Null: a person
 * chose that nobody gets the tasks of that name.
 */
export const taskSettings = z.object({
  place: z.nullable(place),
  people: z.record(z.string(), z.nullable(place)),
});
export type TaskSettings = z.infer<typeof taskSettings>;

/** A task at a service. `state` is as the service last said it; "waiting" before it is there. */
export const sentTask = z.object({
  kind: z.enum(TASK_KINDS),
  connectionId: z.string(),
  state: z.enum(SENT_TASK_STATES),
  url: z.nullable(z.string()),
});
export type SentTask = z.infer<typeof sentTask>;

/** GET /api/acta/connections/:connection_id/tasks/:meetId */
export const tasksToSend = z.object({
  /** Of the account. */
  name: z.string(),
  places: z.array(place),
  placeId: z.nullable(z.string()),
  /** People who can get tasks of the place; empty without one. */
  people: z.array(place),
  /** By the names of the minutes; `isKnown`: chosen before. */
  owners: z.array(z.object({ name: z.string(), personId: z.nullable(z.string()), isKnown: z.boolean() })),
  tasks: z.array(
    z.object({
      taskId: z.string(),
      text: z.string(),
      assigned: z.nullable(z.string()),
      /** "2026-12-01"; null where no certain day was said. */
      dueDay: z.nullable(z.string()),
      deadline: z.nullable(z.string()),
      done: z.boolean(),
      /** The check did not find it in the recording. */
      unconfirmed: z.boolean(),
      sent: z.nullable(sentTask),
    }),
  ),
});
export type TasksToSend = z.infer<typeof tasksToSend>;
