import * as z from "zod";
import { OBJECTION_CHARS_MAX, OBJECTION_NAME_CHARS_MAX } from "#app/domain/limits/privacy.ts";

/** The form of /recorded/:code. A name is not asked for: people may object without saying who they are. */
export const objectionForm = z.object({
  name: z.string().trim().max(OBJECTION_NAME_CHARS_MAX).catch(""),
  text: z.string().trim().min(1).max(OBJECTION_CHARS_MAX),
});
