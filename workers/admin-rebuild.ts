import * as z from "zod";
import { readJson } from "#app/server/http/read-body.ts";
import { rebuildLists } from "#app/server/meetings/restore-meeting.ts";
import type { Services } from "#app/server/services.ts";

/**
 * POST /api/admin/rebuild { cursor }: one page of D1's rows made again from the meeting objects (`npm run rebuild` asks
 * for all of them). Proves itself by ADMIN_TOKEN; where none is configured the path does not exist.
 */
export const REBUILD_PATH = "/api/admin/rebuild";

const body = z.object({ cursor: z.string().min(1).max(2048).nullable() });

export async function answerRebuild(
  request: Request,
  { token, services }: { token: string | null; services: Pick<Services, "db" | "store" | "meetings" | "log" | "now"> },
): Promise<Response> {
  const refused = await refuseOperator(request, { token, path: REBUILD_PATH, log: services.log });
  if (refused) return refused;
  const read = await readJson(request, body);
  if (!read.ok) return refusal(400, read.reason);
  const page = await rebuildLists(services, read.value.cursor);
  return Response.json(page, { headers: { "Cache-Control": "no-store" } });
}

/** The refusal of a request that is not the operator's POST; null where it is. */
export async function refuseOperator(
  request: Request,
  { token, path, log }: { token: string | null; path: string; log: Services["log"] },
): Promise<Response | null> {
  if (token === null) return refusal(404, "not-found");
  const given = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (given === undefined || !(await isSame(given, token))) {
    log("admin.refused", { path });
    return refusal(401, "unauthorized", { "WWW-Authenticate": "Bearer" });
  }
  return request.method === "POST" ? null : refusal(405, "method-not-allowed", { Allow: "POST" });
}

/** Digests are compared, all of them: neither length nor place of a difference shows in the time it takes. */
async function isSame(given: string, token: string): Promise<boolean> {
  const [one, other] = await Promise.all([digest(given), digest(token)]);
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code } }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
