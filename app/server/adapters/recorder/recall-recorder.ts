import * as z from "zod";
import { RECORDER_WEBHOOK_AGE_MS_MAX, RECORDER_WEBHOOK_ID_CHARS_MAX } from "#app/domain/limits/calls.ts";
import { askRecorder, tellRecorder } from "#app/server/adapters/recorder/ask-recorder.ts";
import {
  addressOf,
  fromBase64,
  hostedMetadata,
  isSigned,
  recallState,
  timeOf,
} from "#app/server/adapters/recorder/hosted-states.ts";
import type { Recorder, RecorderMedia, Webhook, WebhookRead } from "#app/server/ports/recorder.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Recall.ai's webhooks: Standard Webhooks, older workspaces under Svix's names of the same headers. */

const payload = z.object({
  event: z.string(),
  data: z.object({
    data: z.object({ code: z.string(), sub_code: z.nullish(z.string()), updated_at: z.nullish(z.string()) }),
    bot: z.object({ id: z.string().min(1).max(200), metadata: hostedMetadata }),
  }),
});

async function readRecallWebhook({ headers, body, now }: Webhook, secret: string): Promise<WebhookRead> {
  const header = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? "";
  const [id, timestamp] = [header("id"), header("timestamp")];
  if (id === "" || id.length > RECORDER_WEBHOOK_ID_CHARS_MAX || !/^\d{1,12}$/.test(timestamp)) return "unproven";
  if (Math.abs(now - Number(timestamp) * 1000) > RECORDER_WEBHOOK_AGE_MS_MAX) return "unproven";
  const key = fromBase64(secret.replace(/^whsec_/, ""));
  if (key === null) return "unproven";
  const text = new TextDecoder().decode(body);
  const message = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = header("signature").split(" ").slice(0, SIGNATURES_MAX);
  const checks = signatures.map((one) => isSigned(key, message, /^v1,(.+)$/.exec(one)?.[1] ?? ""));
  if (!(await Promise.all(checks)).includes(true)) return "unproven";

  const read = payload.safeParse(parse(text));
  if (!read.success || !read.data.event.startsWith("bot.")) return "meaningless";
  const { data, bot } = read.data.data;
  const said = recallState(data.code, data.sub_code ?? null);
  return { id, address: addressOf(bot.metadata), botRef: bot.id, ...said, at: timeOf(data.updated_at, now) };
}

/** While a secret is being replaced there are two. */
const SIGNATURES_MAX = 5;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Recall.ai: it records, and gives the file at the end. Its transcript is not taken. */

const shortcut = z.nullish(z.object({ data: z.nullish(z.object({ download_url: z.nullish(z.url()) })) }));
const bot = z.object({
  id: z.string().min(1).max(200),
  status_changes: z.optional(z.array(z.object({ code: z.string(), sub_code: z.nullish(z.string()) }))),
  recordings: z.optional(
    z.array(
      z.object({
        started_at: z.nullish(z.string()),
        media_shortcuts: z.nullish(z.object({ video_mixed: shortcut })),
      }),
    ),
  ),
});

export function recallRecorder(input: { baseUrl: string; token: string; webhookSecret: string }): Recorder {
  const base = input.baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  const authorization = `Token ${input.token}`;
  const urlOf = (path: string) => `${base}/api/v1/bot/${path}`;
  return {
    engine: "recall",
    askAgain: null,
    say: null,
    readWebhook: (webhook) => readRecallWebhook(webhook, input.webhookSecret),
    async start(order, address) {
      const body = {
        meeting_url: order.url,
        bot_name: order.name,
        metadata: { acta_call: address.callId, acta_object: address.object },
        recording_config: { video_mixed_mp4: {} },
        ...(order.announcement === ""
          ? {}
          : { chat: { on_bot_join: { send_to: "everyone", message: order.announcement } } }),
        automatic_leave: {
          waiting_room_timeout: seconds(order.limits.lobbyMs),
          noone_joined_timeout: seconds(order.limits.nobodyMs),
          everyone_left_timeout: { timeout: seconds(order.limits.aloneMs) },
        },
      };
      const made = await askRecorder({ method: "POST", url: urlOf(""), authorization, body }, bot.pick({ id: true }));
      if (made === null) throw new UpstreamError({ service: "recorder", status: 404, retryable: false });
      return { botRef: made.id };
    },
    async stop(botRef) {
      const url = urlOf(`${encodeURIComponent(botRef)}/leave_call/`);
      return (await tellRecorder({ method: "POST", url, authorization, body: {} })) ? "asked" : "gone";
    },
    async report(botRef) {
      const url = urlOf(`${encodeURIComponent(botRef)}/`);
      const found = await askRecorder({ method: "GET", url, authorization }, bot);
      if (found === null) return null;
      const changes = found.status_changes ?? [];
      const last = changes.at(-1);
      // That a bot is done says nothing of why it left; the end of the call does.
      const ended = changes.findLast(({ code }) => code === "call_ended") ?? last;
      const said = recallState(last?.code ?? "ready", (last?.code === "fatal" ? last : ended)?.sub_code ?? null);
      return { attempt: null, ...said, spooledPieces: null, media: mediaOf(found) };
    },
  };
}

function mediaOf(found: z.output<typeof bot>): RecorderMedia | null {
  for (const { started_at: startedAt, media_shortcuts: media } of found.recordings ?? []) {
    const url = media?.video_mixed?.data?.download_url;
    const at = startedAt ? Date.parse(startedAt) : Number.NaN;
    if (url) return { url, startedAt: Number.isNaN(at) ? null : at };
  }
  return null;
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
