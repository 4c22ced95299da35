import {
  isWorded,
  NOTION_FIELDS,
  type NotionField,
  type NotionMapping,
  type NotionProperty,
  type NotionPropertyType,
  TYPES_OF_FIELD,
} from "#app/domain/collaboration/notion-fields.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { NOTION_OPTION_CHARS_MAX, NOTION_OPTIONS_MAX, NOTION_URL_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import { linesOf } from "#app/domain/summary/summary.ts";
import type { FieldMapping } from "#app/contracts/connections.ts";
import { findField, type Marked, type Minutes } from "#app/server/exports/minutes.ts";
import { cutText } from "#app/server/exports/collaboration/outline.ts";
import { textsOf } from "#app/server/exports/collaboration/notion-blocks.ts";
import type { NotionValue } from "#app/server/ports/notion.ts";

/** The facts of a meeting that its minutes have only as a sentence. `durationMs`: null where it is not known. */
export type MeetingFacts = {
  meetId: string;
  startsAt: number;
  durationMs: number | null;
};

type Asked = {
  facts: MeetingFacts;
  page: string;
  mapping: NotionMapping;
  /** Fields of templates, each with the id of its property. */
  fields: readonly FieldMapping[];
  properties: readonly NotionProperty[];
  /** The id of the property that holds the meeting's id. */
  idProperty: string;
};

/**
 * The values of a page's properties, by the property's id. What was not said clears its property. A property that no field was chosen for,
 * and that has the name of a field of the template, takes the words of that field. Properties that changed their type, or are gone,
 * are left out.
 */
export function writeNotionProperties(minutes: Minutes, asked: Asked): Record<string, NotionValue> {
  const { facts, mapping, fields, properties, idProperty } = asked;
  const values: Record<string, NotionValue> = {};
  const chosen = new Map(fields.toReversed().map((field) => [field.property, field]));
  const mapped = new Set(Object.values(mapping));
  for (const property of properties) {
    if (property.type === "title") values[property.id] = { title: textsOf(minutes.title) };
    else if (property.id === idProperty) values[property.id] = { rich_text: textsOf(facts.meetId) };
    else if (!mapped.has(property.id)) {
      const field = findField(minutes.fields, chosen.get(property.id) ?? { field: property.name });
      const value = field && isWorded(property) ? valueOf(property.type, wordsOf(minutes, field.content)) : null;
      if (value) values[property.id] = value;
    }
  }
  for (const field of NOTION_FIELDS) {
    const property = properties.find(({ id }) => id === mapping[field]);
    if (!property || property.id === idProperty || !TYPES_OF_FIELD[field].includes(property.type)) continue;
    const value = valueOf(property.type, saidOf(field, minutes, asked));
    if (value) values[property.id] = value;
  }
  return values;
}

/** A field in the forms that properties may take. */
type Said = { text: string; names: string[]; number: number | null; at: number | null };

function saidOf(field: NotionField, minutes: Minutes, { facts, page }: Asked): Said {
  const one = (text: string): Said => ({ text, names: text === "" ? [] : [text], number: null, at: null });
  const several = (names: string[]): Said => ({ text: names.join(", "), names, number: names.length, at: null });
  switch (field) {
    case "startsAt":
      return { ...one(minutes.whenAndHow[0] ?? ""), at: facts.startsAt };
    case "link":
      return one(page);
    case "duration": {
      const number = facts.durationMs === null ? null : Math.round(facts.durationMs / MINUTE_MS);
      return { ...one(number === null ? "" : String(number)), number };
    }
    case "language":
      return one(minutes.language);
    case "template":
      return one(minutes.template);
    case "speakers":
      return several(minutes.people.map(({ name }) => name));
    case "keywords":
      return several(linesOfType(minutes, "keywords"));
    case "tasks": {
      const tasks = linesOfType(minutes, "tasks");
      return { ...several(tasks), text: tasks.map((task) => `• ${task}`).join("\n") };
    }
    default:
      return assertNever(field);
  }
}

function linesOfType(minutes: Minutes, type: "keywords" | "tasks"): string[] {
  return minutes.fields.flatMap(({ content }) =>
    content?.type === type ? content.items.map((item) => marked(minutes, item, minutes.words(item))) : [],
  );
}

function marked(minutes: Minutes, line: Marked, words: string): string {
  const mark = minutes.unconfirmedMark(line);
  return mark === null ? words : `${words} (${mark})`;
}

function wordsOf(minutes: Minutes, content: Minutes["fields"][number]["content"]): Said {
  const lines =
    content === null
      ? []
      : linesOf(content).map((line) =>
          marked(minutes, line, "cells" in line ? line.cells.join(" · ") : minutes.words(line)),
        );
  return { text: lines.join("\n"), names: lines, number: null, at: null };
}

/** Null where the type cannot hold it, so that the property stays as it is. */
function valueOf(type: NotionPropertyType, { text, names, number, at }: Said): NotionValue | null {
  switch (type) {
    case "title":
      return null;
    case "rich_text":
      return { rich_text: text === "" ? [] : textsOf(text) };
    case "number":
      return { number };
    case "url":
      return text.length > NOTION_URL_CHARS_MAX ? null : { url: text === "" ? null : text };
    case "date":
      return { date: at === null ? null : { start: new Date(at).toISOString() } };
    case "select": {
      const [name] = optionsOf(names);
      return { select: name === undefined ? null : { name } };
    }
    case "multi_select":
      return { multi_select: optionsOf(names).map((name) => ({ name })) };
    default:
      return assertNever(type);
  }
}

/** Names of options have no comma, a limit, and no repetition whatever their case. */
function optionsOf(names: readonly string[]): string[] {
  const options = new Map<string, string>();
  for (const name of names) {
    const [option = ""] = cutText(name.replace(/[,\s]+/gu, " ").trim(), NOTION_OPTION_CHARS_MAX);
    if (option !== "" && !options.has(option.toLowerCase())) options.set(option.toLowerCase(), option);
  }
  return [...options.values()].slice(0, NOTION_OPTIONS_MAX);
}
