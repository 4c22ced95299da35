import type { Stage, State } from "#tests/bench/screens/stage.ts";

const nora = { who: "nora" } as const;

/** Opens the search box by its key, and types. */
async function typed({ page, t }: Stage, text: string): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.searchKey !== undefined);
  await page.keyboard.press("Control+k");
  const box = page.getByRole("dialog", { name: t("search:title") });
  await box.waitFor();
  if (text !== "") await box.getByRole("combobox").pressSequentially(text);
}

/** The next readings of the lists fail, while the page is open. */
async function unread({ page }: Stage, data: string): Promise<void> {
  await page.route(data, (route) => route.fulfill({ status: 500, body: "" }));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("status").filter({ hasText: "Acta" }).first().waitFor();
}

/** Search, tasks, mails and privacy: the states that come with the library. */
export const LIBRARY_STATES: readonly State[] = [
  { ...nora, name: "search-box", path: () => "/history", prepare: (stage) => typed(stage, "") },
  {
    ...nora,
    name: "search-results",
    path: () => "/history",
    async prepare(stage) {
      await typed(stage, "diary");
      await stage.page.locator(".palette [role=option] mark").first().waitFor();
    },
  },
  {
    ...nora,
    name: "search-none",
    path: () => "/history",
    async prepare(stage) {
      await typed(stage, "unbelievable before:2020");
      await stage.page.getByText(stage.t("search:lookedThrough")).waitFor();
    },
  },
  { ...nora, name: "search-page", path: () => "/search?q=diary", whole: true },
  { ...nora, name: "search-page-none", path: () => "/search?q=unbelievable" },
  { ...nora, name: "tasks", path: () => "/tasks", whole: true },
  { ...nora, name: "tasks-everybody", path: () => "/tasks?whose=everybody", whole: true },
  { ...nora, name: "tasks-done", path: () => "/tasks?whose=everybody&state=done" },
  { name: "tasks-empty", who: "marc", path: () => "/tasks" },
  {
    name: "history-stale",
    who: "claire",
    path: () => "/history",
    prepare: (stage) => unread(stage, "**/history.data*"),
  },
  { name: "home-stale", who: "claire", path: () => "/", prepare: (stage) => unread(stage, "**/_root.data*") },
  {
    name: "settings-link-sent",
    who: "claire",
    path: () => "/settings#notifications",
    async prepare({ page, t }) {
      await page.locator("#notifications form").first().locator("button[type=submit]").click();
      await page.getByText(t("settings:confirming.again")).waitFor();
    },
  },
  { name: "confirm-mail", path: () => "/confirm-mail/unknown" },
  { name: "unsubscribe", path: () => "/unsubscribe/minutes-ready/unknown" },
  { name: "recorded-unknown", path: () => "/recorded/nothing", status: 404 },
];
