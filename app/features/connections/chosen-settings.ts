import * as z from "zod/mini";
import { type FieldMapping, fieldMapping, type ShownConnection } from "#app/contracts/connections.ts";
import { NOTION_FIELDS, type NotionMapping } from "#app/domain/collaboration/notion-fields.ts";

/** A connection's settings as the dialog shows them. `templates`: null among them is Basic system. */
export type Sends = "hand" | "all" | "templates";
export type ChosenSettings = {
  placeId: string | null;
  sends: Sends;
  templates: (string | null)[];
  updates: boolean;
  mapping: NotionMapping;
  fields: readonly FieldMapping[];
};

const place = z.object({ id: z.string(), name: z.string() });
const settings = z.object({
  channel: z.optional(z.nullable(place)),
  source: z.optional(z.nullable(place)),
  templates: z.optional(z.nullable(z.array(z.nullable(z.string())))),
  mapping: z.optional(z.partialRecord(z.enum(NOTION_FIELDS), z.string())),
  fields: z.optional(z.array(fieldMapping)),
});

/** The place that is chosen; null before. */
export function placeOf({ settings: stored }: Pick<ShownConnection, "settings">): { id: string; name: string } | null {
  const read = settings.safeParse(stored).data;
  return read?.channel ?? read?.source ?? null;
}

export function readChosen(connection: ShownConnection): ChosenSettings {
  const read = settings.safeParse(connection.settings).data;
  const templates = read?.templates ?? null;
  const sends = connection.sends === "by-hand" ? "hand" : templates === null ? "all" : "templates";
  return {
    placeId: placeOf(connection)?.id ?? null,
    sends,
    templates: templates ?? [],
    updates: connection.updates,
    mapping: read?.mapping ?? {},
    fields: read?.fields ?? [],
  };
}
