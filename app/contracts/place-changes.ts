import * as z from "zod";
import { CONNECTION_SENDS } from "#app/contracts/connections.ts";
import { NOTION_FIELDS } from "#app/domain/collaboration/notion-fields.ts";
import { PLACE_ID_CHARS_MAX, PLACE_TEMPLATES_MAX } from "#app/domain/limits/collaboration.ts";

/**
 * PUT /api/acta/connections/{id}/place: a channel or a database, and when minutes go there. `templates`: only minutes of these go by
 * themselves; null: all. Only the server loads it.
 */
export const chosenPlace = z.strictObject({
  placeId: z.string().min(1).max(PLACE_ID_CHARS_MAX),
  sends: z.enum(CONNECTION_SENDS),
  updates: z.boolean(),
  templates: z.array(z.string().max(PLACE_ID_CHARS_MAX).nullable()).max(PLACE_TEMPLATES_MAX).nullable(),
  /** Of a database: by the field, the id of its property. */
  mapping: z.partialRecord(z.enum(NOTION_FIELDS), z.string().max(PLACE_ID_CHARS_MAX)).default({}),
});
export type ChosenPlace = z.output<typeof chosenPlace>;
