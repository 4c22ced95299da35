import * as z from "zod";
import { CALENDAR_ANSWER_BYTES_MAX, CALENDAR_CALL_MS_MAX } from "#app/domain/limits/calendars.ts";
import { askUpstream, parseJson, parseRetryAfter } from "#app/server/ports/ask-upstream.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Google's reasons for a 403 that is a rate limit and no missing permission. */
const RATE_REASONS = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "dailyLimitExceeded",
  "calendarUsageLimitsExceeded",
]);
const rateAnswer = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) });

type Asked = { service: string; url: string; init?: RequestInit; bytesMax?: number };

/**
 * One call to a provider of calendars: bounded in time and size, no redirects. Throws UpstreamError where it does not answer, asks
 * to wait (429, 403 rateLimitExceeded, 5xx), or answers with what is no JSON. What a provider writes into an error stays here.
 */
export async function callProvider({ service, url, init = {}, bytesMax = CALENDAR_ANSWER_BYTES_MAX }: Asked): Promise<{
  status: number;
  body: unknown;
}> {
  const limits = { msMax: CALENDAR_CALL_MS_MAX, bytesMax, waits: [429] };
  const { status, headers, text } = await askUpstream({ service, ...limits }, url, init);
  const body = parseJson(text);
  if (status === 403 && isRateLimit(body)) {
    const retryAfterMs = parseRetryAfter(headers.get("Retry-After"), Date.now());
    throw new UpstreamError({ service, status, retryable: true, retryAfterMs });
  }
  if (body === undefined && status < 300 && text !== "") {
    throw new UpstreamError({ service, status, retryable: true, isInvalidJson: true });
  }
  return { status, body };
}

function isRateLimit(body: unknown): boolean {
  const read = rateAnswer.safeParse(body);
  return read.success && read.data.error.errors.some(({ reason }) => RATE_REASONS.has(reason));
}
