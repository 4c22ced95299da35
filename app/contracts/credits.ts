import * as z from "zod/mini";

/** The used part of the plan. `limit` null: no limit. */
const planUse = z.object({ used: z.number(), limit: z.nullable(z.number()) });
export type PlanUse = z.infer<typeof planUse>;

/** §3: user credits response; `usage` is added to its fields. */
export const creditsResponse = z.object({
  meetCount: z.object({
    uploadMeets: z.number(),
    recordMeets: z.number(),
    /** Not in the specification: calls that are planned and not recorded yet; absent when there are none. */
    plannedMeets: z.optional(z.number()),
  }),
  freeCreditsEnableToRecord: z.boolean(),
  freeCreditsEnableToUpload: z.boolean(),
  /** Use that counts against the plan in its period. */
  usage: z.object({ uploads: planUse, recordings: planUse, period: z.enum(["all-time"]) }),
});
export type CreditsResponse = z.infer<typeof creditsResponse>;
