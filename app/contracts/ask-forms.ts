import * as z from "zod";
import { ASK_QUESTION_CHARS_MAX } from "#app/domain/limits/ask.ts";

/** The forms of questions to all meetings. */

export const askForm = z.object({
  question: z.string().trim().min(1).max(ASK_QUESTION_CHARS_MAX),
  /** The thread in which it is asked; a new one without. */
  threadId: z.string().optional(),
});

export const threadForm = z.object({ change: z.enum(["share", "hide", "delete"]) });
