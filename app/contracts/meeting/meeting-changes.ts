import * as z from "zod";
import { SHARE_PARTS } from "#app/contracts/meeting/share.ts";
import { SUGGESTIONS } from "#app/domain/chat/exchange.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { RECORDING_DURATION_MS_MAX } from "#app/domain/limits/media.ts";
import { SELECTION_MEETINGS_MAX } from "#app/domain/limits/lists.ts";
import {
  CHAT_QUESTION_CHARS_MAX,
  EDIT_FIELDS_MAX,
  EDIT_LINES_READ_MAX,
  LINE_ID_CHARS_MAX,
  MERGE_GAP_MS_MAX,
  SEGMENT_EDIT_CHARS_MAX,
  SEGMENTS_ASSIGNED_MAX,
  PEOPLE_TOLD_MAX,
  SPEAKER_CHARS_MAX,
  SPEAKERS_NAMED_MAX,
  SUMMARY_ITEM_CHARS_MAX,
  SUMMARY_LABEL_CHARS_MAX,
  SUMMARY_TABLE_COLUMNS_MAX,
} from "#app/domain/limits/minutes.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { CALL_REQUEST_ANSWERS } from "#app/domain/meeting/call.ts";

/**
 * Corrections as a page sends them. The page gives each save an id, so that a repeated request does nothing; values that somebody else may
 * have changed in the meantime are sent as they were when the person began.
 */
const saveId = z.string().regex(/^[0-9a-zA-Z_-]{8,64}$/);
const lineIdText = z.string().min(1).max(LINE_ID_CHARS_MAX);
const version = z.number().int().positive();
const text = z.string().max(SUMMARY_ITEM_CHARS_MAX);
const label = z.string().max(SUMMARY_LABEL_CHARS_MAX);
const title = z.string().max(MEETING_TITLE_CHARS_MAX).transform(cleanName).pipe(z.string().min(1));

const editedLine = z.object({
  id: lineIdText,
  text,
  description: text.nullable().default(null),
  assigned: label.nullable().default(null),
  deadline: label.nullable().default(null),
  subtitle: text.nullable().default(null),
  cells: z.array(text).max(SUMMARY_TABLE_COLUMNS_MAX).default([]),
});

/** POST …/summary: the changed fields, each with all its lines as they should be. */
export const summaryEdit = z.object({
  saveId,
  /** The version that was being edited. */
  madeOn: version,
  /** The newest version that the person was shown and means to overwrite. */
  seen: version,
  title: z
    .object({ before: z.string().max(4 * MEETING_TITLE_CHARS_MAX), after: title })
    .nullable()
    .default(null),
  fields: z
    .array(z.object({ key: z.string().max(LINE_ID_CHARS_MAX), lines: z.array(editedLine).max(EDIT_LINES_READ_MAX) }))
    .max(EDIT_FIELDS_MAX),
});

/** POST …/versions/:version */
export const bringBack = z.object({ saveId });

/** POST …/tasks: sets whether a task is done. Idempotent. */
export const taskTick = z.object({ taskId: lineIdText, done: z.boolean() });

/** POST …/segments/:segmentId: corrected words, or null to go back to the recognised ones. */
export const segmentEdit = z.object({
  saveId,
  before: z.string().max(SEGMENT_EDIT_CHARS_MAX),
  text: z
    .string()
    .max(SEGMENT_EDIT_CHARS_MAX)
    .transform((words) => words.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim())
    .pipe(z.string().min(1))
    .nullable(),
});

/**
 * POST …/segments: the speaker of these lines, by the name that the page shows; null for the speaker that was recognised. `alike`: and of the
 * lines that sound like them; null then is a speaker without a name.
 */
const segmentAssignment = z.object({
  saveId,
  alike: z.boolean().default(false),
  segmentIds: z.array(z.string().min(1).max(LINE_ID_CHARS_MAX)).min(1).max(SEGMENTS_ASSIGNED_MAX),
  speaker: z.string().max(SPEAKER_CHARS_MAX).transform(cleanName).pipe(z.string().min(1)).nullable(),
});

/** POST …/segments, too: takes back the save with the id `undo`. */
export const segmentChange = z.union([z.object({ saveId, undo: saveId }), segmentAssignment]);

/** POST …/voices: how many people spoke; null: that is found too. */
export const peopleCount = z.object({ saveId, people: z.number().int().min(1).max(PEOPLE_TOLD_MAX).nullable() });

/** POST …/speakers: the name of the person behind a label; null for the label itself. */
export const speakerNames = z.object({
  saveId,
  names: z
    .array(
      z.object({
        label: z.string().max(4 * SPEAKER_CHARS_MAX),
        before: z.string().max(SPEAKER_CHARS_MAX).nullable(),
        name: z
          .string()
          .max(SPEAKER_CHARS_MAX)
          .transform((words) => cleanName(words) || null)
          .nullable(),
      }),
    )
    .max(SPEAKERS_NAMED_MAX),
});

/** POST …/rewrite */
export const rewrite = z.object({
  saveId,
  templateId: z.string().max(64).nullable(),
  language: z.enum(MEETING_LANGUAGES),
  /** Handling of manually edited lines: copied into the new version, or left in the version that is shown now. */
  hand: z.enum(["keep", "leave"]),
});

/** POST …/split: the moment, in ms of the meeting, and the title of the second one. */
export const splitAsked = z.object({ atMs: z.number().int().min(0).max(RECORDING_DURATION_MS_MAX), title });

/** POST …/merge: the meeting that comes after this one, and the pause between the two. */
export const mergeAsked = z.object({ later: z.string().max(64), gapMs: z.number().int().min(0).max(MERGE_GAP_MS_MAX) });

/** POST …/language */
export const languageChange = z.object({ saveId, language: z.enum(MEETING_LANGUAGES) });

/** PATCH /api/acta/meetings/:meetId/shares: what is left out stays as it is. The summary is always shown. */
export const shareChange = z.object({
  parts: z.array(z.enum(SHARE_PARTS)).max(SHARE_PARTS.length).optional(),
  titleShown: z.boolean().optional(),
  /** Epoch ms; null is no end. */
  expiresAt: z.number().int().nullable().optional(),
});
export type ShareChange = z.infer<typeof shareChange>;

/** POST /api/acta/meetings/:meetId/call/answer: what the owner answers a person who asks for the call's notes. */
export const callAnswerPayload = z.object({
  requestId: z.string().regex(/^[0-9a-z]{24}$/),
  answer: z.enum(CALL_REQUEST_ANSWERS),
});
export type CallAnswerPayload = z.infer<typeof callAnswerPayload>;

/** POST /api/acta/meetings/:meetId/chat: a new question, or one to answer again. `key` makes two sends of the same click one question. */
export const chatQuestion = z.union([
  z.object({
    key: z.string().regex(/^[\w-]{8,64}$/),
    question: z.string().trim().min(1).max(CHAT_QUESTION_CHARS_MAX),
    suggestion: z
      .enum(SUGGESTIONS)
      .nullish()
      .transform((suggestion) => suggestion ?? null),
  }),
  z.object({ again: z.number().int().positive() }),
]);
export type ChatQuestionBody = z.output<typeof chatQuestion>;

/** POST /api/acta/delete */
export const deleteSeveral = z.strictObject({
  meetIds: z.array(z.string().max(64)).min(1).max(SELECTION_MEETINGS_MAX),
});
