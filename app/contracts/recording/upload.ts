import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { LANGUAGE_CHOICES } from "#app/domain/meeting-languages.ts";
import { IMPORT_DIGESTS_ASKED_MAX } from "#app/domain/limits/imports.ts";
import {
  RECORDING_DURATION_MS_MAX,
  SOUND_WINDOWS_ASKED_MAX,
  SOUND_WINDOWS_MAX,
  TRACKS_HEARD_MAX,
  WINDOW_AUDIO_BYTES_MAX,
} from "#app/domain/limits/media.ts";
import {
  FILE_NAME_CHARS_MAX,
  MEETING_TITLE_CHARS_MAX,
  UPLOAD_PARTS_ASKED_MAX,
  UPLOAD_PARTS_MAX,
} from "#app/domain/limits/uploads.ts";
import { parseTimestamp } from "#app/domain/time.ts";

/** The end of the year 9999; a page cannot show later dates. */
const TIMESTAMP_MAX = Date.UTC(10_000, 0, 1) - 1;

/** A moment as ISO text with its zone, in the years that a timestamp can have. */
export const isoMoment = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .pipe(z.number().min(0).max(TIMESTAMP_MAX));

const partNumber = z.number().int().min(1).max(UPLOAD_PARTS_MAX);

/** One line of text entered by a person: control characters and lone surrogates come from copying and are replaced. */
const line = (charsMax: number) =>
  z
    .string()
    .max(4 * charsMax)
    .transform((text) => text.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim())
    .pipe(z.string().min(1).max(charsMax));

/** A title or name in display form (clean-name.ts). A file's name stays unchanged: the file is recognised by it. */
const name = (charsMax: number) =>
  z
    .string()
    .max(4 * charsMax)
    .transform(cleanName)
    .pipe(z.string().min(1).max(charsMax));

/**
 * §3, §7: the payload of POST /api/acta/upload, and the meetingData of upload_data. clientEmail and clientName are accepted because the
 * specification sends them, and never trusted: the identity comes from the session.
 */
export const meetingPayload = z.object({
  meetingName: name(MEETING_TITLE_CHARS_MAX),
  /** §9: seconds when it has ten digits, else milliseconds. */
  meetingDate: z.union([z.number(), z.string()]).transform((value, context) => {
    const at = parseTimestamp(value);
    if (at === null || at > TIMESTAMP_MAX) context.addIssue({ code: "custom", message: "not a timestamp" });
    return at ?? 0;
  }),
  clientEmail: z.string().max(320).nullish(),
  clientName: z.string().max(320).nullish(),
  /** For an upload: the extension of the chosen video. */
  meetExtUrl: z.string().max(64),
  /** "auto" is not in the specification: the speech engine hears the language. */
  meetLanguage: z.enum(LANGUAGE_CHOICES).default("es"),
  templateId: z.string().max(64).nullable().default(null),
  /** Not in the specification, always sent by our own page (D §8): the size is signed into the presigned URL. */
  fileSize: z.number().int().min(0).optional(),
  /**
   * Not in the specification: a transcript comes with the video, a text file with times (TRANSCRIPT_EXTENSIONS); the answer then also gives an address for it. At
   * upload_data an absent value means "unchanged", and null continues without the announced transcript.
   */
  transcriptExt: z.string().max(64).nullish(),
  /** The transcript's size in bytes, which is then signed into its URL. */
  transcriptSize: z.number().int().min(0).optional(),
  /**
   * Not in the specification: the file is sent in parts, and these values identify it when it is chosen again. Needs `fileSize`; files
   * smaller than UPLOAD_WHOLE_BYTES_MAX are still sent whole.
   */
  parts: z
    .object({
      fileName: line(FILE_NAME_CHARS_MAX),
      /** Epoch ms, as the file system reports it. */
      fileModifiedAt: z.number().int().min(0),
      /** SHA-256 (hex) of its first and last FILE_ENDS_BYTES. */
      fileDigest: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .optional(),
  /** Not in the specification: the dialog's own id for one submit; sending the same id twice makes one meeting. */
  submissionId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/)
    .optional(),
  /** Not in the specification: the time zone in which the date was chosen. */
  timeZone: z.string().max(64).optional(),
});
export type MeetingPayload = z.infer<typeof meetingPayload>;

/** SHA-256 in base64, as S3 uses it. */
const sha256 = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);

/** POST /api/acta/upload_parts: the parts that are stored, and the parts to put next. */
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
  /** The sound track that the window is cut from, by its number among those that are heard; absent for the first. */
  track: z
    .number()
    .int()
    .min(0)
    .max(TRACKS_HEARD_MAX - 1)
    .optional(),
  /** Ms of the recording, whole, in order; those of a track without overlap, though the cut of an edit list may leave a gap (`isSoundPlan`). */
  startMs: z.number().int().min(0),
  endMs: z.number().int().min(1),
  /** The stretch that the window's file covers, as in `WindowPlan`. */
  audioStartMs: z.number(),
  audioEndMs: z.number().min(0),
});
/**
 * POST /api/acta/upload_sound: the recording's sound, window by window, before the video. The browser cuts the same windows out of the file
 * as the server would (`planWindows`, `extractWindow`), so that their bytes can be compared when the video has arrived.
 */
export const uploadSoundPayload = z.object({
  meetId: z.string().regex(/^[0-9a-z]{24}$/),
  /**
   * The plan, sent with the first request (and again after a restart); a different plan replaces the earlier one and its stored windows.
   */
  plan: z
    .object({
      durationMs: z.number().int().min(1).max(RECORDING_DURATION_MS_MAX),
      /** The file's extension: `m4a`, or `wav` of PCM, or `ogg` of Vorbis. */
      ext: z.enum(["m4a", "wav", "ogg"]),
      windows: z.array(soundWindow).min(1).max(SOUND_WINDOWS_MAX),
    })
    .optional(),
  /** Windows to put next: their size in bytes, their SHA-256, and their silences, in ms of the file. */
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
  /** Windows whose PUT the store has answered. Each may be recognised as soon as it is listed here. */
  landed: z.array(z.number().int().min(0)).max(SOUND_WINDOWS_MAX).default([]),
});
export type UploadSoundPayload = z.infer<typeof uploadSoundPayload>;

export const uploadDataPayload = z.object({ meetId: z.string().max(64), meetingData: meetingPayload });

/** The bytes of a transcript file in Base64, because their encoding is not known yet. */
export const givenTranscript = z.object({
  file: z.base64().transform((text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))),
});

/** POST /api/acta/imports: a transcript without a recording, and the details of its meeting. */
export const importPayload = z.object({
  ...meetingPayload.pick({
    meetingName: true,
    meetingDate: true,
    meetLanguage: true,
    templateId: true,
    timeZone: true,
  }).shape,
  ...givenTranscript.shape,
});
export type ImportPayload = z.infer<typeof importPayload>;

/** POST /api/acta/imports/known: digests of transcripts (transcript-digest.ts). */
export const importDigests = z.object({ digests: z.array(sha256).max(IMPORT_DIGESTS_ASKED_MAX) });
