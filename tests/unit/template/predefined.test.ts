import { expect, test } from "vitest";
import { draftJsonSchema } from "#app/contracts/meeting/draft-answer.ts";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import { checkTemplate, isActaField } from "#app/domain/template/template-rules.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";

const ALL = PREDEFINED_IDS.flatMap((id) => TEXT_LANGUAGES.map((language) => [id, language] as const));

function templateOf(id: string, language: (typeof TEXT_LANGUAGES)[number]): TemplateSnapshot {
  const template = predefinedTemplate(id, language);
  if (template === null) throw new Error(`no template ${id}`);
  return template;
}

test.each(ALL)("%s in %s keeps the rules of templates", (id, language) => {
  const template = templateOf(id, language);
  expect(checkTemplate({ ...template, description: template.description ?? null })).toEqual([]);
  expect(template.description).not.toBe("");
});

test.each(ALL)("%s in %s has words for every field, column and choice", (id, language) => {
  const template = templateOf(id, language);
  const english = templateOf(id, "en");
  expect(template.fields.map(({ key, type }) => [key, type])).toEqual(
    english.fields.map(({ key, type }) => [key, type]),
  );
  for (const [index, field] of template.fields.entries()) {
    const { title, columns = [] } = field;
    expect(title === null).toBe(isActaField(field));
    const kinds = (english.fields[index]?.columns ?? []).map(({ kind, choices }) => [kind, choices?.length]);
    expect(columns.map(({ kind, choices }) => [kind, choices?.length])).toEqual(kinds);
    for (const { name } of columns) expect(name).not.toBe("");
  }
});

test.each(PREDEFINED_IDS)("%s says something else in every language", (id) => {
  const prompts = TEXT_LANGUAGES.map((language) =>
    templateOf(id, language)
      .fields.map(({ prompt }) => prompt)
      .join(),
  );
  expect(new Set(prompts).size).toBe(TEXT_LANGUAGES.length);
});

test("French texts have a no-break space before their marks", () => {
  for (const id of PREDEFINED_IDS) {
    const { name, description, fields } = templateOf(id, "fr");
    const texts = [name, description ?? "", ...fields.flatMap(({ title, prompt }) => [title ?? "", prompt])];
    for (const text of texts) expect(text).not.toMatch(/(?<!\u00a0)[?!;:]/u);
  }
});

test("sales discovery asks for need, budget, decision and next step in one table", () => {
  const columns = templateOf("system-sales-discovery", "en").fields.flatMap((field) => field.columns ?? []);
  expect(columns.map(({ name }) => name)).toEqual(["Need", "Budget", "Decision", "Next step"]);
});

test("board minutes have attendees, agenda, agreements, votes and signatures", () => {
  const keys = templateOf("system-board-minutes", "es").fields.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(["attendees", "agenda", "agreements", "votes", "signatures"]));
  expect(templateOf("system-board-minutes", "es").name).toBe("Acta de reunión");
});

test("a template that does not exist is null", () => {
  expect(predefinedTemplate("system-castle", "en")).toBeNull();
});

test("a model is asked for every column by its kind, and can only choose among the choices", () => {
  const schema = JSON.stringify(draftJsonSchema(templateOf("system-project-review", "en")));
  expect(schema).toContain('"enum":["Done","On track","At risk","Delayed","Blocked"]');
  expect(schema).toContain('"c4"');
});
