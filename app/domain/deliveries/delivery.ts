import { SEND_REFUSED_TRY_MS, SEND_RETRY_AFTER_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { CRM_KINDS, CRM_NAMES } from "#app/domain/deliveries/crm-kind.ts";
import { TASK_KINDS, TASK_NAMES } from "#app/domain/tasks/task-service.ts";
import type { WebhookMessageType } from "#app/domain/webhooks/webhook.ts";

/** A delivery is one message about a meeting to one destination outside Acta. */

/** Accounts that a person connects, so that minutes go there. Names are stored and in addresses: never changed. */
export const CONNECTION_KINDS = [...CRM_KINDS, "slack", "notion", ...TASK_KINDS] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

export const DESTINATION_KINDS = ["webhook", ...CONNECTION_KINDS] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** Their names, which are the same in all languages. */
export const DESTINATION_NAMES: Record<DestinationKind, string> = {
  webhook: "webhook",
  ...CRM_NAMES,
  slack: "Slack",
  notion: "Notion",
  ...TASK_NAMES,
};

/**
 * The reasons for which minutes go to a connected account.
 * - `minutes.written`: an engine wrote them. `minutes.changed`: a person changed them afterwards.
 * - `minutes.sent`: a person sent them.
 */
export const MINUTES_EVENTS = ["minutes.written", "minutes.changed", "minutes.sent"] as const;
export type MinutesEvent = (typeof MINUTES_EVENTS)[number];

export type DeliveryEvent = WebhookMessageType | MinutesEvent;

/** One thing that is sent to a destination. `id` is the same in every attempt. */
export type Delivery = {
  id: string;
  kind: DestinationKind;
  destinationId: string;
  /** Null for a test event. */
  meetId: string | null;
  event: DeliveryEvent;
  madeAt: number;
  /** Attempts before this one. */
  attempts: number;
  /** No more attempts after it. */
  until: number;
};

/** Name of the receipt that holds the place which a person chose for one delivery, such as a channel. */
export function placeReceipt(deliveryId: string): string {
  return `place/${deliveryId}`;
}

/** `parked`: Acta does not try it again by itself. A person may send it again. */
export const DELIVERY_STATES = ["waiting", "sent", "parked"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The lists on the page "What was sent". */
export const SENT_FILTERS = ["all", "parked", "taken-back"] as const;
export type SentFilter = (typeof SENT_FILTERS)[number];

/**
 * Why the last attempt to a webhook failed.
 * - `status`: the receiver's answer says so.
 * - `redirect`: it names another address, and redirects are not followed.
 * - `timeout`: it did not answer in time. `unreachable`: no connection, or it broke.
 * - `address`: the address is not allowed any more. `secret`: the secret cannot be decrypted.
 * - `paused`: the destination was paused when the message was due.
 * - `internal`: Acta failed before the request was made.
 */
export const WEBHOOK_FAULTS = [
  "status",
  "redirect",
  "timeout",
  "unreachable",
  "address",
  "secret",
  "paused",
  "internal",
] as const;

/**
 * Why the last attempt failed, for all destinations.
 * - `reconnect`: the account does not accept Acta any more; its person must connect it again.
 * - `preview`: nothing was sent to this account before, and its person has not looked at a preview.
 * - `recipient`: nobody is there that could take it.
 * - `place`: no channel or database is chosen, or the one that was chosen is gone. `not-in-channel`: Acta must be invited to it first.
 * - `refused`: the destination said so with a name of its own, and would say it again.
 */
export const DELIVERY_FAULTS = [
  ...WEBHOOK_FAULTS,
  "reconnect",
  "preview",
  "recipient",
  "place",
  "not-in-channel",
  "refused",
] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** Numbers of things that were sent, such as tasks. Words of a meeting are not kept. */
export type SentCounts = Partial<Record<"contacts" | "companies" | "deals" | "tasks" | "properties", number>>;

/**
 * The end of an attempt.
 * - `sent`: `link` is the address at the destination where a person opens it.
 * - `later`: the same message is sent again, after `delayMs` at the earliest; with `tryMs` for that time only, else for SEND_TRY_MS_MAX.
 * - `parked`: it would be refused again.
 */
export type DeliveryOutcome =
  | { kind: "sent"; status: number | null; link?: string | null; counts?: SentCounts }
  | { kind: "later"; fault: DeliveryFault; status: number | null; delayMs: number; tryMs?: number }
  | { kind: "parked"; fault: DeliveryFault; status: number | null };

/** Refusals that may pass: a time limit, a conflict, too early, too many requests. */
const PASSING = new Set([408, 409, 425, 429]);
/** Refusals that a receiver gives for a while, as when its workflow is switched off or a firewall learns. Any other 4xx is the same next time. */
const PASSING_SOON = new Set([403, 404]);

export function outcomeOf(status: number, retryAfter: string | null, now: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: "sent", status };
  const delayMs = retryAfterMs(retryAfter, now);
  // Not followed, and the same next time.
  if (status >= 300 && status < 400) return { kind: "parked", fault: "redirect", status };
  if (PASSING_SOON.has(status)) return { kind: "later", fault: "status", status, delayMs, tryMs: SEND_REFUSED_TRY_MS };
  if (status >= 400 && status < 500 && !PASSING.has(status)) return { kind: "parked", fault: "status", status };
  return { kind: "later", fault: "status", status, delayMs };
}

/** RFC 9110 §10.2.3: seconds, or a date. 0 for what is neither. */
function retryAfterMs(text: string | null, now: number): number {
  if (text === null) return 0;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), SEND_RETRY_AFTER_MS_MAX) : 0;
}
