import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { InvitedFacts } from "#app/features/invite/invited-facts.tsx";
import { en } from "#app/i18n/en.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";

const i18n = createInstance();
await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: "en", resources: { en } });

const OPTIONS = [
  { value: "", text: "Basic system" },
  { value: "stand-up", text: "Stand-up" },
];

test.each([
  ["", "Basic system"],
  ["stand-up", "Stand-up"],
])("an invitation that is being sent names its template: %s", (templateId, name) => {
  const values = {
    meetingName: "Desk",
    meetingDate: Date.UTC(2026, 10, 26, 9),
    meetLanguage: "en" as const,
    meetExtUrl: "https://meet.google.com/abc-defg-hij",
    templateId,
  };
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <InvitedFacts values={values} templates={{ options: OPTIONS, chosen: "" }} locale="en" timeZone="UTC" />
    </I18nextProvider>,
  );
  expect(OPTIONS.filter(({ text }) => html.includes(text)).map(({ text }) => text)).toEqual([name]);
});
