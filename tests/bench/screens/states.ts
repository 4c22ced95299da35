import type { Page } from "@playwright/test";
import { CALL_STATES } from "#tests/bench/screens/call-states.ts";
import { DIALOG_STATES } from "#tests/bench/screens/dialog-states.ts";
import { INTEGRATION_STATES } from "#tests/bench/screens/integration-states.ts";
import { LIBRARY_STATES } from "#tests/bench/screens/library-states.ts";
import { MEETING_STATES } from "#tests/bench/screens/meeting-states.ts";
import { ORDER_STATES } from "#tests/bench/screens/order-states.ts";
import { TEMPLATE_STATES } from "#tests/bench/screens/template-states.ts";
import { UPLOAD_STATES } from "#tests/bench/screens/upload-states.ts";
import { holdBack, type Stage, type State } from "#tests/bench/screens/stage.ts";

const revalidation = "**/history.data*";

/** The history's part of the next page's data is a refusal, as the server encodes one; the rest of the answer is its own. */
async function historyRefuses(page: Page, status: number): Promise<void> {
  await page.route(revalidation, async (route) => {
    const answer = await route.fetch();
    const values: unknown[] = JSON.parse((await answer.text()).split("\n")[0] ?? "[]");
    const at = values.length;
    const members = { ...(values[0] as Record<string, number>), [`_${values.indexOf("routes/history")}`]: at };
    const NULL = -5;
    const refusal = [{ [`_${at + 1}`]: at + 2 }, "error", ["ErrorResponse", NULL, at + 3, at + 4], status, ""];
    await route.fulfill({ response: answer, status, body: JSON.stringify([members, ...values.slice(1), ...refusal]) });
  });
}

async function goToHistory({ page, t }: Stage): Promise<void> {
  const narrow = (page.viewportSize()?.width ?? 0) < 768;
  if (narrow) await page.getByRole("button", { name: t("common:menu.open") }).click();
  const menu = narrow ? page.locator("dialog.drawer") : page.locator("aside.side");
  await menu.locator('a[href="/history"]').click();
}

/** Sign-in, pages of the shell and errors. */
const PAGE_STATES: readonly State[] = [
  { name: "sign-in", path: () => "/api/auth/signin" },
  { name: "sign-in-refused", path: () => "/api/auth/signin?problem=failed" },
  {
    name: "sign-in-terms",
    path: () => "/api/auth/signin",
    prepare: ({ page }) => page.locator("form button[type=submit]").first().click(),
  },
  { name: "terms", path: () => "/terms", whole: true },
  { name: "privacy", path: () => "/privacy", whole: true },
  { name: "error-404", path: () => "/nothing/here", status: 404 },
  { name: "error-405", path: () => "/api/auth/signout", status: 405 },
  { name: "error-500", who: "tomas", path: () => "/history", status: 500 },
  {
    name: "error-429",
    who: "marc",
    path: () => "/",
    async prepare(stage) {
      await historyRefuses(stage.page, 429);
      await goToHistory(stage);
      await stage.page.getByText(stage.t("common:error.tooManyTitle")).waitFor();
    },
  },
  {
    name: "error-503",
    who: "marc",
    path: () => "/",
    async prepare(stage) {
      await historyRefuses(stage.page, 503);
      await goToHistory(stage);
      await stage.page.getByText(stage.t("common:error.unavailableTitle")).waitFor();
    },
  },
  { name: "meeting-gone", who: "marc", path: () => "/0123456789abcdefghjkmnpq", status: 404 },
  { name: "home-empty", who: "marc", path: () => "/", whole: true },
  { name: "home", who: "claire", path: () => "/", whole: true },
  { name: "home-unfinished", who: "oriol", path: () => "/", whole: true },
  {
    name: "home-give-up",
    who: "oriol",
    path: () => "/",
    async prepare({ page }) {
      await page.locator("[aria-labelledby=unfinished] button").first().click();
      await page.locator("dialog:modal").waitFor();
    },
  },
  {
    name: "upload-continued",
    who: "oriol",
    path: () => "/",
    async prepare({ page }) {
      await page.locator("[aria-labelledby=unfinished] a").first().click();
      await page.locator("dialog:modal input[type=file]").first().waitFor({ state: "attached" });
    },
  },
  { name: "home-limit", who: "lucia", path: () => "/", whole: true },
  { name: "history-empty", who: "marc", path: () => "/history" },
  { name: "history", who: "claire", path: () => "/history", whole: true },
  { name: "history-past-the-end", who: "claire", path: () => "/history?older=1.00000000000000000000000a" },
  { name: "history-errors", who: "claire", path: () => "/history?group=error", whole: true },
  { name: "history-no-match", who: "claire", path: () => "/history?group=error&language=ca&role=guest" },
  {
    name: "history-selected",
    who: "claire",
    path: () => "/history",
    async prepare({ page }) {
      for (const row of [1, 2]) await page.locator(".pickc input").nth(row).check();
      await page.locator(".bulk").waitFor();
    },
  },
  {
    name: "history-undo",
    who: "claire",
    path: () => "/history",
    async prepare({ page }) {
      for (const row of [1, 2]) await page.locator(".pickc input").nth(row).check();
      await page.locator(".bulk .danger").click();
      await page.locator(".toast").waitFor();
    },
  },
  {
    name: "history-menu",
    who: "claire",
    path: () => "/history",
    prepare: ({ page }) => page.locator("details.export summary").nth(1).click(),
  },
  {
    name: "delete-dialog",
    who: "claire",
    path: () => "/history",
    async prepare({ page }) {
      await page.locator("details.export summary").nth(1).click();
      await page.locator("details[open] a.danger").click();
      await page.locator("dialog:modal").waitFor();
    },
  },
  { name: "settings", who: "claire", path: () => "/settings", whole: true },
  { name: "onboarding", who: "claire", path: () => "/onboarding" },
  {
    name: "onboarding-refused",
    who: "claire",
    path: () => "/onboarding",
    prepare: ({ page }) => page.locator("main button.btn--primary").click(),
  },
  { name: "onboarding-calendar", who: "claire", path: () => "/onboarding/calendar" },
  { name: "settings-privacy", who: "claire", path: () => "/settings/privacy", whole: true },
  {
    name: "settings-toast",
    who: "marc",
    path: () => "/settings?saved=language",
    async prepare({ page }) {
      await page.locator(".toast").waitFor();
      await page.locator(".toast").hover();
    },
  },
  { name: "pricing", who: "marc", path: () => "/pricing", whole: true },
  { name: "seats", who: "marc", path: () => "/seats", whole: true },
  { name: "seats-of-an-administrator", who: "clara", path: () => "/seats" },
  { name: "join-invalid", path: () => `/join/${"0".repeat(64)}` },
  // Clara administers a team; Biel is a member of it.
  { name: "settings-team", who: "clara", path: () => "/settings#team", whole: true },
  { name: "settings-team-member", who: "biel", path: () => "/settings#team", whole: true },
  {
    name: "menu-slid-over",
    who: "claire",
    path: () => "/history",
    widths: [390],
    async prepare({ page, t }) {
      await page.getByRole("button", { name: t("common:menu.open") }).click();
      await page.locator("dialog.drawer").waitFor();
    },
  },
  {
    name: "menu-folded",
    who: "claire",
    path: () => "/history",
    widths: [1280],
    prepare: ({ page, t }) => page.getByRole("button", { name: t("common:menu.collapse") }).click(),
  },
  {
    name: "loading-note",
    who: "marc",
    path: () => "/",
    async prepare(stage) {
      await holdBack(stage.page, revalidation);
      await goToHistory(stage);
      await stage.page.locator(".loading-note__in").waitFor();
    },
  },
];

/** Pages of a reader with a link. */
const SHARED_STATES: readonly State[] = [
  { name: "shared", path: ({ shared }) => shared, whole: true, plain: true },
  { name: "shared-long-names", path: ({ sharedLong }) => sharedLong, whole: true, plain: true },
  { name: "shared-at-a-moment", path: ({ shared }) => `${shared}?t=754`, plain: true },
  { name: "shared-gone", path: ({ revoked }) => revoked, status: 404, plain: true },
];

/** Every state of every screen so far. A new screen adds its states here, or in a file of its own when there are many. */
export const STATES: readonly State[] = [
  ...PAGE_STATES,
  ...TEMPLATE_STATES,
  ...LIBRARY_STATES,
  ...INTEGRATION_STATES,
  ...UPLOAD_STATES,
  ...MEETING_STATES,
  ...DIALOG_STATES,
  ...CALL_STATES,
  ...ORDER_STATES,
  ...SHARED_STATES,
];
