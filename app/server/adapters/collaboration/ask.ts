import type * as z from "zod";
import { COLLABORATION_ANSWER_BYTES_MAX, COLLABORATION_REQUEST_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

type Asked = { service: "slack" | "notion"; url: string; init: RequestInit; signal?: AbortSignal | undefined };

/**
 * One request to Slack or Notion: bounded in time and size, without redirects. Throws UpstreamError where there is no answer, where it asks
 * to try again (429, with Retry-After, 5xx, or Notion's 409: a collision with another change), or where it is no JSON. The words of an error
 * stay here: they may hold names of channels.
 */
export async function ask({ service, url, init, signal }: Asked): Promise<{ status: number; body: unknown }> {
  const limit = AbortSignal.timeout(COLLABORATION_REQUEST_MS_MAX);
  let response: Response;
  try {
    const until = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    response = await fetch(url, { ...init, redirect: "manual", signal: until });
  } catch (cause) {
    throw new UpstreamError({ service, retryable: true, cause });
  }
  const { status } = response;
  if (status === 409 || status === 429 || status >= 500) {
    await response.body?.cancel().catch(() => undefined);
    const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
    const retryAfterMs = Number.isFinite(seconds) ? Math.max(0, seconds) * SECOND_MS : null;
    throw new UpstreamError({ service, status, retryable: true, retryAfterMs });
  }
  return { status, body: await readJson(response, service) };
}

/** Throws where the answer is not what the documentation says: asking again would not help. */
export function parsed<Schema extends z.ZodType>(
  { service, status, body }: { service: string; status: number; body: unknown },
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(body);
  if (!read.success) throw new UpstreamError({ service, status, retryable: false });
  return read.data;
}

async function readJson(response: Response, service: string): Promise<unknown> {
  const { status } = response;
  if (!response.body) throw new UpstreamError({ service, status, retryable: false, isInvalidJson: true });
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > COLLABORATION_ANSWER_BYTES_MAX) {
        await reader.cancel();
        break;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    throw new UpstreamError({ service, status, retryable: true, cause });
  }
  try {
    return JSON.parse(text + decoder.decode());
  } catch {
    throw new UpstreamError({ service, status, retryable: status < 400, isInvalidJson: true });
  }
}
