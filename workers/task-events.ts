import { TASK_EVENT_BYTES_MAX } from "#app/domain/limits/deliveries.ts";
import { isTaskKind, type TaskKind } from "#app/domain/tasks/task-service.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { tooManyRequests } from "#app/server/http/error-response.ts";
import { readAtMost } from "#app/server/http/read-body.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { followChanged } from "#app/server/tasks/follow-tasks.ts";

/** POST /api/webhooks/<kind>: a service of tasks tells of changes, and proves itself by the signature of the raw body. */
const EVENTS_PATH = "/api/webhooks/";
const NOT_STORED = { "Cache-Control": "no-store" };

function kindOf(request: Request): TaskKind | null {
  const { pathname } = new URL(request.url);
  const name = pathname.startsWith(EVENTS_PATH) ? pathname.slice(EVENTS_PATH.length) : "";
  return isTaskKind(name) ? name : null;
}

export function isTaskEvent(request: Request): boolean {
  return kindOf(request) !== null;
}

/** Answers at once: services wait a few seconds only. What is missed is asked for by the sweep. */
export async function answerTaskEvent(request: Request, services: Services): Promise<Response> {
  const kind = kindOf(request);
  const readEvent = kind === null ? undefined : services.taskServices[kind]?.readEvent;
  if (request.method !== "POST" || kind === null || readEvent === undefined) return refuseStranger(request, services);
  const body = await readAtMost(request, TASK_EVENT_BYTES_MAX);
  const externalIds = body && (await readEvent({ headers: request.headers, body }, services.now()));
  if (!externalIds) return refuseStranger(request, services);
  if (externalIds.length > 0) {
    const done = followChanged(services, { kind, externalIds }).catch((error: unknown) => {
      services.log("tasks.event.failed", { kind, error: faultOf(error) });
    });
    services.waitUntil(done);
  }
  return new Response(null, { status: 200, headers: NOT_STORED });
}

/** Only requests without proof count against the rate limit: a service sends from few addresses. */
async function refuseStranger(request: Request, { rates }: Pick<Services, "rates">): Promise<Response> {
  const network = clientNetwork(request);
  if (network !== null && !(await rates.take("network", "tasks", network))) return tooManyRequests(request);
  const headers = { ...NOT_STORED, "WWW-Authenticate": "Signature" };
  return Response.json({ error: "unproven" }, { status: 401, headers });
}
