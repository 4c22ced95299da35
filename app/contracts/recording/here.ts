import * as z from "zod";
import { meetingPayload } from "#app/contracts/recording/upload.ts";
import { HERE_SOURCES, HERE_TRACKS } from "#app/domain/here/here.ts";
import { PIECES_OF_SEGMENT_MAX } from "#app/domain/limits/calls.ts";
import { HERE_MARKS_MAX, HERE_MS_MAX, HERE_NOTE_CHARS_MAX, HERE_SEGMENTS_MAX } from "#app/domain/limits/here.ts";

/** Payloads of recordings that a browser makes. */

const ms = z.number().int().min(0).max(HERE_MS_MAX);

/** POST /api/acta/here. */
export const hereBegin = meetingPayload
  .pick({ meetingName: true, meetLanguage: true, templateId: true, timeZone: true })
  .extend({
    /** The browser's own key of this recording, random: the same key again is the same recording. */
    clientKey: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
    source: z.enum(HERE_SOURCES),
    /** The person has said that everybody in the conversation knows that it is recorded. Nothing begins without it. */
    consented: z.literal(true),
  });
export type HereBegin = z.infer<typeof hereBegin>;

/** POST /api/acta/here/:meetId/marks. A mark that was taken before changes nothing; they may come in any order. */
export const hereMarks = z.object({
  marks: z
    .array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("paused"), atMs: ms, at: z.number().int().min(0) }),
        z.object({ type: z.literal("resumed"), atMs: ms, at: z.number().int().min(0) }),
        /** A source gives no sound, or gives sound again. `at`: epoch ms of the browser, the newest of a source counts. */
        z.object({
          type: z.literal("silent"),
          source: z.enum(["microphone", "tab"]),
          atMs: ms,
          at: z.number().int().min(0),
        }),
        z.object({
          type: z.literal("heard"),
          source: z.enum(["microphone", "tab"]),
          atMs: ms,
          at: z.number().int().min(0),
        }),
      ]),
    )
    .min(1)
    .max(HERE_MARKS_MAX),
});
export type HereMarks = z.infer<typeof hereMarks>;

/** PUT /api/acta/here/:meetId/notes/:noteId. The same id again changes the text; the moment stays the first one. */
export const hereNote = z.object({
  atMs: ms,
  text: z
    .string()
    .max(4 * HERE_NOTE_CHARS_MAX)
    .transform((text) => text.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim())
    .pipe(z.string().min(1).max(HERE_NOTE_CHARS_MAX)),
});
export type HereNotePayload = z.infer<typeof hereNote>;

/**
 * POST /api/acta/here/:meetId/finish. `tracks`: how many pieces each segment has, so that the server knows what is still on its way. Null,
 * or a segment that is not named: what has arrived is all there is.
 */
export const hereFinish = z.object({
  tracks: z.nullable(
    z
      .array(
        z.object({
          track: z.enum(HERE_TRACKS),
          segments: z
            .array(
              z.object({
                /** As in the segment's pieces. */
                startMs: ms,
                segment: z
                  .number()
                  .int()
                  .min(0)
                  .max(HERE_SEGMENTS_MAX - 1),
                pieces: z.number().int().min(0).max(PIECES_OF_SEGMENT_MAX),
              }),
            )
            .max(HERE_SEGMENTS_MAX),
        }),
      )
      .max(HERE_TRACKS.length),
  ),
});
export type HereFinish = z.infer<typeof hereFinish>;
