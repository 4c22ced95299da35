import * as z from "zod";
import { WEBHOOK_URL_CHARS_MAX } from "#app/domain/limits/webhooks.ts";
import { WEBHOOK_CONTENTS, WEBHOOK_EVENTS } from "#app/domain/webhooks/webhook.ts";

/** Bodies of the calls about webhooks. Only the server loads them. */

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .transform((names) => WEBHOOK_EVENTS.filter((event) => names.includes(event)));

/** domain/webhooks/receiver-address.ts decides about the address. */
export const newWebhook = z.strictObject({
  url: z.string().max(WEBHOOK_URL_CHARS_MAX),
  events,
  content: z.enum(WEBHOOK_CONTENTS),
});
export type NewWebhook = z.output<typeof newWebhook>;

export const webhookChange = z
  .strictObject({
    events: events.optional(),
    content: z.enum(WEBHOOK_CONTENTS).optional(),
    paused: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined));
export type WebhookChange = z.output<typeof webhookChange>;
