import * as z from "zod/mini";
import { summaryView } from "#app/contracts/meeting/meeting-view.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";

/** Answers of the calls that correct a meeting, as the page reads them. */
const engine = z.object({ port: z.enum(["workers-ai", "openai", "extractive", "sample"]), model: z.string() });

/** The version that a correction made, if it made one, and the lines that two people changed differently. */
export const correctedAnswer = z.object({ version: z.nullable(z.number()), both: z.array(z.string()) });

export const versionsAnswer = z.object({
  versions: z.array(
    z.object({
      version: z.number(),
      kind: z.enum(["written", "edited", "kept", "brought-back"]),
      madeAt: z.number(),
      by: z.enum(["you", "other", "engine"]),
      /** Null is Basic system, whose name is a text of the interface. */
      template: z.nullable(z.string()),
      language: z.enum(MEETING_LANGUAGES),
      engine,
      manualLines: z.number(),
      shown: z.boolean(),
    }),
  ),
});
export type VersionsAnswer = z.infer<typeof versionsAnswer>;
export type ListedVersion = VersionsAnswer["versions"][number];

/** `title`: the meeting's title as it was when a person saved the version. */
export const versionAnswer = z.object({ summary: summaryView, title: z.optional(z.nullable(z.string())) });
export type VersionAnswer = z.infer<typeof versionAnswer>;

/** POST …/summary when somebody else saved in the meantime: the refusal carries the current minutes. */
export const editedMeanwhile = z.object({ current: z.object({ summary: summaryView }) });

export const rewriteAnswer = z.object({
  rewrite: z.object({
    engine,
    languages: z.array(z.enum(MEETING_LANGUAGES)),
    manualLines: z.number(),
    language: z.enum(MEETING_LANGUAGES),
    templateId: z.nullable(z.string()),
  }),
});
export type RewriteAnswer = z.infer<typeof rewriteAnswer>["rewrite"];

export const speakersAnswer = z.object({
  speakers: z.array(
    z.object({
      label: z.string(),
      name: z.nullable(z.string()),
      spokenMs: z.number(),
      /** Some seconds in which only this speaker is heard, in ms of the recording. */
      sample: z.nullable(z.object({ startMs: z.number(), endMs: z.number() })),
    }),
  ),
  /** Present for speakers who were told apart by their voices: the number that a person gave, and how many were found. */
  voices: z.optional(z.object({ people: z.nullable(z.number()), found: z.number() })),
  /** Names of the invitation. */
  invited: z.optional(z.array(z.string())),
  /**
   * Names that were said to or by a speaker who has none, or whose saved voice sounds like theirs; nobody gets them before a person says so.
   */
  heard: z.optional(
    z.array(
      z.object({
        label: z.string(),
        name: z.string(),
        atMs: z.number(),
        how: z.enum(["introduced", "greeted", "thanked", "sounds"]),
      }),
    ),
  ),
  /** Present where the person has Acta remember voices: the days that a voice is kept, the labels whose voice can be saved, and the saved names. */
  remembers: z.optional(z.object({ keepDays: z.number(), labels: z.array(z.string()), saved: z.array(z.string()) })),
});
export type SpeakersAnswer = z.infer<typeof speakersAnswer>;
export type VoicesAnswer = NonNullable<z.infer<typeof speakersAnswer>["voices"]>;
export type SpeakerAnswer = z.infer<typeof speakersAnswer>["speakers"][number];

export const segmentAnswer = z.object({
  segment: z.object({ startMs: z.number(), original: z.string(), corrected: z.nullable(z.string()) }),
});
export type SegmentAnswer = z.infer<typeof segmentAnswer>;
