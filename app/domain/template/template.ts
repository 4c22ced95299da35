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

export type TableColumn = {
  name: string;
  kind: "text" | "number" | "date" | "person" | "choice";
  /** Only of the kind "choice": the values that a cell may have. */
  choices?: string[];
};

export type TemplateField = {
  key: string;
  /** A title that a person wrote; null for the fields of Basic system, whose title is a text of the interface. */
  title: string | null;
  prompt: string;
  type: FieldType;
  required: boolean;
  description?: string;
  /** Columns of a customTable, in order. Without them a model names the columns itself. */
  columns?: TableColumn[];
};

export type TemplateSnapshot = {
  /** Null is the system default 'Basic system' (§3). */
  id: string | null;
  name: string;
  fields: TemplateField[];
};

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
