import * as z from "zod";
import { RECORDER_WEBHOOK_AGE_MS_MAX, RECORDER_WEBHOOK_ID_CHARS_MAX } from "#app/domain/limits/calls.ts";
import {
  addressOf,
  fromBase64,
  hostedMetadata,
  isSigned,
  timeOf,
} from "#app/server/adapters/recorder/hosted-address.ts";
import { recallState } from "#app/server/adapters/recorder/hosted-states.ts";
import type { Webhook, WebhookRead } from "#app/server/ports/recorder.ts";

/** Recall.ai's webhooks: Standard Webhooks, older workspaces under Svix's names of the same headers. */

const payload = z.object({
  event: z.string(),
  data: z.object({
    data: z.object({ code: z.string(), sub_code: z.nullish(z.string()), updated_at: z.nullish(z.string()) }),
    bot: z.object({ id: z.string().min(1).max(200), metadata: hostedMetadata }),
  }),
});

export async function readRecallWebhook({ headers, body, now }: Webhook, secret: string): Promise<WebhookRead> {
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
