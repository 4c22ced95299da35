import * as z from "zod";
import { ENGINE_ANSWER_BYTES_MAX, ENGINE_SILENCE_MS_MAX } from "#app/domain/limits/engines.ts";
import type { ChatAnswer } from "#app/domain/summary/prompt/write-draft.ts";
import { parseJson, readText, textPieces, unreadable } from "#app/server/adapters/openai/ask.ts";
import { eventData } from "#app/contracts/event-data.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const SERVICE = "language";

/** Most servers answer with text, a few with a list of parts. Anything else (a thought, a tool call) is ignored. */
const content = z
  .union([
    z.string(),
    z.array(z.object({ text: z.string().catch("") })).transform((parts) => parts.map(({ text }) => text).join("")),
  ])
  .nullish()
  .transform((text) => text ?? "");
const finishReason = z
  .string()
  .nullish()
  .transform((reason) => reason ?? null);
const whole = z.object({
  choices: z.array(z.object({ message: z.object({ content }), finish_reason: finishReason })).min(1),
});
/** The last piece has usage and no choice. */
const piece = z.object({
  choices: z.array(z.object({ delta: z.object({ content }).nullish(), finish_reason: finishReason })).nullish(),
  error: z.unknown().optional(),
});

/** Matches the beginning of a stream of events. */
const EVENTS = /^\s*(?:data|event|id):|^:/u;

/** Reads a chat completion that the server streams, or answers at once although it was asked to stream. */
export async function readChatAnswer(response: Response): Promise<ChatAnswer> {
  if (!isEventStream(response)) return readWhole(response);
  return readStream(textPieces(SERVICE, response, ENGINE_ANSWER_BYTES_MAX, ENGINE_SILENCE_MS_MAX));
}

async function readWhole(response: Response): Promise<ChatAnswer> {
  const text = await readText(SERVICE, response, ENGINE_ANSWER_BYTES_MAX);
  // Some proxies change the content type of the responses that they forward.
  if (EVENTS.test(text)) return readStream([text]);
  const read = whole.safeParse(parseJson(text));
  const choice = read.data?.choices[0];
  if (!choice) throw unreadable(SERVICE, "unreadable answer");
  return asAnswer(choice.message.content, choice.finish_reason);
}

async function readStream(pieces: AsyncIterable<string> | Iterable<string>): Promise<ChatAnswer> {
  let text = "";
  let reason: string | null = null;
  for await (const read of streamed(pieces)) {
    text += read.text;
    reason = read.reason ?? reason;
  }
  return asAnswer(text, reason);
}

/**
 * The words of a chat completion as they arrive, for a person who waits for them. An answer that reaches the token limit just
 * ends; a server that does not stream gives one piece. Throws UpstreamError.
 */
export async function* readChatPieces(response: Response): AsyncGenerator<string> {
  if (!isEventStream(response)) {
    const answer = await readWhole(response);
    if (answer.kind === "text") yield answer.text;
    return;
  }
  for await (const { text, reason } of streamed(
    textPieces(SERVICE, response, ENGINE_ANSWER_BYTES_MAX, ENGINE_SILENCE_MS_MAX),
  )) {
    if (reason === "content_filter") asAnswer("", reason);
    if (text !== "") yield text;
  }
}

function isEventStream(response: Response): boolean {
  return /\btext\/event-stream\b/i.test(response.headers.get("Content-Type") ?? "");
}

/** The pieces of a stream, to its proper end. */
async function* streamed(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<{ text: string; reason: string | null }> {
  let ended = false;
  for await (const data of eventData(pieces)) {
    if (data.trim() === "[DONE]") {
      ended = true;
      break;
    }
    const read = piece.safeParse(parseJson(data));
    if (!read.success) throw unreadable(SERVICE, "unreadable piece of a stream");
    // The status is long sent when a model fails in the middle, so the failure comes as a piece.
    if (read.data.error !== undefined && read.data.error !== null) throw unreadable(SERVICE, "failed while answering");
    const choice = read.data.choices?.[0];
    const reason = choice?.finish_reason ?? null;
    ended ||= reason !== null;
    yield { text: choice?.delta?.content ?? "", reason };
  }
  if (!ended) throw unreadable(SERVICE, "the stream ended early");
}

function asAnswer(text: string, reason: string | null): ChatAnswer {
  if (reason === "length") return { kind: "cut-off" };
  // The same question would be refused again.
  if (reason === "content_filter") {
    throw new UpstreamError({ service: SERVICE, status: 200, retryable: false, cause: new Error("content filter") });
  }
  return { kind: "text", text };
}
