import * as z from "zod/mini";
import { cleanName } from "#app/domain/clean-name.ts";
import { LANGUAGE_CHOICES } from "#app/domain/meeting-languages.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";

/** Why a field of a meeting's form is not right; the field says it in the reader's language. */
export const FIELD_ERRORS = ["title-missing", "title-too-long", "time-missing", "link-invalid"] as const;
export type FieldError = (typeof FIELD_ERRORS)[number];
const because = (error: FieldError) => error;

/** §5: what the upload form and the invite form both ask for. */
export const meetingForm = z.object({
  meetingName: z
    .string({ error: because("title-missing") })
    .check(
      z.overwrite(cleanName),
      z.minLength(1, because("title-missing")),
      z.maxLength(MEETING_TITLE_CHARS_MAX, because("title-too-long")),
    ),
  meetingDate: z.number({ error: because("time-missing") }),
  meetLanguage: z.enum(LANGUAGE_CHOICES),
  /** Basic system has no id: its option is empty. */
  templateId: z.nullable(z.string().check(z.maxLength(64))),
});

/** The same as a form sends it: a field that is empty is left out. */
export const meetingFormFields = z.extend(meetingForm, {
  // oxlint-disable-next-line no-underscore-dangle -- the name in zod/mini, where "default" is no name of a function
  templateId: z._default(meetingForm.shape.templateId, null),
});

export function fieldError(errors: readonly string[] | undefined): FieldError | null {
  return FIELD_ERRORS.find((error) => error === errors?.[0]) ?? null;
}
