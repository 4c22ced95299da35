import type * as z from "zod";
import { RECORDER_ANSWER_BYTES_MAX, RECORDER_CALL_MS_MAX } from "#app/domain/limits/calls.ts";
import { parseJson, readTextAtMost } from "#app/server/ports/ask-upstream.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

export type RecorderQuestion = {
  method: "GET" | "POST" | "DELETE";
  url: string;
  /** The whole header's value. */
  authorization: string;
  body?: unknown;
};

/**
 * One request to a recorder's API: the answer parsed by its schema, or null for a 404. Every failure is an UpstreamError that says
 * whether a retry makes sense: not when the request or the key is wrong.
 */
export async function askRecorder<Schema extends z.ZodType>(
  question: RecorderQuestion,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const response = await send(question);
  if (response.status === 404) {
    await response.body?.cancel().catch(() => {});
    return null;
  }
  if (!response.ok) {
    await response.body?.cancel().catch(() => {});
    throw refusalOf(response);
  }
  const read = schema.safeParse(await readJsonOf(response));
  if (!read.success) throw failed(response.status, true, new Error("unreadable answer"));
  return read.data;
}

/** The same where only the status counts. Answers whether there was such a thing. */
export async function tellRecorder(question: RecorderQuestion): Promise<boolean> {
  const response = await send(question);
  await response.body?.cancel().catch(() => {});
  if (response.status === 404) return false;
  if (!response.ok) throw refusalOf(response);
  return true;
}

async function send({ method, url, authorization, body }: RecorderQuestion): Promise<Response> {
  const headers = new Headers({ Accept: "application/json", Authorization: authorization });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const signal = AbortSignal.timeout(RECORDER_CALL_MS_MAX);
  try {
    return await fetch(url, {
      method,
      headers,
      signal,
      redirect: "manual",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw failed(null, true, cause);
  }
}

/** 507: a hosted recorder that has no bot left at the moment. A full one of ours says 409. */
function refusalOf({ status, headers }: Response): UpstreamError {
  const retryable = status >= 500 || [408, 409, 425, 429].includes(status);
  const seconds = /^\d{1,5}$/.exec(headers.get("Retry-After")?.trim() ?? "")?.[0];
  return new UpstreamError({
    service: "recorder",
    status,
    retryable,
    retryAfterMs: seconds === undefined ? null : Number(seconds) * 1000,
  });
}

async function readJsonOf(response: Response): Promise<unknown> {
  const { status, body } = response;
  let text: string | null;
  try {
    text = await readTextAtMost(body, RECORDER_ANSWER_BYTES_MAX);
  } catch (cause) {
    throw failed(status, true, cause);
  }
  if (text === null) throw failed(status, true, new RangeError("answer too large"));
  const read = parseJson(text);
  if (read === undefined)
    throw new UpstreamError({ service: "recorder", status, retryable: true, isInvalidJson: true });
  return read;
}

function failed(status: number | null, retryable: boolean, cause: unknown): UpstreamError {
  return new UpstreamError({ service: "recorder", status, retryable, cause });
}
