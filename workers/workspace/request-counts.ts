import { type RequestWindow, takeRequest } from "#app/domain/limits/request-window.ts";
import type { CountedRequest } from "#app/server/ports/request-counts.ts";

/**
 * Counts the requests of the programs of a workspace's person. In memory: a write takes longer than the rest of the call. Cloudflare removes
 * an object from memory when it has rested for some ten seconds, and the counts then begin anew, so that more may be left than was said, and
 * never less.
 */
export function requestCounts(now: () => number): (asked: { counted: string; max: number }) => CountedRequest {
  const windows = new Map<string, RequestWindow>();
  return ({ counted, max }) => {
    const { window, ...taken } = takeRequest(windows.get(counted) ?? null, max, now());
    windows.set(counted, window);
    return taken;
  };
}
