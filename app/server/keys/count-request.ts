import { RATE_LIMITS, RATE_PERIOD_S, type RateLimit } from "#app/domain/limits/requests.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";

/** draft-ietf-httpapi-ratelimit-headers: how often programs of a person may ask, and how much of that is left. */
export type Rate = { limit: RateLimit; counted: string };

/** The limit itself, which is in every answer. */
export function ratePolicy({ limit, counted }: Rate): Record<string, string> {
  return { "RateLimit-Policy": `"${counted}";q=${RATE_LIMITS[limit]};w=${RATE_PERIOD_S}` };
}

/**
 * Counts a request of a person's program in the object of their workspace, and says in headers how much is left. Where the object cannot be
 * reached, Cloudflare's count stands in: it says whether a request is within the limit and no more, so that `RateLimit` is left out.
 */
export async function countRequest(
  services: Pick<Services, "requestCounts" | "rates" | "log">,
  { limit, counted }: Rate,
  userId: string,
): Promise<{ isWithin: boolean; headers: Record<string, string> }> {
  try {
    const asked = { counted, max: RATE_LIMITS[limit] };
    const { isWithin, left, resetS } = await services.requestCounts.of(userId).countRequest(asked);
    const rest = { RateLimit: `"${counted}";r=${left};t=${resetS}` };
    return { isWithin, headers: isWithin ? rest : { ...rest, "Retry-After": String(resetS) } };
  } catch (error) {
    services.log("request.count.failed", { userId, error: faultOf(error) });
    const isWithin = await services.rates.take(limit, counted, userId);
    return { isWithin, headers: isWithin ? {} : { "Retry-After": String(RATE_PERIOD_S) } };
  }
}
