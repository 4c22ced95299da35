import { parse } from "@conform-to/react";
import * as z from "zod/mini";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits.ts";

/** Why a field of the form is not right; the field says it in the reader's language. */
export const FIELD_ERRORS = ["title-missing", "title-too-long", "time-missing"] as const;
export type FieldError = (typeof FIELD_ERRORS)[number];
const because = (error: FieldError) => error;

/** §5: what the form asks for beside the file, which no form data can hold when it was dropped. */
export const uploadForm = z.object({
  meetingName: z
    .string({ error: because("title-missing") })
    .check(
      z.trim(),
      z.minLength(1, because("title-missing")),
      z.maxLength(MEETING_TITLE_CHARS_MAX, because("title-too-long")),
    ),
  meetingDate: z.number({ error: because("time-missing") }),
  meetLanguage: z.enum(MEETING_LANGUAGES),
  /** Basic system has no id: its option is empty. */
  templateId: z.nullable(z.string().check(z.maxLength(64))),
});

/** Reads the form's fields, which are all text, into values or the names of what is not right. */
export function parseUploadForm(formData: FormData) {
  return parse<z.infer<typeof uploadForm>, string[]>(formData, {
    resolve({ meetingName, meetingDate, meetLanguage, templateId }) {
      const filled = {
        meetingName,
        meetingDate: meetingDate ? Number(meetingDate) : undefined,
        meetLanguage,
        templateId: templateId || null,
      };
      const parsed = uploadForm.safeParse(filled);
      return parsed.success ? { value: parsed.data } : { error: z.flattenError(parsed.error).fieldErrors };
    },
  });
}

export function fieldError(errors: readonly string[] | undefined): FieldError | null {
  return FIELD_ERRORS.find((error) => error === errors?.[0]) ?? null;
}
