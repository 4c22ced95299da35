import * as z from "zod/mini";
import { LANGUAGE_CHOICES } from "#app/domain/meeting-languages.ts";

const prefill = z.object({
  invite: z.object({
    meetingName: z.string(),
    meetExtUrl: z.string(),
    meetLanguage: z.enum(LANGUAGE_CHOICES),
    /** The planned meeting to change, and its current start. */
    meetId: z.optional(z.string()),
    meetingDate: z.optional(z.number()),
    /** Its template; null is Basic system. */
    templateId: z.optional(z.nullable(z.string())),
  }),
});
/** The fields of an earlier meeting, for inviting to the same call again. */
export type Prefill = z.infer<typeof prefill>["invite"];

/** Reads the state of a navigation to the dialog; null for any other state. */
export function readPrefill(state: unknown): Prefill | null {
  const parsed = prefill.safeParse(state);
  return parsed.success ? parsed.data.invite : null;
}
