import type { Stage, State } from "#tests/bench/screens/stage.ts";

type Field = { key: string; title: string; prompt: string; type: string; columns?: { name: string; kind: string }[] };

const LONG =
  "What was agreed about the paper diary, the importer and the notes field, who agreed, and what stays open until spring";

/** Thirty fields, with titles up to their limit of 200 characters. */
const MANY: readonly Field[] = Array.from({ length: 30 }, (_, index) => ({
  key: `field-${index}`,
  title: index % 3 === 0 ? `${index} ${LONG} ${LONG}`.slice(0, 200) : `Field ${index}`,
  prompt: "What was said about it.",
  type: index % 2 === 0 ? "customText" : "customTable",
  ...(index % 2 === 0
    ? {}
    : {
        columns: [
          { name: "Agreed", kind: "text" },
          { name: "By whom", kind: "person" },
        ],
      }),
}));

/** The address of a template of the person; a second time it is the same one. */
async function template({ page }: Stage, name: string, fields: readonly Field[]): Promise<string> {
  const saveId = `screens-${name.replaceAll(/\W/g, "-")}`.slice(0, 60);
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}/api/acta/templates`, {
    headers: { Origin: origin },
    data: { saveId, name, description: LONG, fields },
  });
  if (!answer.ok()) throw new Error(`the template was not made: ${answer.status()}`);
  const { id } = await answer.json();
  return `${origin}/templates/${id}`;
}

/** The preview is there: it is written after the page is. */
async function previewed({ page, t }: Stage): Promise<void> {
  await page
    .getByRole("status")
    .filter({ hasText: t("templates:preview.written") })
    .waitFor();
}

const pressed =
  (name: string) =>
  async ({ page, t }: Stage) =>
    page
      .getByRole("button", { name: t(name), exact: true })
      .first()
      .click();

/** Templates: the list, one of them, the builder and the dialogs. */
export const TEMPLATE_STATES: readonly State[] = [
  { name: "templates-empty", who: "marc", path: () => "/templates", whole: true },
  {
    name: "templates",
    who: "claire",
    path: () => "/templates",
    whole: true,
    async prepare(stage) {
      await template(stage, "Product weekly", MANY.slice(0, 8));
      await template(stage, LONG, MANY);
      await stage.page.reload();
      await stage.page.locator(".tpl").first().waitFor();
    },
  },
  { name: "template-predefined", who: "claire", path: () => "/templates/system", whole: true, prepare: previewed },
  {
    name: "template-custom",
    who: "claire",
    path: () => "/templates",
    whole: true,
    async prepare(stage) {
      await stage.page.goto(await template(stage, LONG, MANY));
      await previewed(stage);
    },
  },
  {
    name: "template-builder",
    who: "claire",
    path: () => "/templates",
    whole: true,
    async prepare(stage) {
      await stage.page.goto(`${await template(stage, LONG, MANY)}/edit`);
      await stage.page.locator(".bf__name").nth(1).click();
      await stage.page.locator(".bf.is-open").waitFor();
      await previewed(stage);
    },
  },
  {
    name: "template-builder-new",
    who: "claire",
    path: () => "/templates/new",
    whole: true,
    async prepare(stage) {
      await pressed("templateBuilder:save")(stage);
      await stage.page.getByRole("tab").last().click();
    },
  },
];
