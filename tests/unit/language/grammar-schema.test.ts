import { expect, test } from "vitest";
import { grammarSchema, SchemaRefused } from "#workers/local/language/grammar-schema.mjs";

test("descriptions are left out, and a choice of null is one of two", () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      owner: { anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }] },
      ids: { type: "array", items: { enum: ["a"] }, minItems: 1 },
    },
    required: ["owner", "ids"],
    additionalProperties: false,
  };
  expect(grammarSchema(schema)).toEqual({
    type: "object",
    properties: {
      owner: { oneOf: [{ type: "string", maxLength: 9 }, { type: "null" }] },
      ids: { type: "array", items: { enum: ["a"] }, minItems: 1 },
    },
  });
});

test("several types are several choices", () => {
  expect(grammarSchema({ type: ["string", "null"] })).toEqual({ oneOf: [{ type: "string" }, { type: "null" }] });
});

test.each([
  [{ type: "string", pattern: "^a" }, "pattern"],
  [{ type: "number", minimum: 1 }, "minimum"],
  [{ type: "object", properties: {}, additionalProperties: true }, "additionalProperties"],
  [{ type: "object", properties: { a: { $ref: "#/$defs/a" } } }, "type"],
  [{ type: "array" }, "member that is no object"],
  [{ type: "date" }, "type"],
  [{ enum: [] }, "enum"],
  [{ const: {} }, "const"],
  [{ anyOf: [], type: "string" }, "anyOf"],
  ["string", "member that is no object"],
])("a schema that the grammar would keep in part is refused: %j", (schema, what) => {
  expect(() => grammarSchema(schema)).toThrow(new SchemaRefused(what));
});

test("a schema without end is refused", () => {
  const schema: Record<string, unknown> = { type: "array" };
  schema.items = schema;
  expect(() => grammarSchema(schema)).toThrow(new SchemaRefused("depth"));
});
