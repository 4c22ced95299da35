import { parse } from "@conform-to/react";
import * as z from "zod/mini";
import { type FieldError, meetingForm } from "#app/contracts/meeting-form.ts";
import { type LinkRules, readMeetingLink, withScheme } from "#app/domain/meeting/link.ts";

/** §5: what both forms ask for, and a link that leads to a meeting. */
export function inviteForm(links: LinkRules) {
  const because = "link-invalid" satisfies FieldError;
  return z.extend(meetingForm, {
    meetExtUrl: z
      .string({ error: because })
      .check(z.refine((text) => readMeetingLink(text, links).ok, because))
      .check(z.overwrite(withScheme)),
  });
}
export type InviteValues = z.infer<ReturnType<typeof inviteForm>>;

export function parseInviteForm(formData: FormData, links: LinkRules) {
  return parse<InviteValues, string[]>(formData, {
    resolve({ meetingName, meetingDate, meetLanguage, templateId, meetExtUrl }) {
      const filled = {
        meetingName,
        meetingDate: meetingDate ? Number(meetingDate) : undefined,
        meetLanguage,
        templateId: templateId || null,
        meetExtUrl,
      };
      const parsed = inviteForm(links).safeParse(filled);
      return parsed.success ? { value: parsed.data } : { error: z.flattenError(parsed.error).fieldErrors };
    },
  });
}
