import * as z from "zod/mini";
import { ANSWERED_BY, EXCHANGE_STATES, NOTICES, SUGGESTIONS } from "#app/domain/chat/exchange.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";

/** The chat about a meeting as a page reads it: one JSON value a line, as they happen. */
const answerLine = z.object({
  text: z.string(),
  segmentIds: z.array(z.string()),
  unconfirmed: z.optional(z.literal(true)),
  speaker: z.optional(z.string()),
  spokenMs: z.optional(z.number()),
});

const exchange = z.object({
  id: z.number(),
  question: z.string(),
  suggestion: z.nullable(z.enum(SUGGESTIONS)),
  askedAt: z.number(),
  state: z.enum(EXCHANGE_STATES),
  answer: z.nullable(
    z.object({
      by: z.enum(ANSWERED_BY),
      lines: z.array(answerLine),
      leftOut: z.number(),
      notice: z.nullable(
        z.object({
          kind: z.enum(NOTICES),
          language: z.enum(MEETING_LANGUAGES),
        }),
      ),
      search: z.array(z.object({ word: z.string(), query: z.string() })),
      trouble: z.nullable(z.enum(["model-down", "broke-off"])),
    }),
  ),
});

export const chatEvent = z.discriminatedUnion("type", [
  /** Everything so far; first on the stream of a page that comes. `quotes`: there is no model, answers are quotations. */
  z.object({
    type: z.literal("history"),
    exchanges: z.array(exchange),
    engine: z.enum(["model", "quotes"]),
    hasTranscript: z.boolean(),
  }),
  /** First on the stream of a question: it has been kept. */
  z.object({ type: z.literal("asked"), exchange }),
  /** The sentence that is being written, unchecked, in place of the draft before it. Empty: nothing. */
  z.object({ type: z.literal("draft"), id: z.number(), text: z.string() }),
  /** A sentence that was checked; it ends the draft. */
  z.object({ type: z.literal("line"), id: z.number(), line: answerLine }),
  /** A sentence that is not shown; how many there are by now. It ends the draft. */
  z.object({ type: z.literal("left-out"), id: z.number(), leftOut: z.number() }),
  z.object({ type: z.literal("ended"), exchange }),
  /** The meeting, or the conversation, is gone. */
  z.object({ type: z.literal("gone") }),
]);

export type ChatEvent = z.infer<typeof chatEvent>;

export const NDJSON = "application/x-ndjson";
