import * as z from "zod";
import { SUGGESTIONS } from "#app/domain/chat/exchange.ts";
import { CHAT_QUESTION_CHARS_MAX } from "#app/domain/limits/chat.ts";

/** What a page sends: a question, or one that is to be answered again. `key` makes the same click twice one question. */
export const chatQuestion = z.union([
  z.object({
    key: z.string().regex(/^[\w-]{8,64}$/),
    question: z.string().trim().min(1).max(CHAT_QUESTION_CHARS_MAX),
    suggestion: z
      .enum(SUGGESTIONS)
      .nullish()
      .transform((suggestion) => suggestion ?? null),
  }),
  z.object({ again: z.number().int().positive() }),
]);
export type ChatQuestionBody = z.output<typeof chatQuestion>;
