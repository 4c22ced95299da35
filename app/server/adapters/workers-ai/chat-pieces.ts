import * as z from "zod";
import { eventData } from "#app/contracts/event-data.ts";
import { ENGINE_ANSWER_BYTES_MAX, ENGINE_SILENCE_MS_MAX } from "#app/domain/limits/engines.ts";
import { parseJson } from "#app/server/ports/ask-upstream.ts";
import { textPieces } from "#app/server/ports/text-pieces.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Older models stream `response`, newer ones as OpenAI's do; the last piece has usage and no words. */
const piece = z.object({
  response: z.string().nullish(),
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: z.string().nullish() }),
    )
    .nullish(),
  error: z.unknown().optional(),
});

/** The words of a streamed answer as they come. Throws UpstreamError where it breaks off, falls silent or has no end. */
export async function* chatPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let isEmpty = true;
  const answer = { body: stream, status: null };
  const texts = textPieces("language", answer, ENGINE_ANSWER_BYTES_MAX, ENGINE_SILENCE_MS_MAX);
  for await (const data of eventData(texts)) {
    if (data.trim() === "[DONE]") {
      // A model may think and say nothing.
      if (isEmpty) throw broken(new Error("empty answer"));
      return;
    }
    const read = piece.safeParse(parseJson(data));
    if (!read.success) throw broken(new Error("unreadable piece of a stream"));
    if (read.data.error !== undefined && read.data.error !== null) throw broken(new Error("failed while answering"));
    const text = read.data.response ?? read.data.choices?.[0]?.delta?.content ?? "";
    isEmpty &&= text.trim() === "";
    if (text !== "") yield text;
  }
  throw broken(new Error("the stream ended early"));
}

function broken(cause: unknown): UpstreamError {
  return new UpstreamError({ service: "language", retryable: true, cause });
}
