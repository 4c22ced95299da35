import * as z from "zod/mini";
import { invariant } from "#app/domain/invariant.ts";
import { DRAFT_CHARS_MAX, DRAFT_ITEMS_MAX, DRAFT_SEGMENT_IDS_MAX } from "#app/domain/limits/minutes.ts";
import type { FieldBodies } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";

/**
 * The schemas of each type of field: as a page receives it, as the JSON export has it, as a language model is asked for it, and
 * the reader of the draft that comes back. From zod/mini, because the pages load them too.
 */
type FieldSchemas<Body> = {
  view: z.core.$ZodTypeDiscriminable;
  exported: z.core.$ZodTypeDiscriminable;
  /** Stricter than the draft: every member is named, and nothing else is allowed. */
  answer(parts: AnswerParts): z.core.$ZodType;
  /** Null for a value that is no field of this type. */
  readDraft(value: unknown): ReadDraft<Body> | null;
};

/** The parts of an answer's schema that depend on the engine: texts, cited segments, and lists with or without a limit. */
export type AnswerParts = {
  text: z.ZodMiniType<string>;
  segmentIds: z.ZodMiniType<string[]>;
  listOf: (item: z.core.$ZodType) => z.core.$ZodType;
};

/** A field of a draft without its broken lines, and the number of those. */
type ReadDraft<Body> = { body: Body; dropped: number };

const ids = z.array(z.string());
const orNull = z.nullable(z.string());

/** See EditMarks in domain/summary/summary.ts. */
const editMarks = {
  id: z.optional(z.string()),
  byHand: z.optional(z.literal(true)),
  outdated: z.optional(z.literal(true)),
};
/** See Quoted in domain/summary/highlights.ts. */
const quoted = z.object({
  speaker: orNull,
  exact: orNull,
  part: z.nullable(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("topic"), startMs: z.number(), endMs: z.number(), keywords: z.array(z.string()) }),
      z.object({ kind: z.literal("decision") }),
      z.object({ kind: z.literal("question") }),
    ]),
  ),
});
const itemView = z.object({ text: z.string(), segmentIds: ids, quoted: z.optional(quoted), ...editMarks });

const exportedMarks = {
  segmentIds: ids,
  /** A person wrote the line or changed it. */
  byHand: z.boolean(),
  /** The line rests on words of the transcript that were corrected since. */
  outdated: z.boolean(),
};
/** On a line that quotes: who said it, its exact words when `text` is shortened, and the part of the minutes in which it stands. */
const exportedItem = z.object({ text: z.string(), quoted: z.optional(quoted), ...exportedMarks });

const answerItem = ({ text, segmentIds }: AnswerParts) => z.strictObject({ text, segmentIds });

const draftIds = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(DRAFT_SEGMENT_IDS_MAX));
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

const plain = <Type extends FieldType>(type: Type) => ({
  view: z.object({ type: z.literal(type), items: z.array(itemView) }),
  exported: z.object({ type: z.literal(type), items: z.array(exportedItem) }),
  answer: (parts: AnswerParts) => z.strictObject({ items: parts.listOf(answerItem(parts)) }),
  readDraft: (value: unknown) => readItems(draftItem, value),
});

const tasks = () => {
  const draftTask = z.extend(draftItem, { description: optionalText, assigned: optionalText, deadline: optionalText });
  return {
    view: z.object({
      type: z.literal("tasks"),
      items: z.array(
        z.extend(itemView, {
          description: orNull,
          assigned: orNull,
          deadline: orNull,
          done: z.optional(z.literal(true)),
        }),
      ),
    }),
    exported: z.object({
      type: z.literal("tasks"),
      items: z.array(
        z.extend(exportedItem, {
          description: orNull,
          assigned: orNull,
          /** The words that were said, or a day that a person chose: "2026-11-25". */
          deadline: orNull,
          /** A person ticked it off. */
          done: z.boolean(),
        }),
      ),
    }),
    answer: (parts: AnswerParts) => {
      const none = z.nullable(parts.text);
      const item = z.extend(answerItem(parts), { description: none, assigned: none, deadline: none });
      return z.strictObject({ items: parts.listOf(item) });
    },
    readDraft: (value: unknown) => readItems(draftTask, value),
  };
};

const titles = () => {
  const draftTitle = z.extend(draftItem, { subtitle: optionalText });
  return {
    view: z.object({ type: z.literal("titleSubtitle"), items: z.array(z.extend(itemView, { subtitle: orNull })) }),
    exported: z.object({
      type: z.literal("titleSubtitle"),
      items: z.array(z.extend(exportedItem, { subtitle: orNull })),
    }),
    answer: (parts: AnswerParts) =>
      z.strictObject({ items: parts.listOf(z.extend(answerItem(parts), { subtitle: z.nullable(parts.text) })) }),
    readDraft: (value: unknown) => readItems(draftTitle, value),
  };
};

const table = () => {
  const draftTable = z.object({
    columns: z.array(draftText).check(z.maxLength(64)),
    rows: z.array(z.unknown()),
  });
  const cell = z.union([
    z.string(),
    z.pipe(
      z.number(),
      z.transform((number: number) => String(number)),
    ),
  ]);
  const draftRow = z.object({ cells: z.array(cell).check(z.maxLength(64)), segmentIds: draftIds });
  return {
    view: z.object({
      type: z.literal("customTable"),
      columns: z.array(z.string()),
      rows: z.array(z.object({ cells: z.array(z.string()), segmentIds: ids, ...editMarks })),
    }),
    exported: z.object({
      type: z.literal("customTable"),
      columns: z.array(z.string()),
      rows: z.array(z.object({ cells: z.array(z.string()), ...exportedMarks })),
    }),
    answer: ({ text, segmentIds, listOf }: AnswerParts) =>
      z.strictObject({
        columns: listOf(text),
        rows: listOf(z.strictObject({ cells: listOf(text), segmentIds })),
      }),
    readDraft: (value: unknown) => {
      const read = draftTable.safeParse(value);
      if (!read.success) return null;
      const { kept, dropped } = keepValid(draftRow, read.data.rows);
      return { body: { columns: read.data.columns, rows: kept }, dropped };
    },
  };
};

export const FIELD_SCHEMAS = {
  summary: plain("summary"),
  keypoints: plain("keypoints"),
  keywords: plain("keywords"),
  tasks: tasks(),
  bullets: plain("bullets"),
  titleSubtitle: titles(),
  customText: plain("customText"),
  customBullets: plain("customBullets"),
  customHashtag: plain("customHashtag"),
  customTable: table(),
} satisfies { [Type in FieldType]: FieldSchemas<FieldBodies[Type]> };

/** The content of a field of any type. */
export const fieldContentView = anyOf(Object.values(FIELD_SCHEMAS).map(({ view }) => view));
export const exportedContent = anyOf(Object.values(FIELD_SCHEMAS).map(({ exported }) => exported));

function anyOf<Schema extends z.core.$ZodTypeDiscriminable>(schemas: readonly Schema[]) {
  const [first, ...others] = schemas;
  invariant(first, "there are types of fields");
  return z.discriminatedUnion("type", [first, ...others]);
}

/** Reads one field of a draft; broken lines are dropped and counted. */
export function readDraftField<Type extends FieldType>(
  type: Type,
  value: unknown,
): ReadDraft<FieldBodies[Type]> | null {
  const schemas: { [One in FieldType]: FieldSchemas<FieldBodies[One]> } = FIELD_SCHEMAS;
  return schemas[type].readDraft(value);
}

/** Models write a list of items with or without an object around it. */
function readItems<Item>(schema: z.ZodMiniType<Item>, value: unknown): ReadDraft<{ items: Item[] }> | null {
  const list = z.array(z.unknown());
  const bare = list.safeParse(value);
  const read = bare.success ? bare : z.object({ items: list }).safeParse(value);
  if (!read.success) return null;
  const { kept, dropped } = keepValid(schema, Array.isArray(read.data) ? read.data : read.data.items);
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
