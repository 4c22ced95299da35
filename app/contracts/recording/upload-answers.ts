import * as z from "zod/mini";

/**
 * Answers of the upload calls, as the page reads them. Written with zod/mini and apart from the payloads: a page that reads an answer does
 * not load the checks of a payload.
 */
export const uploadStarted = z.object({
  meetId: z.string(),
  presignedUrl: z.url(),
  /** Headers that the PUT must send with the body when the size was signed. */
  headers: z.record(z.string(), z.string()),
  /** Only set when a transcript was announced: the address of its PUT, and the headers that it must send. */
  transcriptUrl: z.optional(z.url()),
  transcriptHeaders: z.optional(z.record(z.string(), z.string())),
  /** Only set when the file is sent in parts: it is then not put at `presignedUrl`. `landed`: numbers of parts that are stored already. */
  parts: z.optional(z.object({ partBytes: z.number(), landed: z.array(z.number()) })),
});
export type UploadStarted = z.infer<typeof uploadStarted>;

/** POST /api/acta/upload_parts: the addresses for the wanted parts, and the numbers of all stored parts. */
export const uploadPartsAnswer = z.object({
  landed: z.array(z.number()),
  places: z.array(z.object({ number: z.number(), url: z.url(), headers: z.record(z.string(), z.string()) })),
});
export type UploadPartsAnswer = z.infer<typeof uploadPartsAnswer>;

/** POST /api/acta/upload_sound: the addresses for the wanted windows, and the indexes of all stored windows. */
export const uploadSoundAnswer = z.object({
  landed: z.array(z.number()),
  places: z.array(z.object({ index: z.number(), url: z.url(), headers: z.record(z.string(), z.string()) })),
});
export type UploadSoundAnswer = z.infer<typeof uploadSoundAnswer>;

/** GET /api/acta/uploads: uploads begun in parts that wait for their file. */
export const unfinishedUploadsAnswer = z.object({
  uploads: z.array(
    z.object({
      meetId: z.string(),
      title: z.string(),
      fileName: z.string(),
      fileBytes: z.number(),
      fileModifiedAt: z.number(),
      fileDigest: z.string(),
      partBytes: z.number(),
      landedBytes: z.number(),
      /** State of sound that is sent before the video: some is recognised, all is stored, or the minutes are written from it. */
      sound: z.optional(z.enum(["coming", "in", "written"])),
      touchedAt: z.number(),
      /** Time of removal if nobody continues the upload. */
      removedAt: z.number(),
    }),
  ),
});
export type UnfinishedUpload = z.infer<typeof unfinishedUploadsAnswer>["uploads"][number];
