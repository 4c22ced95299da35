import * as z from "zod";

/** The recognised text of one window as it is stored under its recording; times from the start of the recording. */
const time = z.number().int().min(-60_000);
export const windowText = z.object({
  segments: z.array(
    z.object({
      startMs: time,
      endMs: time,
      text: z.string(),
      speaker: z.string().nullable(),
      words: z.array(z.object({ startMs: time, endMs: time, text: z.string() })).nullable(),
    }),
  ),
  /** Pieces that the engine returned and that were dropped as invented. */
  dropped: z.number().int().min(0),
  /** The language that the engine has heard, ISO 639-1; absent in texts of earlier versions. */
  heard: z.string().nullish(),
});
export type WindowText = z.infer<typeof windowText>;
