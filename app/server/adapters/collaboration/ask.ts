import type * as z from "zod";
import { COLLABORATION_ANSWER_BYTES_MAX, COLLABORATION_REQUEST_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { askUpstream, parseJson } from "#app/server/ports/ask-upstream.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

type Asked = { service: "slack" | "notion"; url: string; init: RequestInit; signal?: AbortSignal | undefined };

/**
 * One request to Slack or Notion. Throws UpstreamError as askUpstream does (Notion's 409 is a collision with another change), and where the
 * answer is no JSON.
 */
export async function ask({ service, url, init, signal }: Asked): Promise<{ status: number; body: unknown }> {
  const { status, text } = await askUpstream({ service, ...LIMITS }, url, signal ? { ...init, signal } : init);
  const body = parseJson(text);
  if (body === undefined) {
    throw new UpstreamError({ service, status, retryable: status < 400, isInvalidJson: true });
  }
  return { status, body };
}
const LIMITS = { msMax: COLLABORATION_REQUEST_MS_MAX, bytesMax: COLLABORATION_ANSWER_BYTES_MAX, waits: [409, 429] };

/** Throws where the answer is not what the documentation says: asking again would not help. */
export function parsed<Schema extends z.ZodType>(
  { service, status, body }: { service: string; status: number; body: unknown },
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(body);
  if (!read.success) throw new UpstreamError({ service, status, retryable: false });
  return read.data;
}
