import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { FieldEntries } from "#app/features/templates/view/field-entries.tsx";
import { openI18n } from "#app/i18n/server.ts";

test("a table's columns are shown with their kinds and the choices of a choice", async () => {
  const i18n = await openI18n("en");
  i18n.use(initReactI18next);
  const columns = [
    { name: "Risk", kind: "text" as const },
    { name: "Weight", kind: "choice" as const, choices: ["low", "high"] },
  ];
  const field = { key: "a", title: "Risks", prompt: "Risks.", type: "customTable" as const, required: false, columns };
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <FieldEntries fields={[field]} />
    </I18nextProvider>,
  );
  expect(html).toContain("Columns: Risk (Text), Weight (Choice: low, high)");
});
