import type { EndpointSpec } from "#app/contracts/endpoint.ts";
import { keyOf } from "#app/domain/account/api-key.ts";
import { RATE_LIMITS, RATE_PERIOD_S } from "#app/domain/limits/requests.ts";

/** Headers of the public API that tell a program what it has to send, and how often it may ask. */

/** RFC 6750: a request without a key is told the scheme; one with a key that opens nothing is told that, too. */
export function challenge(request: Request): Record<string, string> {
  const error = keyOf(request.headers.get("Authorization")) === null ? "" : ', error="invalid_token"';
  return { "WWW-Authenticate": `Bearer realm="acta"${error}` };
}

/** RFC 6750: the scopes that the key lacks. */
export function scopeChallenge(scopes: readonly string[]): Record<string, string> {
  return { "WWW-Authenticate": `Bearer realm="acta", error="insufficient_scope", scope="${scopes.join(" ")}"` };
}

type Rate = NonNullable<EndpointSpec["rate"]>;

/**
 * draft-ietf-httpapi-ratelimit-headers: the limit is in every answer. How much of it is left is not: Cloudflare's counters only say
 * whether a call is within the limit, so that `RateLimit` is sent when nothing is left.
 */
export function withRatePolicy({ actors, rate }: EndpointSpec, response: Response): Response {
  if (rate && actors.includes("key")) {
    response.headers.set("RateLimit-Policy", `"${rate.counted}";q=${RATE_LIMITS[rate.limit]};w=${RATE_PERIOD_S}`);
  }
  return response;
}

export function rateSpent({ counted }: Rate): Record<string, string> {
  return { RateLimit: `"${counted}";r=0;t=${RATE_PERIOD_S}` };
}
