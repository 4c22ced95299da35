import * as z from "zod/mini";
import { NOTION_FIELDS, NOTION_PROPERTY_TYPES } from "#app/domain/collaboration/notion-fields.ts";

/** The channel of Slack or the database of Notion to which a connection sends. */

const mapping = z.partialRecord(z.enum(NOTION_FIELDS), z.string().check(z.maxLength(200)));

const place = z.object({
  id: z.string(),
  name: z.string(),
  isPrivate: z.boolean(),
  /** Of a database: the properties that can take a field. */
  properties: z.array(z.object({ id: z.string(), name: z.string(), type: z.enum(NOTION_PROPERTY_TYPES) })),
  /** Of a database: a mapping to begin with. */
  proposed: mapping,
});
export type Place = z.infer<typeof place>;

/** GET /api/acta/connections/{id}/places */
export const placeList = z.object({ places: z.array(place) });
