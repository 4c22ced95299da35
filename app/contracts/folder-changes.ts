import * as z from "zod";
import { RULE_KINDS } from "#app/domain/folders/rule.ts";
import {
  FOLDER_NAME_CHARS_MAX,
  RULE_VALUE_CHARS_MAX,
  TAG_CHARS_MAX,
  TAGS_OF_MEETING_MAX,
} from "#app/domain/limits/folders.ts";
import { SELECTION_MEETINGS_MAX } from "#app/domain/limits/lists.ts";

/** Bodies of the calls about folders. Only the server loads them. */

const id = z.string().min(1).max(64);
/** Longer than a name may be, so that one that is too long gets an answer that says so. */
const folderName = z.string().max(2 * FOLDER_NAME_CHARS_MAX);
const tags = z.array(z.string().max(2 * TAG_CHARS_MAX)).max(TAGS_OF_MEETING_MAX);

/** POST /api/acta/arrange: what is not in it stays as it is. A folder by its name is made where there is none; null: in no folder. */
export const arrangeAsked = z.strictObject({
  meetIds: z.array(id).min(1).max(SELECTION_MEETINGS_MAX),
  folder: z.union([z.strictObject({ id }), z.strictObject({ name: folderName }), z.null()]).optional(),
  archived: z.boolean().optional(),
  tags: z.strictObject({ add: tags, remove: tags }).optional(),
});

/** PATCH /api/acta/folders/:folderId. `shared`: the person's team has it, or the person again. */
export const folderChange = z.strictObject({ name: folderName.optional(), shared: z.boolean().optional() });

/** POST /api/acta/folder-rules */
export const newFolderRule = z.strictObject({
  kind: z.enum(RULE_KINDS),
  value: z.string().max(RULE_VALUE_CHARS_MAX),
  folderId: id.nullable(),
  tags,
  /** Of meetings from a calendar; "system" for Basic system, null for that of the calendar. */
  templateId: id.nullable(),
});
