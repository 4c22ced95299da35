import * as z from "zod/mini";

/** GET …/split: what becomes of the meeting when it is split at a moment. Times in ms of the meeting. */
export const splitPlan = z.object({
  title: z.string(),
  /** The beginning of the line that is being said then, so that no sentence is cut. */
  atMs: z.number(),
  lengthMs: z.number(),
  /** The first line of the second part; null where nothing is said in it. */
  begins: z.nullable(z.object({ speaker: z.nullable(z.string()), text: z.string() })),
  hasRecording: z.boolean(),
});
export type SplitPlanShown = z.infer<typeof splitPlan>;

/** POST …/split answers with the second meeting. */
export const splitAnswer = z.object({ meetId: z.string() });
