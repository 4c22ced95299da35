// The JSON schema of a request in the form that the engine's grammars know. A keyword that the grammar would ignore is refused:
// an answer must be valid by the whole schema, not by a part of it.

/** @typedef {{ [key: string]: unknown }} Schema */

const NESTING_MAX = 32;
/** Keywords that only describe. */
const NOTES = new Set(["$schema", "title", "description", "default", "examples", "strict"]);
/** Keywords that each kind of schema may have beside its notes. @type {Record<string, readonly string[]>} */
const KEYWORDS = {
  object: ["type", "properties", "required", "additionalProperties"],
  array: ["type", "items", "minItems", "maxItems"],
  string: ["type", "minLength", "maxLength"],
  number: ["type"],
  integer: ["type"],
  boolean: ["type"],
  null: ["type"],
};

/** The schema asks for something that the grammar cannot promise. The message names the keyword only. */
export class SchemaRefused extends Error {
  /** @param {string} what */
  constructor(what) {
    super(`response_format: the schema's ${what} is not supported`);
    this.name = "SchemaRefused";
  }
}

/**
 * Throws SchemaRefused. Every named property is written, whether it is required or not, and no other one.
 * @param {unknown} schema @returns {Schema}
 */
export function grammarSchema(schema, depth = 0) {
  if (!isObject(schema)) throw new SchemaRefused("member that is no object");
  if (depth > NESTING_MAX) throw new SchemaRefused("depth");
  const keys = Object.keys(schema).filter((key) => !NOTES.has(key));
  const [first] = keys;
  if (first === "anyOf" || first === "oneOf") {
    const choices = schema[first];
    if (keys.length > 1 || !Array.isArray(choices) || choices.length === 0) throw new SchemaRefused(first);
    return { oneOf: choices.map((choice) => grammarSchema(choice, depth + 1)) };
  }
  if ("const" in schema) return { const: literal(schema.const, "const") };
  if ("enum" in schema) {
    const values = schema.enum;
    if (!Array.isArray(values) || values.length === 0) throw new SchemaRefused("enum");
    return { enum: values.map((value) => literal(value, "enum")) };
  }
  const { type } = schema;
  if (Array.isArray(type)) return { oneOf: type.map((each) => grammarSchema({ ...schema, type: each }, depth + 1)) };
  const known = typeof type === "string" ? KEYWORDS[type] : undefined;
  if (!known) throw new SchemaRefused("type");
  const other = keys.find((key) => !known.includes(key));
  if (other !== undefined) throw new SchemaRefused(other);
  if (type === "object") return objectSchema(schema, depth);
  if (type !== "array") return only(schema, known);
  return { ...only(schema, ["type", "minItems", "maxItems"]), items: grammarSchema(schema.items, depth + 1) };
}

/** @param {Schema} schema @param {number} depth */
function objectSchema(schema, depth) {
  const { properties = {}, additionalProperties } = schema;
  if (!isObject(properties)) throw new SchemaRefused("properties");
  if (additionalProperties !== undefined && additionalProperties !== false)
    throw new SchemaRefused("additionalProperties");
  const members = Object.entries(properties).map(([key, member]) => [key, grammarSchema(member, depth + 1)]);
  return { type: "object", properties: Object.fromEntries(members) };
}

/** @param {Schema} schema @param {readonly string[]} keys @returns {Schema} */
function only(schema, keys) {
  return Object.fromEntries(keys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));
}

/** @param {unknown} value @param {string} where */
function literal(value, where) {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value;
  throw new SchemaRefused(where);
}

/** @param {unknown} value @returns {value is Schema} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
