import { expect, test } from "vitest";
import { draftJsonSchema, readDraftAnswer } from "#app/contracts/meeting/draft-answer.ts";
import { linesOf } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { EVERY_TYPE } from "#tests/unit/engines/transcripts.ts";

const item = { text: "We sign.", notes: [2] };
const NOTES = ["w0-0", "w0-1"].map((id) => ({
  kind: "fact" as const,
  text: "We sign.",
  who: null,
  when: null,
  corrects: null,
  segmentIds: [id],
}));
/** Answer of an engine that follows the schema, for each type of field. */
const BY_THE_SCHEMA: Record<string, unknown> = {
  ...Object.fromEntries(EVERY_TYPE.fields.map(({ key }) => [key, { items: [item] }])),
  tasks: { items: [{ ...item, description: null, assigned: "Irene", deadline: null }] },
  titleSubtitle: { items: [{ ...item, subtitle: null }] },
  customTable: { columns: ["What"], rows: [{ cells: ["Rent"], notes: [2] }] },
};

type Node = { [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
function nodesOf(value: unknown): Node[] {
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap((inner) => nodesOf(inner))];
}

test("the JSON schema is strict: every object names all its members and allows no other", () => {
  const objects = nodesOf(draftJsonSchema(EVERY_TYPE)).filter((node) => node.type === "object");
  expect(objects.length).toBeGreaterThan(EVERY_TYPE.fields.length);
  for (const { properties, required, additionalProperties } of objects) {
    expect(additionalProperties).toBe(false);
    expect(isNode(properties) && Object.keys(properties)).toEqual(required);
  }
});

test("the JSON schema uses only keywords that strict servers support", () => {
  const known = ["type", "properties", "required", "additionalProperties", "items", "anyOf"];
  const schemas = nodesOf(draftJsonSchema(EVERY_TYPE)).filter(
    (node) => "type" in node && typeof node.type === "string",
  );
  for (const schema of schemas) expect(known).toEqual(expect.arrayContaining(Object.keys(schema)));
});

test("the fields are the template's", () => {
  const schema = draftJsonSchema(BASIC_SYSTEM);
  expect(schema).toMatchObject({
    properties: { fields: { required: ["summary", "keypoints", "keywords", "bullets", "tasks"] } },
  });
});

test("an answer that follows the schema is read completely", () => {
  const read = readDraftAnswer(JSON.stringify({ fields: BY_THE_SCHEMA }), EVERY_TYPE, NOTES);
  const fields = read.ok ? read.value.fields : [];
  expect(fields.map(({ key }) => key)).toEqual(EVERY_TYPE.fields.map(({ key }) => key));
  for (const { content } of fields) expect(linesOf(content)).toMatchObject([{ segmentIds: ["w0-1"] }]);
});

const JSON_TEXT = JSON.stringify({ fields: { summary: { items: [item] } } });

test.each([
  ["as it is", JSON_TEXT],
  ["in a code fence", `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ["after thoughts", `<think>Perhaps {"a": 1}?</think>\n${JSON_TEXT}`],
  ["between words", `Here you are: ${JSON_TEXT}\nI hope it helps.`],
])("an answer is read %s", (_how, text) => {
  const items = [{ text: "We sign.", segmentIds: ["w0-1"] }];
  expect(readDraftAnswer(text, BASIC_SYSTEM, NOTES)).toMatchObject({
    ok: true,
    value: { fields: [{ key: "summary", content: { items } }] },
  });
});

test.each([
  ["", "no JSON object"],
  ["I cannot help with that.", "no JSON object"],
  ['{"fields": {"summary": {"items": [', "no JSON object"],
  ['{"fields": {"summary": }}', "JSON"],
  ["{}", "none of the fields"],
  ['{"fields": {"mood": {"items": []}}}', 'none of the fields "summary", "keypoints"'],
])("an answer that cannot be read says why: %j", (text, problem) => {
  const read = readDraftAnswer(text, BASIC_SYSTEM, NOTES);
  expect(read.ok ? null : read.problem).toContain(problem);
});

test.each([
  { what: "several notes, each place once", notes: [1, 2, 1], segmentIds: ["w0-0", "w0-1"] },
  { what: "numbers as texts", notes: ["2"], segmentIds: ["w0-1"] },
  { what: "numbers of no note", notes: [0, 7, -1, "x", null], segmentIds: [] },
  { what: "no list", notes: 2, segmentIds: [] },
  { what: "nothing", notes: undefined, segmentIds: [] },
])("a line that cites $what stays, with the places that there are", ({ notes, segmentIds }) => {
  const text = JSON.stringify({ fields: { summary: { items: [{ text: "We sign.", notes }] } } });
  const read = readDraftAnswer(text, BASIC_SYSTEM, NOTES);
  const [summary] = read.ok ? read.value.fields : [];
  expect(summary?.content).toMatchObject({ items: [{ text: "We sign.", segmentIds }] });
});
