import * as z from "zod/mini";
import { invariant } from "#app/domain/invariant.ts";
import type { FieldType } from "#app/domain/template/template.ts";

/**
 * The schemas of each type of field as a page receives it and as the JSON export has it. From zod/mini, because the pages load them
 * too; what a language model is asked for is in draft-fields.ts.
 */
type FieldSchemas = { view: z.core.$ZodTypeDiscriminable; exported: z.core.$ZodTypeDiscriminable };

const ids = z.array(z.string());
const orNull = z.nullable(z.string());

/** See EditMarks in domain/summary/summary.ts. */
const editMarks = {
  id: z.optional(z.string()),
  manual: z.optional(z.literal(true)),
  outdated: z.optional(z.literal(true)),
  unconfirmed: z.optional(z.literal(true)),
};
/** See Quoted in domain/summary/highlights.ts. */
export const quoted = z.object({
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
  manual: z.boolean(),
  /** The line rests on words of the transcript that were corrected since. */
  outdated: z.boolean(),
  /** The check of what an engine wrote found the line in the recording. False: `segmentIds` are the nearest moments. */
  confirmed: z.boolean(),
};
/** On a line that quotes: who said it, its exact words when `text` is shortened, and the part of the minutes in which it stands. */
const exportedItem = z.object({ text: z.string(), quoted: z.optional(quoted), ...exportedMarks });

const plain = <Type extends FieldType>(type: Type) => ({
  view: z.object({ type: z.literal(type), items: z.array(itemView) }),
  exported: z.object({ type: z.literal(type), items: z.array(exportedItem) }),
});

const tasks = {
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
};

const titles = {
  view: z.object({ type: z.literal("titleSubtitle"), items: z.array(z.extend(itemView, { subtitle: orNull })) }),
  exported: z.object({
    type: z.literal("titleSubtitle"),
    items: z.array(z.extend(exportedItem, { subtitle: orNull })),
  }),
};

const table = {
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
};

export const FIELD_SCHEMAS = {
  summary: plain("summary"),
  keypoints: plain("keypoints"),
  keywords: plain("keywords"),
  tasks,
  bullets: plain("bullets"),
  titleSubtitle: titles,
  customText: plain("customText"),
  customBullets: plain("customBullets"),
  customHashtag: plain("customHashtag"),
  customTable: table,
} satisfies { [Type in FieldType]: FieldSchemas };

/** The content of a field of any type. */
export const fieldContentView = anyOf(Object.values(FIELD_SCHEMAS).map(({ view }) => view));
export const exportedContent = anyOf(Object.values(FIELD_SCHEMAS).map(({ exported }) => exported));

function anyOf<Schema extends z.core.$ZodTypeDiscriminable>(schemas: readonly Schema[]) {
  const [first, ...others] = schemas;
  invariant(first, "there are types of fields");
  return z.discriminatedUnion("type", [first, ...others]);
}
