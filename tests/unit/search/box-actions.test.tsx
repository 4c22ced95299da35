import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { useBoxActions } from "#app/features/search/use-box-actions.ts";
import { common } from "#app/i18n/en/common.ts";
import { recordHere } from "#app/i18n/en/record-here.ts";
import { search } from "#app/i18n/en/search.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import routes from "#app/routes.ts";

const HREFS = { invite: "/?invite=1", upload: "/?upload=1", record: "/?record=1" };
const i18n = createInstance();
await i18n
  .use(initReactI18next)
  .init({ ...I18N_OPTIONS, lng: "en", resources: { en: { common, search, recordHere } } });

function Actions() {
  return useBoxActions(HREFS).map((action) => (
    <a key={action.name} id={action.name} href={"href" in action ? action.href : undefined}>
      {action.text}
    </a>
  ));
}

const html = renderToStaticMarkup(
  <I18nextProvider i18n={i18n}>
    <Actions />
  </I18nextProvider>,
);
const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found);

/** The box itself leads to the page of results; seats and a purchase belong to a plan that was chosen. */
const ELSEWHERE = new Set(["/search", "/seats", "/purchase"]);

test("the box leads to every page with the sidebar that has an address of its own", () => {
  const shell = routes.find(({ file }) => file === "routes/shell.tsx");
  const pages = (shell?.children ?? []).map(({ path = "" }) => `/${path}`);
  const own = pages.filter((path) => !path.includes(":") && !ELSEWHERE.has(path));
  expect(own).toContain("/templates");
  expect(all(/href="([^"]*)"/g)).toEqual(expect.arrayContaining(own));
});

test("each action has a name and a text of its own", () => {
  for (const found of [all(/id="([^"]*)"/g), all(/>([^<]+)</g)]) {
    expect(found.length).toBeGreaterThan(15);
    expect(new Set(found).size).toBe(found.length);
  }
});
