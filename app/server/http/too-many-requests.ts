import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import { errorResponse } from "#app/server/http/error-response.ts";

/** A minute's count is over in a minute at the latest. */
export const RETRY_AFTER = { "Retry-After": String(RATE_PERIOD_S) };

/** 429 on the wire. */
export function tooManyRequests(request: Request): Promise<Response> {
  return errorResponse(request, "too-many-requests", { headers: RETRY_AFTER });
}
