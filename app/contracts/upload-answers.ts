import * as z from "zod/mini";

/**
 * What the upload's calls answer, as the page reads it. Written with zod/mini and apart from what is sent: a page that reads
 * an answer does not load the checks of a payload.
 */
export const uploadStarted = z.object({
  meetId: z.string(),
  presignedUrl: z.url(),
  /** What the PUT must send beside the body, where the size was signed. */
  headers: z.record(z.string(), z.string()),
  /** Only where a transcript was announced: where its PUT goes, and what that must send. */
  transcriptUrl: z.optional(z.url()),
  transcriptHeaders: z.optional(z.record(z.string(), z.string())),
  /** Only where the file goes in parts: it is then not put at `presignedUrl`. Numbers of parts that are there already. */
  parts: z.optional(z.object({ partBytes: z.number(), landed: z.array(z.number()) })),
});
export type UploadStarted = z.infer<typeof uploadStarted>;

/** POST /api/acta/upload_parts: where the wanted parts go, and all that have landed. */
export const uploadPartsAnswer = z.object({
  landed: z.array(z.number()),
  places: z.array(z.object({ number: z.number(), url: z.url(), headers: z.record(z.string(), z.string()) })),
});
export type UploadPartsAnswer = z.infer<typeof uploadPartsAnswer>;

/** POST /api/acta/upload_sound: where the wanted windows go, and all that have landed. */
export const uploadSoundAnswer = z.object({
  landed: z.array(z.number()),
  places: z.array(z.object({ index: z.number(), url: z.url(), headers: z.record(z.string(), z.string()) })),
});
export type UploadSoundAnswer = z.infer<typeof uploadSoundAnswer>;

/** GET /api/acta/uploads: what was begun in parts and waits for its file. */
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
      /** Of the sound that goes ahead of the video: some of it has been heard, all of it is in, the minutes are written from it. */
      sound: z.optional(z.enum(["coming", "in", "written"])),
      touchedAt: z.number(),
      /** When it is removed if nobody goes on with it. */
      removedAt: z.number(),
    }),
  ),
});
export type UnfinishedUpload = z.infer<typeof unfinishedUploadsAnswer>["uploads"][number];

/** How much of the plan is used. `limit` null is no limit. */
const planUse = z.object({ used: z.number(), limit: z.nullable(z.number()) });
export type PlanUse = z.infer<typeof planUse>;

/** §3: user credits response; `usage` stands beside its fields. */
export const creditsResponse = z.object({
  meetCount: z.object({
    uploadMeets: z.number(),
    recordMeets: z.number(),
    /** Beside the specification: calls that are planned and not recorded yet; absent where there are none. */
    plannedMeets: z.optional(z.number()),
  }),
  freeCreditsEnableToRecord: z.boolean(),
  freeCreditsEnableToUpload: z.boolean(),
  /** What counts against the plan over its period. */
  usage: z.object({ uploads: planUse, recordings: planUse, period: z.enum(["all-time"]) }),
});
export type CreditsResponse = z.infer<typeof creditsResponse>;
