import * as z from "zod";
import { readRecallWebhook } from "#app/server/adapters/recorder/recall-webhook.ts";
import { recallState } from "#app/server/adapters/recorder/hosted-states.ts";
import { askRecorder, tellRecorder } from "#app/server/adapters/recorder/ask-recorder.ts";
import type { Recorder, RecorderMedia } from "#app/server/ports/recorder.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

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
