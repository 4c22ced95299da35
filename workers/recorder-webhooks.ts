import { parseCallId } from "#app/domain/ids.ts";
import { RECORDER_WEBHOOK_BYTES_MAX } from "#app/domain/limits/calls.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { readAtMost } from "#app/server/http/read-bytes.ts";
import { tooManyRequests } from "#app/server/http/too-many-requests.ts";
import type { Services } from "#app/server/services.ts";
import { callObjectOf, recorderOf } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { answered, refusal } from "#workers/recorder-answers.ts";
import { RECORDER_WEBHOOK_PATH } from "#workers/recorder-paths.ts";

/**
 * Webhooks of a hosted recorder. Anybody can send bytes here, so the cheap checks come first: rate, then size, then the
 * signature; only what is signed is parsed. A message that is genuine and useless, or that was heard before, is answered with 200:
 * any other answer would make the sender repeat it.
 */
export async function answerWebhook(
  request: Request,
  { env, services }: { env: Env; services: Pick<Services, "rates" | "log" | "now"> },
): Promise<Response> {
  const network = clientNetwork(request);
  if (network !== null && !(await services.rates.take("network", "webhook", network))) return tooManyRequests(request);
  const recorder = recorderOf(env);
  const engine = new URL(request.url).pathname.slice(RECORDER_WEBHOOK_PATH.length);
  if (recorder === null || recorder.readWebhook === null || recorder.engine !== engine) return refused("unproven");
  if (request.method !== "POST") return refusal(405, "method-not-allowed", { Allow: "POST" });
  const body = await readAtMost(request, RECORDER_WEBHOOK_BYTES_MAX);
  if (body === null) return refusal(413, "too-large");
  const read = await recorder.readWebhook({ headers: request.headers, body, now: services.now() });
  if (read === "unproven") return refused("unproven");
  if (read === "stale") {
    // Also what a clock that is wrong by minutes looks like, here or there.
    services.log("recorder.webhook.stale", { engine });
    return refused("stale");
  }
  if (read === "meaningless") return answered({ ok: true });
  const { address, ...said } = read;
  const callId = parseCallId(address.callId);
  const calls = callObjectOf(env, address.object);
  const outcome = callId === null || calls === null ? "gone" : await calls.receiveBotReport(callId, said);
  if (outcome !== "received") services.log("recorder.webhook.unheard", { engine, state: said.state, outcome });
  return answered({ ok: true });
}

function refused(reason: "unproven" | "stale"): Response {
  return refusal(401, reason, { "WWW-Authenticate": "Signature" });
}
