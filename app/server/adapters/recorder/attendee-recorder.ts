import * as z from "zod";
import {
  ATTENDEE_EVENT_AGE_MS_MAX,
  RECORDER_WEBHOOK_AGE_MS_MAX,
  RECORDER_WEBHOOK_ID_CHARS_MAX,
} from "#app/domain/limits/calls.ts";
import { askRecorder, tellRecorder } from "#app/server/adapters/recorder/ask-recorder.ts";
import { canonicalJson } from "#app/server/adapters/recorder/canonical-json.ts";
import {
  addressOf,
  attendeeState,
  fromBase64,
  hostedMetadata,
  isSigned,
} from "#app/server/adapters/recorder/hosted-states.ts";
import type { Recorder, RecorderMedia, Webhook, WebhookRead } from "#app/server/ports/recorder.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Attendee, hosted or on one's own server: it records, and gives the file at the end. Its transcript is not taken. */

const bot = z.object({
  id: z.string().min(1).max(200),
  state: z.string(),
  events: z.optional(z.array(z.object({ type: z.string(), sub_type: z.nullish(z.string()) }))),
});
const recording = z.object({ url: z.url({ protocol: /^https?$/ }), start_timestamp_ms: z.nullish(z.number()) });

export function attendeeRecorder(input: {
  baseUrl: string;
  token: string;
  webhookUrl: string;
  webhookSecret: string;
}): Recorder {
  const base = input.baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  const authorization = `Token ${input.token}`;
  const urlOf = (path: string) => `${base}/api/v1/bots${path}`;
  return {
    engine: "attendee",
    askAgain: null,
    say: null,
    readWebhook: (webhook) => readAttendeeWebhook(webhook, input.webhookSecret),
    async start(order, address) {
      const body = {
        meeting_url: order.url,
        bot_name: order.name,
        // The same order again is the same bot; a bot that follows one that was lost is another.
        deduplication_key: `${order.botId}-${order.attempt}`,
        metadata: { acta_call: address.callId, acta_object: address.object },
        webhooks: [{ url: input.webhookUrl, triggers: ["bot.state_change"] }],
        recording_settings: { format: "mp4" },
        ...(order.announcement === "" ? {} : { bot_chat_message: { to: "everyone", message: order.announcement } }),
        automatic_leave_settings: {
          waiting_room_timeout_seconds: seconds(order.limits.lobbyMs),
          only_participant_in_meeting_timeout_seconds: seconds(order.limits.aloneMs),
          max_uptime_seconds: seconds(order.limits.maximumMs),
        },
      };
      const made = await askRecorder({ method: "POST", url: urlOf(""), authorization, body }, bot.pick({ id: true }));
      if (made === null) throw new UpstreamError({ service: "recorder", status: 404, retryable: false });
      return { botRef: made.id };
    },
    async stop(botRef) {
      const url = urlOf(`/${encodeURIComponent(botRef)}/leave`);
      return (await tellRecorder({ method: "POST", url, authorization, body: {} })) ? "asked" : "gone";
    },
    async report(botRef) {
      const url = urlOf(`/${encodeURIComponent(botRef)}`);
      const found = await askRecorder({ method: "GET", url, authorization }, bot);
      if (found === null) return null;
      const events = found.events ?? [];
      const said = attendeeState(found.state, events.at(-1)?.sub_type ?? null);
      const isReady = events.some(({ type }) => type === "post_processing_completed") || found.state === "ended";
      const media = isReady ? await mediaOf(`${url}/recording`) : null;
      return { attempt: null, ...said, spooledPieces: null, media };
    },
  };

  async function mediaOf(url: string): Promise<RecorderMedia | null> {
    const found = await askRecorder({ method: "GET", url, authorization }, recording);
    return found === null ? null : { url: found.url, startedAt: found.start_timestamp_ms ?? null };
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

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

async function readAttendeeWebhook({ headers, body, now }: Webhook, secret: string): Promise<WebhookRead> {
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
