/** §3: a template is an ordered list of fields. Every summary keeps the snapshot of the template that made it. */
export const FIELD_TYPES = [
  "summary",
  "keypoints",
  "keywords",
  "tasks",
  "bullets",
  "titleSubtitle",
  "customText",
  "customBullets",
  "customHashtag",
  "customTable",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** §3: the five Acta fields. In a template their key is their type, and their title may be null. */
export const ACTA_FIELD_TYPES = ["summary", "keypoints", "keywords", "tasks", "bullets"] as const;

/** Types that a custom field can have, in the order of the form 'New Field'. */
export const CUSTOM_FIELD_TYPES = [
  "customBullets",
  "titleSubtitle",
  "customText",
  "customHashtag",
  "customTable",
] as const;

/** Whether the template's author names the columns of a field of this type. */
export function hasColumns(type: FieldType | null): boolean {
  return type === "customTable";
}

export const COLUMN_KINDS = ["text", "number", "date", "person", "choice"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A column of a table. `choices` are the values of a column of kind `choice`. */
export type TableColumn = { name: string; kind: ColumnKind; choices?: string[] | undefined };

/** The key of a field that was taken from 'My fields' begins with this; the id of the saved field follows. */
export const SAVED_FIELD_KEY = "mine-";

/** The optional members are absent in snapshots that were stored before they existed. */
export type TemplateField = {
  key: string;
  /** A title that a person wrote; null for Acta fields, whose title is a text of the interface. */
  title: string | null;
  prompt: string;
  type: FieldType;
  required: boolean;
  description?: string | null | undefined;
  /** Only of a type that has columns (`hasColumns`). */
  columns?: TableColumn[] | undefined;
  /** The person's saved field ('My fields') that this is a copy of, and the version that was copied. */
  savedFieldId?: string | null | undefined;
  savedFieldVersion?: number | undefined;
};

export type TemplateSnapshot = {
  /** Null is the system default 'Basic system' (§3). */
  id: string | null;
  name: string;
  description?: string | null | undefined;
  fields: TemplateField[];
};

/** Basic system in a path or an address, where null cannot stand. */
export const BASIC_SYSTEM_WORD = "system";
/** The id in paths: Basic system has none. */
export const pathId = (id: string | null) => id ?? BASIC_SYSTEM_WORD;

/** The system default with the five Acta fields (§3). */
export const BASIC_SYSTEM: TemplateSnapshot = {
  id: null,
  name: "Basic system",
  fields: [
    {
      key: "summary",
      title: null,
      type: "summary",
      required: true,
      prompt: "What the meeting was about and what came of it.",
    },
    {
      key: "keypoints",
      title: null,
      type: "keypoints",
      required: false,
      prompt: "The statements that somebody who was not there must know.",
    },
    {
      key: "keywords",
      title: null,
      type: "keywords",
      required: false,
      prompt: "Names and terms that the meeting turned on.",
    },
    {
      key: "bullets",
      title: null,
      type: "bullets",
      required: false,
      prompt: "What was decided, and what stayed open.",
    },
    {
      key: "tasks",
      title: null,
      type: "tasks",
      required: false,
      prompt: "What somebody committed to do; owner and deadline only where they were said.",
    },
  ],
};
