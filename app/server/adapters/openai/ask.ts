import type * as z from "zod";
import { ENGINE_ANSWER_BYTES_MAX } from "#app/domain/limits.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * One POST to an OpenAI-compatible server. Whatever goes wrong is an UpstreamError that says whether asking again makes
 * sense: a refusal of the request or the key does not; too busy, broken, slow, silent or unreadable does.
 */
export async function askOpenAi<Schema extends z.ZodType>(input: {
  service: "speech" | "language";
  url: string;
  apiKey: string | null;
  body: FormData | string;
  signal: AbortSignal;
  schema: Schema;
}): Promise<z.output<Schema>> {
  const { service, url, apiKey, body, signal, schema } = input;
  const headers = new Headers({ Accept: "application/json" });
  if (apiKey !== null) headers.set("Authorization", `Bearer ${apiKey}`);
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    text = await readText(response, ENGINE_ANSWER_BYTES_MAX);
  } catch (cause) {
    throw new UpstreamError({ service, retryable: true, cause });
  }
  const { status } = response;
  if (!response.ok) {
    throw new UpstreamError({
      service,
      status,
      retryable: isWorthAnotherTry(status),
      retryAfterMs: parseRetryAfter(response.headers.get("Retry-After"), Date.now()),
    });
  }
  const read = schema.safeParse(parseJson(text));
  if (!read.success)
    throw new UpstreamError({ service, status, retryable: true, cause: new Error("unreadable answer") });
  return read.data;
}

/** 408, 409, 425 and 429 ask for patience; a redirect or any other 4xx says that the request itself is wrong. */
function isWorthAnotherTry(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status);
}

/** Retry-After as seconds or as a date (RFC 9110 §10.2.3), in ms from now; null where there is none that can be read. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

async function readText(response: Response, bytesMax: number): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > bytesMax) {
      await reader.cancel();
      throw new RangeError("answer too large");
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
