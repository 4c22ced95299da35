import type { AppConfig } from "#app/server/config.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * D §8: whether a request comes from another site's page and would change something. Compared with the configured
 * origin, never with request.url, which a proxy may have rewritten. `Origin: null` (a sandboxed frame) is foreign. A
 * request without an Origin is refused only where the browser itself says that it is cross-site.
 */
export function isForeignChange(request: Request, config: AppConfig): boolean {
  return !SAFE_METHODS.has(request.method) && isForeign(request, config);
}

/** The same for a request that changes nothing but must not come from another site either: opening a live socket. */
export function isForeign(request: Request, config: AppConfig): boolean {
  const origin = request.headers.get("Origin");
  return origin === null ? request.headers.get("Sec-Fetch-Site") === "cross-site" : origin !== config.origin;
}
