import * as z from "zod/mini";
import { RULE_KINDS } from "#app/domain/folders/rule.ts";

/** Folders, tags and rules, as History and the dialog read them. */

const folder = z.object({
  id: z.string(),
  /** "Clients/Girona": one in another. */
  name: z.string(),
  /** The team that has it; null for a folder of the person. */
  team: z.nullable(z.string()),
  /** Whether the person may rename, share or delete it. */
  editable: z.boolean(),
});
export type Folder = z.infer<typeof folder>;

const ruleTest = z.object({ kind: z.enum(RULE_KINDS), value: z.string() });
const rule = z.object({
  id: z.string(),
  ...ruleTest.shape,
  /** Null for a rule that only tags, or whose folder the person cannot see any more. */
  folder: z.nullable(z.string()),
  tags: z.array(z.string()),
  template: z.nullable(z.string()),
});
export type FolderRule = z.infer<typeof rule>;

/** GET /api/acta/folders: all of them. `of`: one meeting that was asked for, with the rules that its move may make. */
export const foldersAnswer = z.object({
  folders: z.array(folder),
  /** The tags of the person's meetings, for suggestions. */
  tags: z.array(z.string()),
  rules: z.array(rule),
  /** The person is in a team whose folders they may change. */
  canShare: z.boolean(),
  of: z.nullable(
    z.object({
      folderId: z.nullable(z.string()),
      tags: z.array(z.string()),
      archived: z.boolean(),
      offers: z.array(ruleTest),
    }),
  ),
});
export type Folders = z.infer<typeof foldersAnswer>;

/** A change of several meetings, as POST /api/acta/arrange takes it and as its answer undoes it. */
const arrangement = z.object({
  meetIds: z.array(z.string()),
  folder: z.optional(z.nullable(z.object({ id: z.string() }))),
  archived: z.optional(z.boolean()),
  tags: z.optional(z.object({ add: z.array(z.string()), remove: z.array(z.string()) })),
});
export type Arrangement = z.infer<typeof arrangement>;

/** POST /api/acta/arrange. `found`: meetings that are the person's own; the others stay as they are. */
export const arrangedAnswer = z.object({
  found: z.number(),
  folder: z.nullable(folder),
  /** Sent one after the other, they bring everything back as it was. */
  undo: z.array(arrangement),
});
export type Arranged = z.infer<typeof arrangedAnswer>;
