import * as z from "zod/mini";
import { CONNECTION_SENDS } from "#app/contracts/connections.ts";
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

/** PUT /api/acta/connections/{id}/place. `templates`: only minutes of these go by themselves; null: all. */
export const chosenPlace = z.strictObject({
  placeId: z.string().check(z.minLength(1), z.maxLength(200)),
  sends: z.enum(CONNECTION_SENDS),
  updates: z.boolean(),
  templates: z.nullable(z.array(z.nullable(z.string().check(z.maxLength(50)))).check(z.maxLength(100))),
  mapping: z._default(mapping, {}),
});
export type ChosenPlace = z.infer<typeof chosenPlace>;
