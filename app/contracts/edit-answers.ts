import * as z from "zod/mini";
import { summaryView } from "#app/contracts/meeting-view.ts";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";

/** What the calls that correct a meeting answer, as the page reads it. */
export const versionsAnswer = z.object({
  versions: z.array(
    z.object({
      version: z.number(),
      kind: z.enum(["written", "edited", "kept", "brought-back"]),
      madeAt: z.number(),
      by: z.enum(["you", "other", "engine"]),
      template: z.string(),
      language: z.enum(MEETING_LANGUAGES),
      linesByHand: z.number(),
      shown: z.boolean(),
    }),
  ),
});
export type VersionsAnswer = z.infer<typeof versionsAnswer>;
export type VersionAnswer = VersionsAnswer["versions"][number];

export const versionAnswer = z.object({ summary: summaryView });

export const rewriteAnswer = z.object({
  rewrite: z.object({
    languages: z.array(z.enum(MEETING_LANGUAGES)),
    linesByHand: z.number(),
    language: z.enum(MEETING_LANGUAGES),
    templateId: z.nullable(z.string()),
  }),
});
export type RewriteAnswer = z.infer<typeof rewriteAnswer>["rewrite"];

/** §7: an array; on failure or non-array, an empty list. */
export const templatesAnswer = z.array(z.object({ id: z.nullable(z.string()), name: z.string() }));
export type TemplatesAnswer = z.infer<typeof templatesAnswer>;

export const speakersAnswer = z.object({
  speakers: z.array(z.object({ label: z.string(), name: z.nullable(z.string()) })),
});
export type SpeakerAnswer = z.infer<typeof speakersAnswer>["speakers"][number];

export const segmentAnswer = z.object({
  segment: z.object({ original: z.string(), corrected: z.nullable(z.string()) }),
});
