import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";
import { RECORDING_DURATION_MS_MAX } from "#app/domain/limits/media.ts";
import { SOUND_WINDOWS_ASKED_MAX, SOUND_WINDOWS_MAX } from "#app/domain/limits/sound-first.ts";
import {
  FILE_NAME_CHARS_MAX,
  MEETING_TITLE_CHARS_MAX,
  UPLOAD_PARTS_ASKED_MAX,
  UPLOAD_PARTS_MAX,
} from "#app/domain/limits/uploads.ts";
import { WINDOW_AUDIO_BYTES_MAX } from "#app/domain/limits/windows.ts";
import { parseTimestamp } from "#app/domain/time.ts";

/** The end of the year 9999; what is later is no date that a page could show. */
const TIMESTAMP_MAX = Date.UTC(10_000, 0, 1) - 1;

const partNumber = z.number().int().min(1).max(UPLOAD_PARTS_MAX);

/** One line of a person's own words: control characters and broken halves of characters come from copying, not from them. */
const line = (charsMax: number) =>
  z
    .string()
    .max(4 * charsMax)
    .transform((text) => text.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim())
    .pipe(z.string().min(1).max(charsMax));

/** A title or name as it is shown (clean-name.ts). A file's name stays as it is: the file is known again by it. */
const name = (charsMax: number) =>
  z
    .string()
    .max(4 * charsMax)
    .transform(cleanName)
    .pipe(z.string().min(1).max(charsMax));

/**
 * §3, §7: the payload of POST /api/acta/upload, and the meetingData of upload_data. clientEmail and clientName are
 * accepted because the specification sends them, and never believed: who somebody is comes from the session.
 */
export const meetingPayload = z.object({
  meetingName: name(MEETING_TITLE_CHARS_MAX),
  /** §9: seconds where it has ten digits, else milliseconds. */
  meetingDate: z.union([z.number(), z.string()]).transform((value, context) => {
    const at = parseTimestamp(value);
    if (at === null || at > TIMESTAMP_MAX) context.addIssue({ code: "custom", message: "not a timestamp" });
    return at ?? 0;
  }),
  clientEmail: z.string().max(320).nullish(),
  clientName: z.string().max(320).nullish(),
  /** For an upload: the extension of the chosen video. */
  meetExtUrl: z.string().max(64),
  meetLanguage: z.enum(MEETING_LANGUAGES).default("es"),
  templateId: z.string().max(64).nullable().default(null),
  /** Beside the specification, always sent by our own page (D §8): the size is signed into the presigned URL. */
  fileSize: z.number().int().min(0).optional(),
  /**
   * Beside the specification: a transcript is given beside the video, a .vtt or .srt file; the answer then names a place for
   * it too. At upload_data nothing said means "as it was said before", and null goes on without the one that was promised.
   */
  transcriptExt: z.string().max(64).nullish(),
  /** Its size in bytes, which is then signed into its URL. */
  transcriptSize: z.number().int().min(0).optional(),
  /**
   * Beside the specification: the file goes in parts, and this is what it is known by when it is chosen again. Needs
   * `fileSize`; smaller files than UPLOAD_WHOLE_BYTES_MAX go whole all the same.
   */
  parts: z
    .object({
      fileName: line(FILE_NAME_CHARS_MAX),
      /** Epoch ms, as the file system has it. */
      fileModifiedAt: z.number().int().min(0),
      /** SHA-256 (hex) of its first and last FILE_ENDS_BYTES. */
      fileDigest: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .optional(),
  /** Beside the specification: the dialog's own id for one submit; the same one twice makes one meeting. */
  submissionId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/)
    .optional(),
  /** Beside the specification: the zone the date was chosen in. */
  timeZone: z.string().max(64).optional(),
});
export type MeetingPayload = z.infer<typeof meetingPayload>;

/** SHA-256 in base64, as S3 has it. */
const sha256 = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

/** POST /api/acta/upload_parts: which parts have landed, and which are to be put next. */
export const uploadPartsPayload = z.object({
  meetId: z.string().regex(/^[0-9a-z]{24}$/),
  landed: z
    .array(z.object({ number: partNumber, etag: z.string().regex(/^"?[\x21\x23-\x7e]{1,512}"?$/) }))
    .max(UPLOAD_PARTS_MAX)
    .default([]),
  wanted: z
    .array(z.object({ number: partNumber, sha256 }))
    .max(UPLOAD_PARTS_ASKED_MAX)
    .default([]),
});
export type UploadPartsPayload = z.infer<typeof uploadPartsPayload>;

const soundWindow = z.object({
  /** Ms of the recording, whole, in order and without overlap; a cut of an edit list may leave a gap (`isSoundPlan`). */
  startMs: z.number().int().min(0),
  endMs: z.number().int().min(1),
  /** What its file covers, as `WindowPlan` has it. */
  audioStartMs: z.number(),
  audioEndMs: z.number().min(0),
});
/**
 * POST /api/acta/upload_sound: the recording's sound, window by window, ahead of the video. The browser cuts the same windows out
 * of the file as the server would (`planWindows`, `extractWindow`), so that their bytes can be compared when the video is in.
 */
export const uploadSoundPayload = z.object({
  meetId: z.string().regex(/^[0-9a-z]{24}$/),
  /** The plan, said with the first question (and again after a restart); another one than before replaces it with what had landed. */
  plan: z
    .object({
      durationMs: z.number().int().min(1).max(RECORDING_DURATION_MS_MAX),
      /** The file's extension: `m4a`, or `wav` of PCM, or `ogg` of Vorbis. */
      ext: z.enum(["m4a", "wav", "ogg"]),
      windows: z.array(soundWindow).min(1).max(SOUND_WINDOWS_MAX),
    })
    .optional(),
  /** Windows that are to be put next: how many bytes, their SHA-256, and where nothing sounds, in ms of the file. */
  wanted: z
    .array(
      z.object({
        index: z.number().int().min(0),
        bytes: z.number().int().min(1).max(WINDOW_AUDIO_BYTES_MAX),
        sha256,
        silences: z
          .array(z.object({ startMs: z.number().min(0), endMs: z.number().min(0) }))
          .max(5000)
          .default([]),
      }),
    )
    .max(SOUND_WINDOWS_ASKED_MAX)
    .default([]),
  /** Windows whose PUT the store has answered. Each may be recognised as soon as it is said here. */
  landed: z.array(z.number().int().min(0)).max(SOUND_WINDOWS_MAX).default([]),
});
export type UploadSoundPayload = z.infer<typeof uploadSoundPayload>;

export const uploadDataPayload = z.object({ meetId: z.string().max(64), meetingData: meetingPayload });
