import type { AppConfig } from "#app/server/config.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * D §8: whether a request comes from another site's page and would change something. Compared with the configured
 * origin, never with request.url, which a proxy may have rewritten. `Origin: null` (a sandboxed frame) and an empty one are
 * foreign. workerd leaves an empty one out: a request without an Origin is then refused unless it comes from a program, or the
 * browser itself says that it is no other site's.
 */
export function isForeignChange(request: Request, config: AppConfig): boolean {
  return !SAFE_METHODS.has(request.method) && isForeign(request, config);
}

/** The same for a request that changes nothing but must not come from another site either: opening a live socket. */
export function isForeign(request: Request, config: AppConfig): boolean {
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin !== config.origin;
  const site = request.headers.get("Sec-Fetch-Site");
  return site !== null && site !== "same-origin" && site !== "none";
}
