import * as z from "zod/mini";
import {
  CONNECTION_KINDS,
  DELIVERY_FAULTS,
  DELIVERY_STATES,
  DESTINATION_KINDS,
} from "#app/domain/deliveries/delivery.ts";

/** Deliveries of all kinds, as the page "What was sent" and a meeting show them. */

export const SENT_FILTERS = ["all", "parked"] as const;
export type SentFilter = (typeof SENT_FILTERS)[number];

const count = z.optional(z.number());
const sentDelivery = z.object({
  id: z.string(),
  kind: z.enum(DESTINATION_KINDS),
  /** The name of the account, or the host of a webhook; null where it was disconnected. */
  to: z.nullable(z.string()),
  destinationId: z.string(),
  meetId: z.string(),
  /** Null where the meeting is gone. */
  title: z.nullable(z.string()),
  /** When the last attempt ended, or the message was made. */
  at: z.number(),
  state: z.enum(DELIVERY_STATES),
  /** When it is tried next; null unless it waits. */
  dueAt: z.nullable(z.number()),
  status: z.nullable(z.number()),
  fault: z.nullable(z.enum(DELIVERY_FAULTS)),
  /** Opens at the destination what was sent. */
  link: z.nullable(z.string()),
  counts: z.nullable(z.object({ contacts: count, tasks: count, properties: count })),
});
export type SentDelivery = z.infer<typeof sentDelivery>;

/** GET /api/acta/sent: newest first. `older` is the cursor of the next page; `parked`: how many were given up. */
export const sentPage = z.object({
  sent: z.array(sentDelivery),
  older: z.nullable(z.number()),
  parked: z.number(),
});
export type SentPage = z.infer<typeof sentPage>;

/** GET /api/acta/meetings/:meetId/sent: the last delivery to each destination, and where the person can send the minutes. */
export const sentOfMeeting = z.object({
  sent: z.array(sentDelivery),
  connections: z.array(
    z.object({ id: z.string(), kind: z.enum(CONNECTION_KINDS), name: z.string(), isBroken: z.boolean() }),
  ),
});
export type SentOfMeeting = z.infer<typeof sentOfMeeting>;
