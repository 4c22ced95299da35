import * as z from "zod/mini";
import {
  CONNECTION_KINDS,
  DELIVERY_FAULTS,
  DELIVERY_STATES,
  DESTINATION_KINDS,
  SENT_FILTERS,
} from "#app/domain/deliveries/delivery.ts";
import { SHARE_PARTS } from "#app/domain/meeting/access.ts";

/** Deliveries of all kinds, mails of minutes and share links, as the page "What was sent" and a meeting show them. */

/** `mail`: the minutes went to the person's own address. `follow-up`: to another one. `link`: the person made a share link. */
export const SENT_KINDS = [...DESTINATION_KINDS, "mail", "follow-up", "link"] as const;
/** The last three are states of links: a link that can be opened, one past its date, and one that its person revoked. */
export const SENT_STATES = [...DELIVERY_STATES, "open", "ended", "taken-back"] as const;
/** The others are reasons for which a mail service did not take a mail. */
const SENT_FAULTS = [
  ...DELIVERY_FAULTS,
  "mail-address",
  "mail-message",
  "mail-account",
  "mail-unavailable",
  "follow-up-address",
  "follow-up-stopped",
] as const;

const count = z.optional(z.number());
const sentDelivery = z.object({
  id: z.string(),
  kind: z.enum(SENT_KINDS),
  /** The name of the account, the host of a webhook, or the address of a follow-up; null where it was disconnected, and for other mails and links. */
  to: z.nullable(z.string()),
  destinationId: z.string(),
  meetId: z.string(),
  /** Null where the meeting is gone. */
  title: z.nullable(z.string()),
  /** When the last attempt ended, or the message, mail or link was made. */
  at: z.number(),
  state: z.enum(SENT_STATES),
  /** When it is tried next; null unless it waits. */
  dueAt: z.nullable(z.number()),
  status: z.nullable(z.number()),
  fault: z.nullable(z.enum(SENT_FAULTS)),
  /** Opens at the destination what was sent. */
  link: z.nullable(z.string()),
  counts: z.nullable(z.object({ contacts: count, companies: count, deals: count, tasks: count, properties: count })),
  /** Of links only: what they show, how often they were opened, and when they were revoked. */
  share: z.nullable(
    z.object({ parts: z.array(z.enum(SHARE_PARTS)), opens: z.number(), takenBackAt: z.nullable(z.number()) }),
  ),
});
export type SentDelivery = z.infer<typeof sentDelivery>;

/** GET /api/acta/sent: newest first. `older` is the cursor of the next page; `counts`: how many each filter has. */
export const sentPage = z.object({
  sent: z.array(sentDelivery),
  older: z.nullable(z.string()),
  counts: z.record(z.enum(SENT_FILTERS), z.number()),
});
export type SentPage = z.infer<typeof sentPage>;

/** GET /api/acta/meetings/:meetId/sent: the last delivery to each destination, and where the person can send the minutes. */
export const sentOfMeeting = z.object({
  sent: z.array(sentDelivery),
  connections: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(CONNECTION_KINDS),
      name: z.string(),
      isBroken: z.boolean(),
      /** The channel of Slack that the settings name. */
      placeId: z.nullable(z.string()),
    }),
  ),
});
export type SentOfMeeting = z.infer<typeof sentOfMeeting>;
