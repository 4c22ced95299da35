import type { BlockObjectRequest, CreatePageParameters } from "@notionhq/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldMapping } from "#app/contracts/connections.ts";
import {
  NOTION_ID_PROPERTY,
  type NotionMapping,
  type NotionProperty,
  propertiesFor,
  proposeMapping,
} from "#app/domain/collaboration/notion-fields.ts";
import { writeNotionBlocks } from "#app/server/exports/collaboration/notion-blocks.ts";
import { writeNotionProperties } from "#app/server/exports/collaboration/notion-properties.ts";
import { childrenProblem, valueProblem, wordsOf } from "#workers/stand-ins/collaboration/notion-checks.mjs";
import { EVERY_FIELD, type Field, minutesWith, PAGE } from "#tests/unit/collaboration/every-field-view.ts";

/** The types are the vendor's: a block or a property that Notion does not know is no program. */
async function blocksOf(fields: readonly Field[]): Promise<BlockObjectRequest[]> {
  return writeNotionBlocks(await minutesWith(fields), { page: PAGE, note: "Acta wrote this." });
}

const ID = `id-${NOTION_ID_PROPERTY}`;
const FACTS = { meetId: "0123456789abcdefghjkmnpq", startsAt: Date.UTC(2026, 10, 20, 9, 30), durationMs: 95_000 };

async function propertiesOf(
  properties: readonly NotionProperty[],
  mapping: NotionMapping,
  fields = EVERY_FIELD,
  chosen: readonly FieldMapping[] = [],
): Promise<NonNullable<CreatePageParameters["properties"]>> {
  const asked = { facts: FACTS, page: PAGE, mapping, fields: chosen, properties, idProperty: ID };
  return writeNotionProperties(await minutesWith(fields), asked);
}

test("every type of field is a block of the page, in the order of the minutes", async () => {
  const lines = (await blocksOf(EVERY_FIELD)).map((block) => {
    const content: unknown = Object.values(block).find((each) => typeof each === "object");
    const { rich_text, checked, children } = content as {
      rich_text?: unknown;
      checked?: boolean;
      children?: { table_row: { cells: unknown[] } }[];
    };
    const rows = children?.map(({ table_row }) => table_row.cells.map(wordsOf).join(" | ")) ?? [];
    return `${block.type}${checked === undefined ? "" : ` ${checked}`}: ${children ? rows.join(" / ") : wordsOf(rich_text)}`;
  });
  expect(lines.slice(1)).toEqual([
    "heading_2: Summary",
    "paragraph: The roof leaks. 00:05 It rained in. 00:05",
    "heading_2: Key points",
    "bulleted_list_item: Tiles are missing. 00:05",
    "heading_2: Decisions",
    "bulleted_list_item: Buckets stand ready. 00:05",
    "heading_2: Tasks",
    "to_do true: Mend the roof 00:05\nbefore it rains\nAssigned: Nora · Deadline: Wednesday, 25 November 2026",
    "to_do false: Count the buckets 00:05",
    "heading_2: Parts",
    "bulleted_list_item: A wet winter 00:05\nIn the attic",
    "heading_2: Notes",
    "paragraph: Nobody was hurt. 00:05",
    "heading_2: Loans",
    "bulleted_list_item: The ladder is borrowed. 00:05",
    "heading_2: Tags",
    "paragraph: #attic #roof",
    "heading_2: Prices",
    "table: Material | Price / Slate | 40 euros",
    "heading_2: Keywords",
    "paragraph: gutter, slate",
    "paragraph: The minutes were written by a-model.",
    "paragraph: Acta wrote this.",
  ]);
});

test("a moment is a link", async () => {
  const [, , bullet] = await blocksOf(EVERY_FIELD.slice(1, 2));
  expect(bullet).toMatchObject({
    bulleted_list_item: {
      rich_text: [
        { text: { content: "Tiles are missing. ", link: null } },
        { text: { content: "00:05", link: { url: `${PAGE}?t=5` } } },
      ],
    },
  });
});

test("a paragraph of more parts than a block may have goes on in the next one, and no sentence is lost", async () => {
  const items = Array.from({ length: 60 }, (_, at) => ({ text: `Sentence ${at}.`, segmentIds: ["a", "b"] }));
  const blocks = await blocksOf([{ title: "Summary", content: { type: "summary", items } }]);
  expect(childrenProblem(blocks)).toBeNull();
  const words = blocks.map((block) => ("paragraph" in block ? wordsOf(block.paragraph.rich_text) : "")).join(" ");
  for (const { text } of items) expect(words).toContain(text);
});

test("any text keeps to Notion's limits", async () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 5000 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
      const items = texts.map((each) => ({ text: each, segmentIds: ["a"] }));
      const rows = Array.from({ length: 150 }, () => ({ cells: [texts[0] ?? ""], segmentIds: [] }));
      const blocks = await blocksOf([
        { title: texts[0] ?? "", content: { type: "bullets", items } },
        { title: "Table", content: { type: "customTable", columns: ["A"], rows } },
      ]);
      for (const block of blocks) expect(childrenProblem([block])).toBeNull();
    }),
    { numRuns: 20 },
  );
});

const property = (name: string, type: NotionProperty["type"]): NotionProperty => ({ id: `id-${name}`, name, type });
const ALL = [
  property("Name", "title"),
  property("Day", "date"),
  property("Address", "url"),
  property("Topics", "multi_select"),
  property("Template", "select"),
  property("Minutes", "number"),
  property("Decisions", "rich_text"),
  property("Tags", "multi_select"),
  property("To do", "rich_text"),
  property(NOTION_ID_PROPERTY, "rich_text"),
];

test("fields are written by the type of their property", async () => {
  const values = await propertiesOf(ALL, {
    startsAt: "id-Day",
    link: "id-Address",
    keywords: "id-Topics",
    template: "id-Template",
    duration: "id-Minutes",
    tasks: "id-To do",
  });
  expect(values).toEqual({
    "id-Name": { title: [expect.objectContaining({ text: { content: "Budget of the choir", link: null } })] },
    "id-Day": { date: { start: "2026-11-20T09:30:00.000Z" } },
    "id-Address": { url: PAGE },
    "id-Topics": { multi_select: [{ name: "gutter" }, { name: "slate" }] },
    "id-Template": { select: { name: expect.any(String) } },
    "id-Minutes": { number: 2 },
    // The names of template fields.
    "id-Decisions": { rich_text: [expect.objectContaining({ text: { content: "Buckets stand ready.", link: null } })] },
    "id-Tags": { multi_select: [{ name: "attic" }, { name: "#roof" }] },
    "id-To do": {
      rich_text: [expect.objectContaining({ text: { content: "• Mend the roof\n• Count the buckets", link: null } })],
    },
    [`id-${NOTION_ID_PROPERTY}`]: {
      rich_text: [expect.objectContaining({ text: { content: FACTS.meetId, link: null } })],
    },
  });
});

test("a property that is gone, or has another type than its field can take, is left out", async () => {
  expect(
    Object.keys(
      await propertiesOf([property("Name", "title"), property("Day", "url")], { startsAt: "id-Day", link: "id-gone" }),
    ),
  ).toEqual(["id-Name"]);
});

test("a chosen field is written whatever the names of its property and of the field are now, and so is the meeting's id", async () => {
  const renamed = [
    { ...property("Decisions", "rich_text"), name: "Agreed" },
    { ...property(NOTION_ID_PROPERTY, "rich_text"), name: "Meeting" },
  ];
  // The third field of the template, of which the title was another one, and one that is not to be written into the id.
  const chosen = [
    { field: "Outcomes", key: "f2", property: "id-Decisions" },
    { field: "Tags", property: ID },
  ];
  const text = (content: string) => ({ rich_text: [expect.objectContaining({ text: { content, link: null } })] });
  expect(await propertiesOf(renamed, { tasks: ID }, EVERY_FIELD, chosen)).toEqual({
    "id-Decisions": text("Buckets stand ready."),
    [ID]: text(FACTS.meetId),
  });
});

test("an empty field clears its property; a number that happens to have the name of a field stays", async () => {
  const fields: Field[] = [{ title: "Tasks", content: { type: "tasks", items: [] } }];
  const properties = [property("Topics", "multi_select"), property("Tasks", "number")];
  expect(await propertiesOf(properties, { keywords: "id-Topics" }, fields)).toEqual({
    "id-Topics": { multi_select: [] },
  });
});

test("names of options are what Notion takes", async () => {
  const words = ["slate, zinc", "Slate  Zinc", " ", "x".repeat(300)];
  const items = words.map((text) => ({ text, segmentIds: [] }));
  const fields: Field[] = [{ title: "Keywords", content: { type: "keywords", items } }];
  const values = await propertiesOf([property("Topics", "multi_select")], { keywords: "id-Topics" }, fields);
  const { multi_select } = values["id-Topics"] as { multi_select: { name: string }[] };
  expect(valueProblem("multi_select", multi_select)).toBeNull();
  expect(multi_select.map(({ name }) => name)).toEqual(["slate zinc", "x".repeat(100)]);
});

test("only what is plain is proposed, and Acta's own property is never offered", () => {
  expect(proposeMapping(ALL)).toEqual({ startsAt: "id-Day", link: "id-Address" });
  expect(proposeMapping([...ALL, property("Another day", "date")])).toEqual({ link: "id-Address" });
  expect(propertiesFor("tasks", ALL).map(({ name }) => name)).toEqual(["Decisions", "To do", "Minutes"]);
});
