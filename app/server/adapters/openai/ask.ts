import type * as z from "zod";
import { ENGINE_ANSWER_BYTES_MAX } from "#app/domain/limits/engines.ts";
import { parseJson, parseRetryAfter } from "#app/server/ports/ask-upstream.ts";
import { textPieces } from "#app/server/ports/text-pieces.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

type Service = "speech" | "language" | "voices";
export type Question = {
  service: Service;
  url: string;
  apiKey: string | null;
  body: FormData | Uint8Array<ArrayBuffer> | string;
  signal: AbortSignal;
};

/**
 * One POST to an OpenAI-compatible server. Every failure is an UpstreamError that says whether a retry makes sense: not after a
 * refusal of the request or the key; yes when the server is too busy, broken, slow, silent or unreadable.
 */
export async function askOpenAi<Schema extends z.ZodType>(
  question: Question & { schema: Schema },
): Promise<z.output<Schema>> {
  const { service, schema } = question;
  const response = await postOpenAi(question, "application/json");
  if (!response.ok) {
    // The status is enough; the body may be endless.
    await response.body?.cancel().catch(() => {});
    throw refusalOf(service, response);
  }
  const text = await readText(service, response, ENGINE_ANSWER_BYTES_MAX);
  const read = schema.safeParse(parseJson(text));
  if (!read.success) throw unreadable(service, "unreadable answer");
  return read.data;
}

/** URL of a path of the protocol. The base may end with the `/v1` that some servers' manuals put there. */
export function openAiUrl(baseUrl: string, path: "audio/transcriptions" | "chat/completions"): string {
  const base = baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
  return `${base}/v1/${path}`;
}

/** Sends the question. The caller reads the answer, for every status. */
export async function postOpenAi(question: Question, accept: string): Promise<Response> {
  const { service, url, apiKey, body, signal } = question;
  const headers = new Headers({ Accept: accept });
  if (apiKey !== null) headers.set("Authorization", `Bearer ${apiKey}`);
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  try {
    return await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
  } catch (cause) {
    throw new UpstreamError({ service, retryable: true, cause });
  }
}

export function refusalOf(service: Service, { status, headers }: Response): UpstreamError {
  return new UpstreamError({
    service,
    status,
    retryable: isWorthAnotherTry(status),
    retryAfterMs: parseRetryAfter(headers.get("Retry-After"), Date.now()),
  });
}

/** Error for an answer that cannot be used; `what` never quotes the answer. */
export function unreadable(service: Service, what: string): UpstreamError {
  return new UpstreamError({ service, status: 200, retryable: true, cause: new Error(what) });
}

/** 408, 409, 425 and 429 ask for patience; a redirect or any other 4xx says that the request itself is wrong. */
function isWorthAnotherTry(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status);
}

/** The whole body as text. Throws UpstreamError where it breaks off or does not end. */
export async function readText(service: Service, response: Response, bytesMax: number): Promise<string> {
  let text = "";
  for await (const piece of textPieces(service, response, bytesMax)) text += piece;
  return text;
}

/** Reads the body of a refusal as far as possible. Never throws. */
export async function readRefusal(service: Service, response: Response, bytesMax: number): Promise<string> {
  let text = "";
  try {
    for await (const piece of textPieces(service, response, bytesMax)) text += piece;
  } catch {
    // Too long or broken off: servers name the problem at the beginning.
  }
  return text;
}
