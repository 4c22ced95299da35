import { parse } from "@conform-to/react";
import * as z from "zod/mini";
import { meetingForm } from "#app/contracts/meeting-form.ts";

/** Reads the form's fields, which are all text, into values or the names of what is not right. The file has rules of its own. */
export function parseUploadForm(formData: FormData) {
  return parse<z.infer<typeof meetingForm>, string[]>(formData, {
    resolve({ meetingName, meetingDate, meetLanguage, templateId }) {
      const filled = {
        meetingName,
        meetingDate: meetingDate ? Number(meetingDate) : undefined,
        meetLanguage,
        templateId: templateId || null,
      };
      const parsed = meetingForm.safeParse(filled);
      return parsed.success ? { value: parsed.data } : { error: z.flattenError(parsed.error).fieldErrors };
    },
  });
}
