import * as z from "zod";
import { BASIC_TEMPLATE, ZONE_OF_BROWSER } from "#app/domain/account/choices.ts";
import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";
import { type MailKind, MAIL_KINDS } from "#app/domain/mail/mail-kinds.ts";
import { parseTimeZone } from "#app/domain/time.ts";

const mail = z.enum(["on", "off"]).optional();

/**
 * POST /api/acta/user/choices, as a form: absent fields stay unchanged, and one must be there. A box sends "off" before it, so that it
 * says something when it is empty.
 */
export const choicesForm = z
  .object({
    templateId: z
      .string()
      .max(64)
      .transform((id) => (id === BASIC_TEMPLATE ? null : id))
      .optional(),
    zone: z
      .string()
      .transform((text, context) => {
        if (text === ZONE_OF_BROWSER) return null;
        const zone = parseTimeZone(text);
        if (zone === null) context.addIssue({ code: "custom", message: "not a time zone" });
        return zone;
      })
      .optional(),
    ...(Object.fromEntries(MAIL_KINDS.map((kind) => [kind, mail])) as Record<MailKind, typeof mail>),
    /** Path to redirect to, for a form that is sent without JavaScript. */
    returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).optional(),
  })
  .refine(({ returnTo: _place, ...chosen }) => Object.values(chosen).some((value) => value !== undefined), "no choice");
