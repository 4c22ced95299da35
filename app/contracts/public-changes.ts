import * as z from "zod";
import { newClip } from "#app/contracts/meeting/clip-changes.ts";
import { SHARE_PARTS } from "#app/contracts/meeting/share.ts";
import { isoMoment, meetingPayload } from "#app/contracts/recording/upload.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { ASK_QUESTION_CHARS_MAX } from "#app/domain/limits/ask.ts";
import { CLIP_LINES_MAX } from "#app/domain/limits/clips.ts";
import { LINE_ID_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { SEARCH_QUERY_CHARS_MAX } from "#app/domain/limits/search.ts";
import { MEETING_LINK_CHARS_MAX } from "#app/domain/limits/calls.ts";

/** Bodies of the public API. A name that is not known is refused, so that a typing error is not a silent default. */

const details = {
  title: meetingPayload.shape.meetingName,
  startsAt: isoMoment,
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

const clipSettings = {
  /** Left out for a new clip: the beginning of its words. Previews of the link show it. */
  title: newClip.shape.title,
  /** Left out for a new clip: both. */
  parts: newClip.shape.parts,
  /** Null: the link has no end. */
  expiresAt: isoMoment.nullable().optional(),
};

/** The passage as times in ms of the meeting, or as ids of lines of its transcript: from the first to the last of them. */
export const newPublicClip = z
  .strictObject({
    startMs: newClip.shape.fromMs.optional(),
    endMs: newClip.shape.toMs.optional(),
    segmentIds: z.array(z.string().min(1).max(LINE_ID_CHARS_MAX)).min(1).max(CLIP_LINES_MAX).optional(),
    ...clipSettings,
  })
  .refine(
    ({ startMs, endMs, segmentIds }) =>
      segmentIds ? startMs === undefined && endMs === undefined : startMs !== undefined && endMs !== undefined,
    { message: "Give startMs and endMs, or segmentIds.", path: ["startMs"] },
  );
export type NewPublicClip = z.output<typeof newPublicClip>;

/** A field that is left out stays as it is. */
export const publicClipChange = z.strictObject(clipSettings);

export const taskChange = z.strictObject({ done: z.boolean() });

/** A field that is left out stays as it is. The summary is always shown. */
export const publicShareChange = z.strictObject({
  parts: z.array(z.enum(SHARE_PARTS)).max(SHARE_PARTS.length).optional(),
  titleShown: z.boolean().optional(),
  /** Null: the link has no end. */
  expiresAt: isoMoment.nullable().optional(),
});
