import { parseMeetId } from "#app/domain/ids.ts";
import { authenticate, sessionHashOf } from "#app/server/identity/session.ts";
import { enterMeeting, enterPage, openNoted, openPage } from "#app/server/identity/session-streams.ts";
import { errorResponse } from "#app/server/http/error-response.ts";
import { isForeign } from "#app/server/http/origin-check.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The sockets of pages. Answered before Remix, which rebuilds every response and would lose them. Browsers send cookies with any page's upgrade,
 * so the origin is asked here too.
 */

/** GET: tells an open page of changes. */
const PAGE_PATH = "/api/acta/user/live";
/** GET: the socket of an open meeting page. */
const LIVE_PATH = /^\/api\/acta\/meetings\/([^/]+)\/live$/;

export function isLiveSocket(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname === PAGE_PATH || LIVE_PATH.test(pathname);
}

export async function answerLiveSocket(request: Request, services: Services): Promise<Response> {
  if (isForeign(request, services.config)) return errorResponse(request, "forbidden");
  if (request.method !== "GET") return errorResponse(request, "method-not-allowed", { headers: { Allow: "GET" } });
  if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") {
    return new Response(null, { status: 426, headers: { Upgrade: "websocket", Connection: "Upgrade" } });
  }
  const sessionHash = await sessionHashOf(request, services);
  if (sessionHash === null) return errorResponse(request, "signed-out");
  if (new URL(request.url).pathname === PAGE_PATH) {
    const reader = await enterPage(services, sessionHash);
    return (reader && (await openPage(services, reader, request))) ?? errorResponse(request, "signed-out");
  }
  const meetId = parseMeetId(LIVE_PATH.exec(new URL(request.url).pathname)?.[1]);
  if (!meetId) return errorResponse(request, (await authenticate(request, services)) ? "not-found" : "signed-out");
  const { actor, viewer } = await enterMeeting(services, sessionHash, meetId);
  if (!actor) return errorResponse(request, "signed-out");
  if (!viewer) return errorResponse(request, "not-found");
  const connected = await openNoted(services, { actor, meetId }, () =>
    services.meetings.connect(meetId, { viewer, sessionHash }, request),
  );
  return connected ?? errorResponse(request, "signed-out");
}
