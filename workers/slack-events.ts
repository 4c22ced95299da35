import { SLACK_EVENT_BYTES_MAX } from "#app/domain/limits/deliveries.ts";
import { readSlackEvent, takeSlackEvent } from "#app/server/collaboration/take-slack-event.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { tooManyRequests } from "#app/server/http/error-response.ts";
import { readAtMost } from "#app/server/http/read-body.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import type { Config } from "#workers/config.ts";

/** POST /api/webhooks/slack: events of Slack, which prove themselves by the signature of the raw body. */
const EVENTS_PATH = "/api/webhooks/slack";
const NOT_STORED = { "Cache-Control": "no-store" };

export function isSlackEvent(request: Request): boolean {
  return new URL(request.url).pathname === EVENTS_PATH;
}

export async function answerSlackEvent(
  request: Request,
  { config, services }: { config: Pick<Config, "slack">; services: Services },
): Promise<Response> {
  const signingSecret = config.slack?.signingSecret ?? null;
  const { slack } = services;
  if (request.method !== "POST" || signingSecret === null || slack === null) return refuseStranger(request, services);
  const body = await readAtMost(request, SLACK_EVENT_BYTES_MAX);
  const { headers } = request;
  const event = body && (await readSlackEvent({ headers, body }, { signingSecret, now: services.now() }));
  if (!event) return refuseStranger(request, services);
  if (event.type === "url_verification") {
    return Response.json({ challenge: event.challenge }, { headers: NOT_STORED });
  }
  // A preview that comes to nothing is not worth a second event.
  const done = takeSlackEvent({ ...services, slack }, event).catch((error: unknown) => {
    services.log("slack.event.failed", { type: event.event.type, error: faultOf(error) });
  });
  services.waitUntil(done);
  return new Response(null, { status: 200, headers: NOT_STORED });
}

/** Only requests without proof count against the rate limit: Slack sends from few addresses. */
async function refuseStranger(request: Request, { rates }: Pick<Services, "rates">): Promise<Response> {
  const network = clientNetwork(request);
  if (network !== null && !(await rates.take("network", "slack", network))) return tooManyRequests(request);
  const headers = { ...NOT_STORED, "WWW-Authenticate": "Signature" };
  return Response.json({ error: "unproven" }, { status: 401, headers });
}
