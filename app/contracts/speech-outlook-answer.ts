import * as z from "zod/mini";

/**
 * The cost of transcribing a recording on this machine, before it is uploaded. `none`: another engine transcribes. `fetchBytes`: a model that
 * has to be downloaded first. `minutesPerHour`: of work for an hour of talk, once this machine was measured. `recordings`: those that go before.
 */
export const speechOutlookAnswer = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({
    state: z.literal("local"),
    model: z.string(),
    fetchBytes: z.number(),
    minutesPerHour: z.nullable(z.number()),
    recordings: z.number(),
  }),
]);
export type SpeechOutlookAnswer = z.infer<typeof speechOutlookAnswer>;
