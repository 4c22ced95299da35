import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";
import { faultOf } from "#app/server/log.ts";

const RETRY_AFTER_S = 30;

/** For a page's loader: what cannot be reached for now is a 503, whose page says to try again; anything else throws as it is. */
export async function orUnavailable<Value>({ log }: Pick<Services, "log">, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UpstreamError && error.retryable)) throw error;
    log("page.unavailable", { service: error.service, error: faultOf(error) });
    throw new Response(null, { status: 503, headers: { "Retry-After": String(RETRY_AFTER_S) } });
  }
}
