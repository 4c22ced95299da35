import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { BASIC_SYSTEM, type TemplateField } from "#app/domain/template/template.ts";
import { FieldEntries } from "#app/features/templates/view/field-entries.tsx";
import { openI18n } from "#app/i18n/server.ts";

async function htmlOf(fields: readonly TemplateField[], locale: "en" | "es" = "en"): Promise<string> {
  const i18n = await openI18n(locale);
  i18n.use(initReactI18next);
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <FieldEntries fields={fields} />
    </I18nextProvider>,
  );
}

test("a table's columns are shown with their kinds and the choices of a choice", async () => {
  const columns = [
    { name: "Risk", kind: "text" as const },
    { name: "Weight", kind: "choice" as const, choices: ["low", "high"] },
  ];
  const field = { key: "a", title: "Risks", prompt: "Risks.", type: "customTable" as const, required: false, columns };
  expect(await htmlOf([field])).toContain("Columns: Risk (Text), Weight (Choice: low, high)");
});

test("prompts of Basic system are read in the language of the interface, changed ones as they are", async () => {
  const prompts = BASIC_SYSTEM.fields.map(({ prompt }) => prompt);
  const [english, spanish] = [await htmlOf(BASIC_SYSTEM.fields), await htmlOf(BASIC_SYSTEM.fields, "es")];
  expect(prompts.filter((prompt) => !english.includes(prompt))).toEqual([]);
  expect(prompts.filter((prompt) => spanish.includes(prompt))).toEqual([]);
  const changed = BASIC_SYSTEM.fields.map((field) => ({ ...field, prompt: "Only decisions." }));
  expect((await htmlOf(changed, "es")).split("Only decisions.")).toHaveLength(prompts.length + 1);
});
