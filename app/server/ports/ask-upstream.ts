import { joinBytes } from "#app/domain/sha256.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** `waits`: statuses, besides 5xx, with which the service asks to wait. */
type Upstream = { service: string; msMax: number; bytesMax: number; waits: readonly number[] };

/**
 * One request to a service: bounded in time and size, no redirects. Throws UpstreamError where there is no answer, where the service asks to
 * wait, or where its answer is too long. Its words about an error stay with the caller: they may hold what was sent.
 */
export async function askUpstream(
  { service, msMax, bytesMax, waits }: Upstream,
  url: string,
  { signal, ...init }: RequestInit,
): Promise<{ status: number; headers: Headers; text: string }> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: "manual", signal: signalWithin(msMax, signal) });
  } catch (cause) {
    throw new UpstreamError({ service, retryable: true, cause });
  }
  const { status, headers } = response;
  if (waits.includes(status) || status >= 500) {
    await response.body?.cancel().catch(() => undefined);
    const retryAfterMs = parseRetryAfter(headers.get("Retry-After"), Date.now());
    throw new UpstreamError({ service, status, retryable: true, retryAfterMs });
  }
  let text: string | null;
  try {
    text = await readTextAtMost(response.body, bytesMax);
  } catch (cause) {
    throw new UpstreamError({ service, status, retryable: true, cause });
  }
  if (text === null) throw new UpstreamError({ service, status, retryable: false });
  return { status, headers, text };
}

/** Ends with the caller's signal, or after the time. */
export function signalWithin(msMax: number, signal: AbortSignal | null | undefined): AbortSignal {
  const limit = AbortSignal.timeout(msMax);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** For work that takes no signal: the caller stops waiting then, and the work may still be done. */
export async function waitWithin<Result>(
  msMax: number,
  signal: AbortSignal | undefined,
  begin: () => Promise<Result>,
): Promise<Result> {
  const over = signalWithin(msMax, signal);
  over.throwIfAborted();
  const stopped = new Promise<never>((_resolve, reject) => {
    over.addEventListener("abort", () => reject(over.reason as Error), { once: true });
  });
  return Promise.race([begin(), stopped]);
}

/** Retry-After as seconds or as a date (RFC 9110 §10.2.3), in ms from now; null where there is none that can be read. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A body as UTF-8, or null where it is longer: the rest is not read, so that an answer without end fills no memory. */
export async function readTextAtMost(body: Body["body"], bytesMax: number): Promise<string | null> {
  const bytes = await readBodyAtMost(body, bytesMax);
  return bytes && new TextDecoder().decode(bytes);
}

/** A body's bytes, or null where they are more. Throws where the body breaks off. */
export async function readBodyAtMost(body: Body["body"], bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return new Uint8Array(0);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(chunks);
    length += value.byteLength;
    if (length > bytesMax) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(value);
  }
}
