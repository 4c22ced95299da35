import type * as z from "zod";
import { TASK_ANSWER_BYTES_MAX, TASK_CALL_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Requests that all services of tasks share. */

export type Answer = { status: number; body: unknown };

/**
 * One request: bounded in time and size, no redirects. Throws UpstreamError where there is no answer, or where it asks to wait (429, 5xx). The
 * words of an error stay here: they may hold what was sent.
 */
export async function askService(service: string, url: string, { signal, ...init }: RequestInit): Promise<Answer> {
  const limit = AbortSignal.timeout(TASK_CALL_MS_MAX);
  let response: Response;
  let text: string | null;
  try {
    response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    text = await readText(response);
  } catch (cause) {
    throw new UpstreamError({ service, retryable: true, cause });
  }
  const { status } = response;
  if (status === 429 || status >= 500) {
    throw new UpstreamError({ service, status, retryable: true, retryAfterMs: retryAfterMs(response) });
  }
  if (text === null) throw new UpstreamError({ service, status, retryable: false });
  return { status, body: parseJson(text) };
}

/** Throws where the answer is not what the documentation says: asking again would not help. */
export function parsed<Schema extends z.ZodType>(service: string, answer: Answer, schema: Schema): z.output<Schema> {
  const read = answer.status < 300 ? schema.safeParse(answer.body) : null;
  if (!read?.success) throw new UpstreamError({ service, status: answer.status, retryable: false });
  return read.data;
}

async function readText({ body }: Response): Promise<string | null> {
  if (body === null) return "";
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > TASK_ANSWER_BYTES_MAX) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function retryAfterMs({ headers }: Response): number | null {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND_MS : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a body has this signature: HMAC-SHA-256, in constant time. */
export async function isSigned(
  body: Uint8Array<ArrayBuffer>,
  { signature, secret }: { signature: Uint8Array<ArrayBuffer>; secret: string },
): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  return crypto.subtle.verify("HMAC", key, signature, body);
}
