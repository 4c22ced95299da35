import { errorResponse } from "#app/server/http/error-response.ts";
import type { Env } from "#workers/config.ts";

/**
 * The disk of one machine. What grows is refused while it is full, so that reading, deleting and ending go on (workers/local/disk-reserve.mjs).
 * In production there is no such disk, and no binding.
 */

/** Requests that store recordings or begin one, and pieces of calls, which the recorder sends again. */
const GROWING =
  /^\/(?:api\/acta\/(?:upload(?:_parts|_sound)?|init_call|sample|here(?:\/[^/]+(?:\/pieces\/.*)?)?)|api\/v1\/(?:uploads|calls)|api\/recorder\/.*\/pieces\/.*)$/u;

/** The refusal of a request for which there is no room; null for all others. `isPut`: a signed PUT of a recording. */
export async function refuseFullDisk(request: Request, env: Env, isPut: boolean): Promise<Response | null> {
  const isGrowing =
    (request.method === "POST" || request.method === "PUT") && GROWING.test(new URL(request.url).pathname);
  if (!isPut && !isGrowing) return null;
  const bytes = Number(request.headers.get("Content-Length") ?? 0);
  return (await isDiskFull(env, bytes)) === true ? errorResponse(request, "disk-full") : null;
}

/** Null where nobody can say, as in production. */
export async function isDiskFull(env: Env, bytes = 0): Promise<boolean | null> {
  if (env.DISK === undefined) return null;
  try {
    const answer = await env.DISK.fetch(`http://disk/?bytes=${bytes}`);
    return (await answer.text()) === "full";
  } catch {
    return null;
  }
}
