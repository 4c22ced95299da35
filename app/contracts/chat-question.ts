import * as z from "zod";
import { SUGGESTIONS } from "#app/domain/chat/exchange.ts";
import { CHAT_QUESTION_CHARS_MAX } from "#app/domain/limits/chat.ts";

/** The body that a page sends: a new question, or one to answer again. `key` makes two sends of the same click one question. */
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
