import * as z from "zod";

/**
 * Every refusal on the wire. `code` is stable; `message` is the specification's text (§8) and `reason` a second line that
 * says why, both in the caller's language.
 */
export const apiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    reason: z.string().nullable(),
    /** Paths of the payload that could not be used. */
    fields: z.array(z.string()).optional(),
  }),
});
export type ApiError = z.infer<typeof apiError>;
