import * as z from "zod/mini";

/** PUT and POST /api/acta/user/voices: the voices that a person keeps. Times are epoch ms. The numbers of a voice are in the archive only. */
export const savedVoicesAnswer = z.object({
  /** Days that a voice is kept; null where no voices are remembered. */
  keepDays: z.nullable(z.number()),
  voices: z.array(z.object({ id: z.string(), name: z.string(), agreedAt: z.number(), expiresAt: z.number() })),
});
export type SavedVoices = z.infer<typeof savedVoicesAnswer>;
