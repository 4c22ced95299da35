import * as z from "zod/mini";
import { DELIVERY_STATES, WEBHOOK_FAULTS } from "#app/domain/deliveries/delivery.ts";
import { WEBHOOK_CONTENTS, WEBHOOK_EVENTS, WEBHOOK_TEST } from "#app/domain/webhooks/webhook.ts";

/** Webhooks in the settings. A secret is in the answers of creation and rotation, and nowhere else. */

const delivery = z.object({
  /** The header `webhook-id` of the message. */
  id: z.string(),
  /** Null for a test event. */
  meetId: z.nullable(z.string()),
  event: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  madeAt: z.number(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  dueAt: z.nullable(z.number()),
  triedAt: z.nullable(z.number()),
  status: z.nullable(z.number()),
  fault: z.nullable(z.enum(WEBHOOK_FAULTS)),
});
export type ShownDelivery = z.infer<typeof delivery>;

export const shownWebhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  content: z.enum(WEBHOOK_CONTENTS),
  createdAt: z.number(),
  pausedAt: z.nullable(z.number()),
});
export type ShownWebhook = z.infer<typeof shownWebhook>;

/** GET /api/acta/webhooks: oldest first. `last`: null before the first delivery; absent where it could not be read. */
const listedWebhook = z.extend(shownWebhook, { last: z.optional(z.nullable(delivery)) });
export type ListedWebhook = z.infer<typeof listedWebhook>;
export const webhookList = z.object({ webhooks: z.array(listedWebhook) });

/** POST /api/acta/webhooks, and of its secret */
export const webhookWithSecret = z.object({ secret: z.string(), shown: shownWebhook });

/** GET /api/acta/webhooks/{id}/deliveries: newest first. `older` is the cursor of the next page. */
export const deliveryPage = z.object({ deliveries: z.array(delivery), older: z.nullable(z.number()) });

/** POST /api/acta/webhooks/{id}/test */
export const testedWebhook = z.object({ delivery });
