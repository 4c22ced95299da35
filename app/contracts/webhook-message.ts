import * as z from "zod";
import { meetingExport } from "#app/contracts/meeting/meeting-export.ts";
import { WEBHOOK_EVENTS, WEBHOOK_TEST } from "#app/domain/webhooks/webhook.ts";

/**
 * The body of a webhook's message (docs/webhooks.md). Fields may be added; none goes or means something else. Fields with words of the
 * meeting are there only where the person chose them.
 */
export const webhookBody = z.object({
  type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  /** When it happened. ISO 8601, UTC. */
  timestamp: z.iso.datetime(),
  data: z.object({
    /** The state of the meeting when the message was sent. In a test event an example. */
    meeting: z
      .object({
        id: z.string(),
        status: z.string(),
        url: z.url(),
        title: z.string().optional(),
        startsAt: z.iso.datetime().optional(),
        language: z.string().optional(),
        /** The people who spoke or were in the call, as far as their names are known. */
        participants: z.array(z.object({ name: z.string(), spoke: z.boolean().optional() })).optional(),
        /** The people whom the calendar's event invites, but for the person themselves. Empty where no calendar tells. */
      })
      .optional(),
    /** meeting.failed: a code. */
    reason: z.string().optional(),
    /** task.changed: all tasks of the meeting. */
    tasks: z
      .array(
        z.object({
          id: z.string(),
          done: z.boolean(),
          text: z.string().optional(),
          assigned: z.string().nullable().optional(),
          deadline: z.string().nullable().optional(),
          /** The check did not find the task in the recording. */
          unconfirmed: z.literal(true).optional(),
        }),
      )
      .optional(),
    /** meeting.summarized: as `summary` of the JSON export. Null where the minutes are too large, or gone. */
    minutes: meetingExport.shape.summary.optional(),
  }),
});
export type WebhookBody = z.output<typeof webhookBody>;
