import * as z from "zod";
import { canonicalJson } from "#app/server/adapters/recorder/canonical-json.ts";
import {
  addressOf,
  fromBase64,
  hostedMetadata,
  isSigned,
  timeOf,
} from "#app/server/adapters/recorder/hosted-address.ts";
import { attendeeState } from "#app/server/adapters/recorder/hosted-states.ts";
import type { Webhook, WebhookRead } from "#app/server/ports/recorder.ts";

/** Attendee's webhooks. What is signed is the payload in canonical JSON, not the bytes that were sent. */

const payload = z.object({
  bot_id: z.string().min(1).max(200),
  bot_metadata: hostedMetadata,
  trigger: z.string(),
  data: z.object({
    new_state: z.string(),
    event_sub_type: z.nullish(z.string()),
    created_at: z.nullish(z.string()),
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
  const { bot_id: botRef, bot_metadata: metadata, data } = read.data;
  const said = attendeeState(data.new_state, data.event_sub_type ?? null);
  return { address: addressOf(metadata), botRef, ...said, at: timeOf(data.created_at, now) };
}
