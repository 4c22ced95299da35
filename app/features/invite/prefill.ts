import * as z from "zod/mini";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";

const prefill = z.object({
  invite: z.object({
    meetingName: z.string(),
    meetExtUrl: z.string(),
    meetLanguage: z.enum(MEETING_LANGUAGES),
    /** A planned meeting that is to be changed, and when it is to begin now. */
    meetId: z.optional(z.string()),
    meetingDate: z.optional(z.number()),
  }),
});
/** What an earlier meeting said, for inviting to the same call again. */
export type Prefill = z.infer<typeof prefill>["invite"];

/** The state of a navigation to the dialog; anything else is nothing. */
export function readPrefill(state: unknown): Prefill | null {
  const parsed = prefill.safeParse(state);
  return parsed.success ? parsed.data.invite : null;
}
