import * as z from "zod";
import { ENGINE_ANSWER_BYTES_MAX, ENGINE_SILENCE_MS_MAX } from "#app/domain/limits/engines.ts";
import type { ChatAnswer } from "#app/domain/summary/prompt/ask.ts";
import { readText, unreadable } from "#app/server/adapters/openai/ask.ts";
import { eventData } from "#app/contracts/event-data.ts";
import { parseJson } from "#app/server/ports/ask-upstream.ts";
import { textPieces } from "#app/server/ports/text-pieces.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const SERVICE = "language";

/** Most servers answer with text, a few with a list of parts. Anything else (a tool call) is ignored. */
const content = z
  .union([
    z.string(),
    z.array(z.object({ text: z.string().catch("") })).transform((parts) => parts.map(({ text }) => text).join("")),
  ])
  .nullish()
  .transform((text) => text ?? "");
/** Thoughts of a model, by the two names that servers have for them. */
const thoughts = { reasoning_content: z.string().nullish().catch(null), reasoning: z.string().nullish().catch(null) };
const finishReason = z
  .string()
  .nullish()
  .transform((reason) => reason ?? null);
const whole = z.object({
  choices: z.array(z.object({ message: z.object({ content, ...thoughts }), finish_reason: finishReason })).min(1),
});
/** The last piece has usage and no choice. */
const piece = z.object({
  choices: z
    .array(z.object({ delta: z.object({ content, ...thoughts }).nullish(), finish_reason: finishReason }))
    .nullish(),
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
  return asAnswer({ text: choice.message.content, thought: thoughtOf(choice.message), reason: choice.finish_reason });
}

async function readStream(pieces: AsyncIterable<string> | Iterable<string>): Promise<ChatAnswer> {
  const said: Said = { text: "", thought: "", reason: null };
  for await (const { text, thought, reason } of streamed(pieces)) {
    said.text += text;
    said.thought += thought;
    said.reason = reason ?? said.reason;
  }
  return asAnswer(said);
}

/**
 * The words of a chat completion as they arrive, for a person who waits for them. An answer that reaches the token limit just
 * ends; a server that does not stream gives one piece. Throws UpstreamError, also where a model has thought and said nothing.
 */
export async function* readChatPieces(response: Response): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const text of wordsOf(response)) {
    isEmpty &&= text.trim() === "";
    if (text !== "") yield text;
  }
  if (isEmpty) throw unreadable(SERVICE, "empty answer");
}

async function* wordsOf(response: Response): AsyncGenerator<string> {
  if (!isEventStream(response)) {
    const answer = await readWhole(response);
    if (answer.kind !== "too-long") yield answer.text;
    return;
  }
  const pieces = textPieces(SERVICE, response, ENGINE_ANSWER_BYTES_MAX, ENGINE_SILENCE_MS_MAX);
  for await (const { text, reason } of streamed(pieces)) {
    if (reason === "content_filter") asAnswer({ text, thought: "", reason });
    yield text;
  }
}

function isEventStream(response: Response): boolean {
  return /\btext\/event-stream\b/i.test(response.headers.get("Content-Type") ?? "");
}

type Said = { text: string; thought: string; reason: string | null };

/** The pieces of a stream, to its proper end. */
async function* streamed(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Said> {
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
    yield { text: choice?.delta?.content ?? "", thought: thoughtOf(choice?.delta ?? {}), reason };
  }
  if (!ended) throw unreadable(SERVICE, "the stream ended early");
}

type Thoughts = { reasoning_content?: string | null | undefined; reasoning?: string | null | undefined };

function thoughtOf({ reasoning_content: one, reasoning: other }: Thoughts): string {
  return one ?? other ?? "";
}

/**
 * An answer without words is no answer: servers that take the format for a thought leave the JSON among the thoughts, and there it is
 * taken from; a model whose thoughts left no room is not asked about less, because it would think again. The caller repairs empty text.
 */
export function asAnswer({ text, thought, reason }: Said): ChatAnswer {
  // The same question would be refused again.
  if (reason === "content_filter") {
    throw new UpstreamError({ service: SERVICE, status: 200, retryable: false, cause: new Error("content filter") });
  }
  const isEmpty = text.trim() === "";
  if (reason === "length" && !(isEmpty && thought !== "")) return { kind: "cut-off", text };
  return { kind: "text", text: isEmpty && /\{[\s\S]*\}/u.test(thought) ? thought : text };
}
