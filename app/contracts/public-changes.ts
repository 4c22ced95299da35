import * as z from "zod";
import { SHARE_PARTS } from "#app/contracts/meeting/share.ts";
import { meetingPayload } from "#app/contracts/recording/upload.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { ASK_QUESTION_CHARS_MAX } from "#app/domain/limits/ask.ts";
import { SEARCH_QUERY_CHARS_MAX } from "#app/domain/limits/search.ts";
import { MEETING_LINK_CHARS_MAX } from "#app/domain/limits/calls.ts";

/** Bodies of the public API. A name that is not known is refused, so that a typing error is not a silent default. */

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const details = {
  title: meetingPayload.shape.meetingName,
  startsAt: time,
  language: z.enum(MEETING_LANGUAGES),
  /** Null is Basic system. */
  templateId: meetingPayload.shape.templateId,
  /** IANA name; the person's own where it is left out. */
  timeZone: meetingPayload.shape.timeZone,
};

const file = z.strictObject({
  /** Of the file's name, without the dot. */
  extension: meetingPayload.shape.meetExtUrl,
  bytes: z.number().int().min(1),
});

/** A question to all meetings. Days as "2026-11-01", in the person's time zone. */
export const newQuestion = z.strictObject({
  question: z.string().trim().min(1).max(ASK_QUESTION_CHARS_MAX),
  person: z.string().min(1).max(SEARCH_QUERY_CHARS_MAX).optional(),
  after: z.iso.date().optional(),
  before: z.iso.date().optional(),
});

export const newCall = z.strictObject({ link: z.string().min(1).max(MEETING_LINK_CHARS_MAX), ...details });
export type NewCall = z.output<typeof newCall>;

/** `transcript`: a transcript file that comes with the recording. */
export const newUpload = z.strictObject({ ...details, file, transcript: file.optional() });
export type NewUpload = z.output<typeof newUpload>;

export const taskChange = z.strictObject({ done: z.boolean() });

/** A field that is left out stays as it is. The summary is always shown. */
export const publicShareChange = z.strictObject({
  parts: z.array(z.enum(SHARE_PARTS)).max(SHARE_PARTS.length).optional(),
  titleShown: z.boolean().optional(),
  /** Null: the link has no end. */
  expiresAt: time.nullable().optional(),
});
