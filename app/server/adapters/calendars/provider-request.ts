import * as z from "zod";
import { CALENDAR_ANSWER_BYTES_MAX, CALENDAR_CALL_MS_MAX } from "#app/domain/limits/calendars.ts";
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
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(CALENDAR_CALL_MS_MAX) });
  } catch (cause) {
    throw new UpstreamError({ service, retryable: true, cause });
  }
  const { status } = response;
  const retryAfterMs = readRetryAfter(response.headers.get("Retry-After"));
  if (status === 429 || status >= 500) {
    await response.body?.cancel();
    throw new UpstreamError({ service, status, retryable: true, retryAfterMs });
  }
  const text = await readBounded(response, bytesMax, service);
  const body = parseJson(text);
  if (status === 403 && isRateLimit(body)) throw new UpstreamError({ service, status, retryable: true, retryAfterMs });
  if (body === undefined && status < 300 && text !== "") {
    throw new UpstreamError({ service, status, retryable: true, isInvalidJson: true });
  }
  return { status, body };
}

/** Seconds or a date (RFC 9110 §10.2.3), in ms; null without one. */
export function readRetryAfter(text: string | null): number | null {
  if (text === null || text === "") return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function isRateLimit(body: unknown): boolean {
  const read = rateAnswer.safeParse(body);
  return read.success && read.data.error.errors.some(({ reason }) => RATE_REASONS.has(reason));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A body of at most `bytesMax`; UTF-8. */
export async function readBounded(response: Response, bytesMax: number, service: string): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > bytesMax) {
        await reader.cancel();
        throw new UpstreamError({ service, status: response.status, retryable: false });
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    if (cause instanceof UpstreamError) throw cause;
    throw new UpstreamError({ service, status: response.status, retryable: true, cause });
  }
}
