import { SECOND_MS } from "#app/domain/limits/units.ts";
import { WEBHOOK_RETRY_AFTER_MS_MAX } from "#app/domain/limits/webhooks.ts";

/** The deliveries of a webhook: one message to one address. */

/** `parked`: Acta does not try it again by itself. A person may send it again. */
export const DELIVERY_STATES = ["waiting", "sent", "parked"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why the last attempt failed.
 * - `status`: the receiver's answer says so.
 * - `redirect`: it names another address, and redirects are not followed.
 * - `timeout`: it did not answer within WEBHOOK_REQUEST_MS_MAX. `unreachable`: no connection, or it broke.
 * - `address`: the address is not allowed any more. `secret`: the secret cannot be decrypted.
 * - `paused`: the webhook was paused when the message was due.
 * - `internal`: Acta failed before the request was made.
 */
export const DELIVERY_FAULTS = [
  "status",
  "redirect",
  "timeout",
  "unreachable",
  "address",
  "secret",
  "paused",
  "internal",
] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** The end of an attempt. `later`: the same message is sent again, after `delayMs` at the earliest. */
export type DeliveryOutcome =
  | { kind: "sent"; status: number }
  | { kind: "later"; fault: DeliveryFault; status: number | null; delayMs: number }
  | { kind: "parked"; fault: DeliveryFault; status: number | null };

/** Refusals that may pass: a time limit, a conflict, too early, too many requests. Any other 4xx is the same next time. */
const PASSING = new Set([408, 409, 425, 429]);

export function outcomeOf(status: number, retryAfter: string | null, now: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: "sent", status };
  const delayMs = retryAfterMs(retryAfter, now);
  if (status >= 300 && status < 400) return { kind: "later", fault: "redirect", status, delayMs };
  if (status >= 400 && status < 500 && !PASSING.has(status)) return { kind: "parked", fault: "status", status };
  return { kind: "later", fault: "status", status, delayMs };
}

/** RFC 9110 §10.2.3: seconds, or a date. 0 for what is neither. */
function retryAfterMs(text: string | null, now: number): number {
  if (text === null) return 0;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), WEBHOOK_RETRY_AFTER_MS_MAX) : 0;
}
