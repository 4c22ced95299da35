import * as z from "zod/mini";
import { quoted } from "#app/contracts/meeting/field-schemas.ts";
import { DRAFT_CHARS_MAX, DRAFT_ITEMS_MAX, DRAFT_SEGMENT_IDS_MAX } from "#app/domain/limits/minutes.ts";
import { cellKey } from "#app/domain/summary/fields/table-field.ts";
import type { FieldBodies } from "#app/domain/summary/summary.ts";
import type { FieldType, TableColumn, TemplateField } from "#app/domain/template/template.ts";

/** The answers of language models for each type of field: the schema that a model is asked for, and the reader of its draft. */
type DraftSchemas<Body> = {
  /** Stricter than the draft: every member is named, and nothing else is allowed. Lines cite notes by number. */
  answer(field: TemplateField): z.core.$ZodType;
  /** Null for a value that is no field of this type. */
  readDraft(value: unknown, field: TemplateField): ReadDraft<Body> | null;
};

/** A field of a draft without its broken lines, and the number of those. */
type ReadDraft<Body> = { body: Body; dropped: number };

const answerNotes = z.array(z.int());
const answerItem = z.strictObject({ text: z.string(), notes: answerNotes });
const answerText = z.nullable(z.string());

const oneId = z.string().check(z.maxLength(64));
/** Citations are hints (check/find-places.ts): those of another shape are left out, and the line stays. */
const draftIds = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown) =>
    (Array.isArray(value) ? value : [value])
      .slice(0, DRAFT_SEGMENT_IDS_MAX)
      .map((id: unknown) => oneId.safeParse(id).data)
      .filter((id) => id !== undefined),
  ),
);
const draftText = z.string().check(z.maxLength(DRAFT_CHARS_MAX));
/** Models write "" and "none" as readily as null; values that are not text count as absent. */
const optionalText = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown) => draftText.safeParse(value).data ?? null),
);
/** Values of another shape count as absent. */
const optionalQuoted = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown) => quoted.safeParse(value).data),
);
/** Grounding keeps `quoted` for the engine that quotes only. */
const draftItem = z.object({ text: draftText, segmentIds: draftIds, quoted: optionalQuoted });
const draftTask = z.extend(draftItem, { description: optionalText, assigned: optionalText, deadline: optionalText });
const draftTitle = z.extend(draftItem, { subtitle: optionalText });

type Items = { items: z.infer<typeof draftItem>[] };
const PLAIN: DraftSchemas<Items> = {
  answer: () => z.strictObject({ items: z.array(answerItem) }),
  readDraft: (value) => readItems(draftItem, value),
};

const TASKS: DraftSchemas<FieldBodies["tasks"]> = {
  answer: () => {
    const item = z.extend(answerItem, { description: answerText, assigned: answerText, deadline: answerText });
    return z.strictObject({ items: z.array(item) });
  },
  readDraft: (value) => readItems(draftTask, value),
};

const TITLES: DraftSchemas<FieldBodies["titleSubtitle"]> = {
  answer: () => z.strictObject({ items: z.array(z.extend(answerItem, { subtitle: answerText })) }),
  readDraft: (value) => readItems(draftTitle, value),
};

const draftTable = z.object({
  columns: z.optional(z.array(draftText).check(z.maxLength(64))),
  rows: z.array(z.unknown()),
});
const cell = z.union([
  draftText,
  z.pipe(
    z.number(),
    z.transform((number: number) => String(number)),
  ),
]);
const draftRow = z.object({ cells: z.array(cell).check(z.maxLength(64)), segmentIds: draftIds });
/** A cell of another shape is empty. Drafts that were joined have lists of cells, in the order of the columns. */
const looseCell = z.pipe(
  z.unknown(),
  z.transform((value: unknown) => cell.safeParse(value).data ?? ""),
);
const namedRow = z.object({
  cells: z.union([z.array(looseCell).check(z.maxLength(64)), z.record(z.string(), looseCell)]),
  segmentIds: draftIds,
});

const TABLE: DraftSchemas<FieldBodies["customTable"]> = {
  answer: ({ columns = [] }) => {
    if (columns.length === 0) {
      const texts = z.array(z.string());
      return z.strictObject({ columns: texts, rows: z.array(z.strictObject({ cells: texts, notes: answerNotes })) });
    }
    const cells = z.strictObject(Object.fromEntries(columns.map((column, at) => [cellKey(at), cellOf(column)])));
    return z.strictObject({ rows: z.array(z.strictObject({ cells, notes: answerNotes })) });
  },
  readDraft: (value, { columns = [] }) => {
    const read = draftTable.safeParse(value);
    if (!read.success) return null;
    if (columns.length === 0) {
      if (read.data.columns === undefined) return null;
      const { kept, dropped } = keepValid(draftRow, read.data.rows);
      return { body: { columns: read.data.columns, rows: kept }, dropped };
    }
    const { kept, dropped } = keepValid(namedRow, read.data.rows);
    const rows = kept.map(({ cells, segmentIds }) => ({
      cells: columns.map((_, at) => (Array.isArray(cells) ? cells[at] : cells[cellKey(at)]) ?? ""),
      segmentIds,
    }));
    // The template names the columns, whatever a model calls them.
    return { body: { columns: columns.map(({ name }) => name), rows }, dropped };
  },
};

/** A choice can only be one of the choices; every cell may be absent. */
function cellOf({ kind, choices = [] }: TableColumn): z.core.$ZodType {
  return z.nullable(kind === "choice" && choices.length > 0 ? z.enum(choices) : z.string());
}

export const DRAFT_FIELDS: { [Type in FieldType]: DraftSchemas<FieldBodies[Type]> } = {
  summary: PLAIN,
  keypoints: PLAIN,
  keywords: PLAIN,
  tasks: TASKS,
  bullets: PLAIN,
  titleSubtitle: TITLES,
  customText: PLAIN,
  customBullets: PLAIN,
  customHashtag: PLAIN,
  customTable: TABLE,
};

/** Returns the schema of one field of an answer. */
export function answerField(field: TemplateField): z.core.$ZodType {
  return DRAFT_FIELDS[field.type].answer(field);
}

/** Reads one field of a draft; broken lines are dropped and counted. */
export function readDraftField<Type extends FieldType>(
  type: Type,
  value: unknown,
  field: TemplateField,
): ReadDraft<FieldBodies[Type]> | null {
  return DRAFT_FIELDS[type].readDraft(value, field);
}

/** Models write a list of items with or without an object around it. */
function readItems<Item>(schema: z.ZodMiniType<Item>, value: unknown): ReadDraft<{ items: Item[] }> | null {
  const list = z.array(z.unknown());
  const bare = list.safeParse(value);
  const read = bare.success ? bare : z.object({ items: list }).safeParse(value);
  if (!read.success) return null;
  const items = Array.isArray(read.data) ? read.data : read.data.items;
  // A model may write the line alone.
  const { kept, dropped } = keepValid(
    schema,
    items.map((item) => (typeof item === "string" ? { text: item } : item)),
  );
  return { body: { items: kept }, dropped };
}

function keepValid<Line>(schema: z.ZodMiniType<Line>, values: readonly unknown[]): { kept: Line[]; dropped: number } {
  const kept: Line[] = [];
  for (const value of values.slice(0, DRAFT_ITEMS_MAX)) {
    const read = schema.safeParse(value);
    if (read.success) kept.push(read.data);
  }
  return { kept, dropped: values.length - kept.length };
}
