import { parseCallId } from "#app/domain/ids.ts";
import { RECORDER_WEBHOOK_BYTES_MAX } from "#app/domain/limits/calls.ts";
import { readAtMost } from "#app/server/http/read-bytes.ts";
import type { Services } from "#app/server/services.ts";
import { callObjectOf, recorderOf } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { refusal } from "#workers/recorder-answers.ts";
import { RECORDER_WEBHOOK_PATH } from "#workers/recorder-paths.ts";

/**
 * What a hosted recorder says of its bots. Null where nothing proves it. What is proven and means nothing to us is taken with
 * 200 all the same: another answer would be asked for again and again.
 */
export async function answerWebhook(
  request: Request,
  { env, services }: { env: Env; services: Pick<Services, "log" | "now"> },
): Promise<Response | null> {
  const recorder = recorderOf(env);
  const engine = new URL(request.url).pathname.slice(RECORDER_WEBHOOK_PATH.length);
  if (recorder === null || recorder.readWebhook === null || recorder.engine !== engine) return null;
  if (request.method !== "POST") return refusal(405, "method-not-allowed", { Allow: "POST" });
  const body = await readAtMost(request, RECORDER_WEBHOOK_BYTES_MAX);
  if (body === null) return refusal(413, "too-large");
  const read = await recorder.readWebhook({ headers: request.headers, body, now: services.now() });
  if (read === "unproven") return null;
  const taken = { headers: { "Cache-Control": "no-store" } };
  if (read === "meaningless") return Response.json({ ok: true }, taken);
  const { address, botRef, state, reason, at } = read;
  const callId = parseCallId(address.callId);
  const calls = callObjectOf(env, address.object);
  const heard = callId !== null && calls !== null && (await calls.hearBot(callId, { botRef, state, reason, at }));
  if (!heard) services.log("recorder.webhook.unheard", { engine, state });
  return Response.json({ ok: true }, taken);
}
