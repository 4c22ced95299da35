import * as z from "zod/mini";

/** A meeting that can be merged with another one. */
const mergeable = z.object({
  id: z.string(),
  title: z.string(),
  /** Epoch ms. */
  startsAt: z.number(),
  durationMs: z.nullable(z.number()),
});

/** GET …/merge: the meeting, and the owner's meetings around it, the likeliest first. */
export const mergeChoices = z.object({ meeting: mergeable, others: z.array(mergeable) });
export type Mergeable = z.infer<typeof mergeable>;
export type MergeChoices = z.infer<typeof mergeChoices>;
