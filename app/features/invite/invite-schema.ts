import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod/mini";
import { type FieldError, meetingFormFields } from "#app/contracts/meeting/meeting-form.ts";
import { type LinkRules, readMeetingLink, withScheme } from "#app/domain/meeting/link.ts";

/** §5: what both forms ask for, and a link that leads to a meeting. */
export function inviteForm(links: LinkRules) {
  const because = "link-invalid" satisfies FieldError;
  return z.extend(meetingFormFields, {
    meetExtUrl: z
      .string({ error: because })
      .check(z.refine((text) => readMeetingLink(text, links).ok, because))
      .check(z.overwrite(withScheme)),
  });
}
export type InviteValues = z.infer<ReturnType<typeof inviteForm>>;

export function parseInviteForm(formData: FormData, links: LinkRules) {
  return parseWithZod(formData, { schema: inviteForm(links) });
}
