import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldError } from "#app/contracts/meeting/meeting-form.ts";
import { meetingPayload } from "#app/contracts/recording/upload.ts";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { uploadPayload } from "#app/features/upload/send/upload-payload.ts";
import { parseUploadForm } from "#app/features/upload/form/upload-form.tsx";

const FILLED = { meetingName: "Weekly", meetingDate: "1795255200000", meetLanguage: "es", templateId: "" };

function submit(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseUploadForm(form);
}

test("a filled form becomes values; Basic system has no id", () => {
  expect(submit(FILLED)).toMatchObject({
    status: "success",
    value: { meetingName: "Weekly", meetingDate: 1_795_255_200_000, meetLanguage: "es", templateId: null },
  });
});

test.each([
  ["no title", { ...FILLED, meetingName: "" }, "meetingName", "title-missing"],
  ["a title of spaces", { ...FILLED, meetingName: "   " }, "meetingName", "title-missing"],
  [
    "a title that is too long",
    { ...FILLED, meetingName: "x".repeat(MEETING_TITLE_CHARS_MAX + 1) },
    "meetingName",
    "title-too-long",
  ],
  ["no time", { ...FILLED, meetingDate: "" }, "meetingDate", "time-missing"],
])("%s is refused by name", (_, fields, name, error) => {
  const submission = submit(fields);
  expect(submission.status).toBe("error");
  expect(fieldError(submission.reply().error?.[name] ?? undefined)).toBe(error);
});

test("an unsupported language is refused", () => {
  expect(submit({ ...FILLED, meetLanguage: "xx" }).status).toBe("error");
});

test("values that the form accepts are accepted by the API too", () => {
  const titles = fc.string({ maxLength: MEETING_TITLE_CHARS_MAX }).filter((title) => /[\p{L}\p{N}]/u.test(title));
  fc.assert(
    fc.property(titles, fc.constantFrom(...TEXT_LANGUAGES), (meetingName, meetLanguage) => {
      const submission = submit({ ...FILLED, meetingName, meetLanguage });
      expect(submission.status).toBe("success");
      const values = submission.status === "success" ? submission.value : null;
      const payload = values && {
        ...uploadPayload({
          values,
          user: { name: "Laia", email: null },
          fileSize: 1,
          submissionId: "submission-1",
          timeZone: "Europe/Madrid",
        }),
      };
      expect(meetingPayload.safeParse(payload).success).toBe(true);
    }),
  );
});
