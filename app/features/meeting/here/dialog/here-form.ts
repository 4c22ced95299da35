import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod/mini";
import { meetingFormFields } from "#app/contracts/meeting-form.ts";
import { HERE_SOURCES } from "#app/domain/here/here.ts";

const hereForm = z.extend(z.pick(meetingFormFields, { meetingName: true, meetLanguage: true, templateId: true }), {
  source: z.enum(HERE_SOURCES),
});
export type HereValues = z.infer<typeof hereForm>;

export function parseHereForm(formData: FormData) {
  return parseWithZod(formData, { schema: hereForm });
}
