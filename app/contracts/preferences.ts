import * as z from "zod";
import { LOCALES } from "#app/domain/languages.ts";
import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";
import { parseTimeZone } from "#app/domain/time.ts";

/** POST /api/acta/user/preferences, as a form: absent fields stay unchanged. */
export const preferencesForm = z.object({
  locale: z.enum(LOCALES).optional(),
  timeZone: z
    .string()
    .transform((text, context) => {
      const zone = parseTimeZone(text);
      if (zone === null) context.addIssue({ code: "custom", message: "not a time zone" });
      return zone ?? "UTC";
    })
    .optional(),
  theme: z.enum(["system", "light", "dark"]).optional(),
  /** Path to redirect to, for a form that is sent without JavaScript. */
  returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).optional(),
});
