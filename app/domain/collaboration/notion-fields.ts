/** Fields of a meeting that can be written into properties of a Notion database. */

/** The types of properties into which Acta can write. Others are not offered. */
export const NOTION_PROPERTY_TYPES = ["title", "rich_text", "number", "url", "date", "select", "multi_select"] as const;
export type NotionPropertyType = (typeof NOTION_PROPERTY_TYPES)[number];
export type NotionProperty = { id: string; name: string; type: NotionPropertyType };

/** Names are stored and never change. The title of the page is the title of the meeting, always. */
export const NOTION_FIELDS = [
  "startsAt",
  "link",
  "duration",
  "language",
  "template",
  "speakers",
  "keywords",
  "tasks",
] as const;
export type NotionField = (typeof NOTION_FIELDS)[number];
/** By the field, the id of its property. A field without one is not written. */
export type NotionMapping = Partial<Record<NotionField, string>>;

/** The types that hold a field, the one that suits it best first. */
export const TYPES_OF_FIELD: Record<NotionField, readonly NotionPropertyType[]> = {
  startsAt: ["date", "rich_text"],
  link: ["url", "rich_text"],
  duration: ["number", "rich_text"],
  language: ["select", "rich_text", "multi_select"],
  template: ["select", "rich_text", "multi_select"],
  speakers: ["multi_select", "rich_text"],
  keywords: ["multi_select", "rich_text"],
  tasks: ["rich_text", "number"],
};

/** Whether a property can take the words of a field of a template. A number of that name is the person's own. */
export function isWorded({ type }: Pick<NotionProperty, "type">): boolean {
  return type === "rich_text" || type === "select" || type === "multi_select";
}

/** The property by which Acta finds the page of a meeting again. Its name is on the page, in every language the same. */
export const NOTION_ID_PROPERTY = "Acta ID";

/** The properties that can take a field, those of the most suitable type first. */
export function propertiesFor(field: NotionField, properties: readonly NotionProperty[]): NotionProperty[] {
  return TYPES_OF_FIELD[field].flatMap((type) =>
    properties.filter((property) => property.type === type && property.name !== NOTION_ID_PROPERTY),
  );
}

/** Only types that can hardly mean anything else, and only where there is one such property. */
const PROPOSED = ["startsAt", "link"] as const;

/** A mapping to begin with: the only date and the only address of the database. The person decides about the others. */
export function proposeMapping(properties: readonly NotionProperty[]): NotionMapping {
  const mapping: NotionMapping = {};
  for (const field of PROPOSED) {
    const [best] = TYPES_OF_FIELD[field];
    const found = properties.filter(({ type }) => type === best);
    if (found.length === 1 && found[0]) mapping[field] = found[0].id;
  }
  return mapping;
}
