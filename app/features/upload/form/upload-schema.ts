import { parseWithZod } from "@conform-to/zod/v4";
import { meetingFormFields } from "#app/contracts/meeting-form.ts";

/** Reads the form's fields, which are all text, into values or the names of what is not right. The file has rules of its own. */
export function parseUploadForm(formData: FormData) {
  return parseWithZod(formData, { schema: meetingFormFields });
}
