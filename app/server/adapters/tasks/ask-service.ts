import type * as z from "zod";
import { TASK_ANSWER_BYTES_MAX, TASK_CALL_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { askUpstream, parseJson } from "#app/server/ports/ask-upstream.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Requests that all services of tasks share. */

export type Answer = { status: number; body: unknown };

/** One request. Throws UpstreamError as askUpstream does. */
export async function askService(service: string, url: string, init: RequestInit): Promise<Answer> {
  const limits = { msMax: TASK_CALL_MS_MAX, bytesMax: TASK_ANSWER_BYTES_MAX, waits: [429] };
  const { status, text } = await askUpstream({ service, ...limits }, url, init);
  return { status, body: parseJson(text) };
}

/** Throws where the answer is not what the documentation says: asking again would not help. */
export function parsed<Schema extends z.ZodType>(service: string, answer: Answer, schema: Schema): z.output<Schema> {
  const read = answer.status < 300 ? schema.safeParse(answer.body) : null;
  if (!read?.success) throw new UpstreamError({ service, status: answer.status, retryable: false });
  return read.data;
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
