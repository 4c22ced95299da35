import * as z from "zod";
import {
  ATTENDEE_EVENT_AGE_MS_MAX,
  RECORDER_WEBHOOK_AGE_MS_MAX,
  RECORDER_WEBHOOK_ID_CHARS_MAX,
} from "#app/domain/limits/calls.ts";
import { canonicalJson } from "#app/server/adapters/recorder/canonical-json.ts";
import { addressOf, fromBase64, hostedMetadata, isSigned } from "#app/server/adapters/recorder/hosted-address.ts";
import { attendeeState } from "#app/server/adapters/recorder/hosted-states.ts";
import type { Webhook, WebhookRead } from "#app/server/ports/recorder.ts";

/**
 * Attendee's webhooks. The signature is over the payload in canonical JSON, not over the bytes that were sent, and covers no time of
 * sending. So the age of the event is used instead, and `idempotency_key`, which all attempts of one delivery share, identifies a
 * repetition (docs.attendee.dev, webhooks).
 */

const payload = z.object({
  idempotency_key: z.string().min(1).max(RECORDER_WEBHOOK_ID_CHARS_MAX),
  bot_id: z.string().min(1).max(200),
  bot_metadata: hostedMetadata,
  trigger: z.string(),
  data: z.object({
    new_state: z.string(),
    event_sub_type: z.nullish(z.string()),
    created_at: z.string(),
  }),
});

export async function readAttendeeWebhook({ headers, body, now }: Webhook, secret: string): Promise<WebhookRead> {
  const key = fromBase64(secret);
  const canonical = canonicalJson(new TextDecoder().decode(body));
  if (key === null || canonical === null) return "unproven";
  const signature = headers.get("X-Webhook-Signature") ?? "";
  if (!(await isSigned(key, new TextEncoder().encode(canonical), signature))) return "unproven";

  const read = payload.safeParse(JSON.parse(canonical));
  if (!read.success || read.data.trigger !== "bot.state_change") return "meaningless";
  const { idempotency_key: id, bot_id: botRef, bot_metadata: metadata, data } = read.data;
  const at = Math.round(Date.parse(data.created_at));
  // A time that cannot be read is not recent.
  if (!(now - at <= ATTENDEE_EVENT_AGE_MS_MAX && at - now <= RECORDER_WEBHOOK_AGE_MS_MAX)) return "stale";
  const said = attendeeState(data.new_state, data.event_sub_type ?? null);
  return { id, address: addressOf(metadata), botRef, ...said, at };
}
