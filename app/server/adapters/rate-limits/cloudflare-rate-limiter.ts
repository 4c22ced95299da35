import type { RateLimit as RateLimitName } from "#app/domain/limits/requests.ts";
import type { RateLimiter } from "#app/server/ports/rate-limiter.ts";

/**
 * Cloudflare's rate limits: counted in memory at the location that answers, without a query or a write. Each binding has
 * one limit, so separate counts need separate keys.
 */
export function cloudflareRateLimiter(bindings: Record<RateLimitName, RateLimit>): RateLimiter {
  return {
    take: async (limit, what, who) => (await bindings[limit].limit({ key: `${what}:${who}` })).success,
  };
}
