import * as z from "zod/mini";
import { summaryView } from "#app/contracts/meeting/meeting-view.ts";
import { templateField, templateSnapshot } from "#app/contracts/template/template-fields.ts";
import { COLUMN_PROBLEMS, FIELD_PROBLEMS, TEMPLATE_PROBLEMS } from "#app/domain/template/template-rules.ts";

/** Answers about templates, as pages read them. */

/** Origin of a person's template: written in the builder, or copied from another template, a file or a shared link. */
export const TEMPLATE_ORIGINS = ["new", "duplicate", "import", "link"] as const;

/** A template in the list, the viewer and the builder. */
export const listedTemplate = z.object({
  /** Null is Basic system. */
  id: z.nullable(z.string()),
  /** Of Basic system an English word; pages show their own text for it. */
  name: z.string(),
  description: z.nullable(z.string()),
  kind: z.enum(["predefined", "custom"]),
  fields: z.array(templateField),
  /** Grows with each save; a save names the version that it is based on. 0: predefined, never changed. */
  version: z.number(),
  /** Epoch ms; null: predefined. */
  updatedAt: z.nullable(z.number()),
  /** Null: predefined. */
  origin: z.nullable(z.enum(TEMPLATE_ORIGINS)),
  /** The team to which it belongs; absent: to nobody else. Its administrators change it, and its members use it. */
  team: z.optional(z.object({ name: z.string(), isManaged: z.boolean() })),
});
export type ListedTemplate = z.infer<typeof listedTemplate>;

/** §7: an array; on failure or non-array, an empty list. */
export const templatesAnswer = z.array(listedTemplate);
export type TemplatesAnswer = z.infer<typeof templatesAnswer>;

/** Rules of §5 that do not hold, beside the refusals `template-invalid` and `field-invalid`. */
export const templateProblems = z.object({
  problems: z.array(
    z.object({
      reason: z.enum([...TEMPLATE_PROBLEMS, ...FIELD_PROBLEMS, ...COLUMN_PROBLEMS]),
      field: z.nullable(z.number()),
      column: z.nullable(z.number()),
    }),
  ),
});

/** The template as somebody else saved it meanwhile, beside the refusal `template-changed`. */
export const templateChanged = z.object({ current: listedTemplate });

/** A meeting that uses a template: one with minutes or on the way to them, or a planned one (SCHEDULE). */
const use = z.object({ id: z.string(), title: z.string(), startsAt: z.number() });

/** The places that use a template: the counts are of all, the lists name the newest. Beside the refusal `template-in-use`, too. */
export const templateUsage = z.object({
  usage: z.object({
    meetings: z.number(),
    planned: z.number(),
    /** It is the caller's default template, or another member's. */
    isDefault: z.boolean(),
    isDefaultOfOthers: z.boolean(),
    listedMeetings: z.array(use),
    listedPlanned: z.array(use),
    /** Calendars whose meetings get it; the caller's own ones are named. */
    calendars: z.number(),
    listedCalendars: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type TemplateUsage = z.infer<typeof templateUsage>["usage"];

/** POST …/switch: meetings that have the other template now, and how many still have this one; a page asks again until none is left. */
export const templateSwitched = z.object({ switched: z.number(), left: z.number(), usage: templateUsage.shape.usage });

export const templateVersions = z.object({
  versions: z.array(
    z.object({
      version: z.number(),
      name: z.string(),
      fields: z.number(),
      changedAt: z.number(),
      change: z.enum(["created", "saved", "restored", "fields-updated"]),
      /** Null: a person whose account is gone. */
      by: z.nullable(z.object({ name: z.string(), isYou: z.boolean() })),
    }),
  ),
});
export type TemplateVersions = z.infer<typeof templateVersions>["versions"];

export const templateVersion = z.object({ version: z.number(), template: templateSnapshot });

/** One of 'My fields', and the templates that have a copy of it, each with the version of the field that it has. */
export const savedField = z.object({
  id: z.string(),
  version: z.number(),
  updatedAt: z.number(),
  field: templateField,
  usedIn: z.array(z.object({ templateId: z.string(), name: z.string(), version: z.number() })),
});
export type SavedField = z.infer<typeof savedField>;
export const savedFields = z.object({ fields: z.array(savedField) });

/** POST …/apply: templates that have the newest version of the field now. */
export const fieldApplied = z.object({ updated: z.number(), field: savedField });

/** The links of a template. A link shows the template as it was when the link was made. */
export const templateShares = z.object({
  shares: z.array(
    z.object({
      linkId: z.string(),
      /** Null: the secret behind the addresses was changed since, so that the address is not known any more. */
      url: z.nullable(z.string()),
      createdAt: z.number(),
      /** The version of the template that the link shows. */
      version: z.number(),
      opens: z.number(),
      lastOpenedOn: z.nullable(z.string()),
    }),
  ),
});
export type TemplateShare = z.infer<typeof templateShares>["shares"][number];

/** The template as /t/:token shows it: no owner, no ids, no text of a meeting. */
const sharedTemplate = z.object({
  name: z.string(),
  description: z.nullable(z.string()),
  fields: z.array(templateField),
});
export type SharedTemplate = z.infer<typeof sharedTemplate>;

/** The minutes that a template produces for a meeting. Nothing in the meeting changes. */
export const templatePreview = z.object({
  meeting: z.object({ title: z.string(), isSample: z.boolean() }),
  /** The start of each cited segment, in ms of the recording, by its id. */
  moments: z.record(z.string(), z.number()),
  summary: summaryView,
});
export type TemplatePreview = z.infer<typeof templatePreview>;

/** POST /api/acta/rewrite: for each meeting, whether its minutes are being written again. */
export const rewritesAnswer = z.object({
  results: z.array(
    z.object({
      meetId: z.string(),
      outcome: z.enum(["started", "not-found", "not-ready", "meeting-busy", "language-needs-model", "failed"]),
    }),
  ),
});
