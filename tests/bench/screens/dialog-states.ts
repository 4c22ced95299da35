import type { Locator } from "@playwright/test";
import type { Cast } from "#tests/bench/screens/cast.ts";
import { holdBack, modal, type Stage, type State } from "#tests/bench/screens/stage.ts";

const minutes = { who: "nora", path: ({ meetings }: Cast) => `/${meetings.minutes}` } as const;
const edited = { who: "nora", path: ({ meetings }: Cast) => `/${meetings.edited}` } as const;

async function openShare(stage: Stage): Promise<Locator> {
  await stage.page.getByRole("button", { name: stage.t("share:open"), exact: true }).click();
  return modal(stage);
}

async function edit({ page }: Stage): Promise<void> {
  await page.keyboard.press("e");
  await page.locator("#minutes textarea").first().waitFor();
}

async function openByKey(stage: Stage, key: string): Promise<Locator> {
  await stage.page.keyboard.press(key);
  return modal(stage);
}

/** The rewrite dialog with an earlier version in its list: an edit of the minutes creates one. */
async function openVersions(stage: Stage): Promise<Locator> {
  const dialog = await openByKey(stage, "w");
  if ((await dialog.locator(".entry .btn").count()) > 0) return dialog;
  await stage.page.keyboard.press("Escape");
  await edit(stage);
  await stage.page.locator("#minutes textarea").nth(1).pressSequentially(" Nobody waits.");
  await stage.page.keyboard.press("Control+Enter");
  await stage.page.locator("#minutes textarea").first().waitFor({ state: "detached" });
  return openByKey(stage, "w");
}

/** Menus and dialogs of the meeting's page, and its minutes being edited. */
export const DIALOG_STATES: readonly State[] = [
  {
    ...minutes,
    name: "export-menu",
    prepare: ({ page }) => page.locator("#minutes details.export summary").first().click(),
  },
  {
    ...minutes,
    name: "more-menu",
    prepare: ({ page }) => page.locator("#minutes details.export summary").last().click(),
  },
  { ...minutes, name: "keys-dialog", prepare: (stage) => openByKey(stage, "?") },
  { ...minutes, name: "share-none", prepare: openShare },
  { ...edited, name: "share-link", prepare: openShare },
  {
    ...edited,
    name: "share-copied",
    async prepare(stage) {
      const dialog = await openShare(stage);
      await stage.page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.resolve();
      });
      await dialog.getByRole("button", { name: stage.t("sharing:copy") }).click();
      await dialog.getByText(stage.t("sharing:copied")).first().waitFor();
    },
  },
  {
    ...edited,
    name: "share-copy-failed",
    async prepare(stage) {
      const dialog = await openShare(stage);
      await stage.page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
      });
      await dialog.getByRole("button", { name: stage.t("sharing:copy") }).click();
      await dialog.getByText(stage.t("sharing:copyFailed")).first().waitFor();
    },
  },
  {
    ...edited,
    name: "share-failed",
    async prepare(stage) {
      await stage.page.route("**/shares", (route) => route.abort());
      await openShare(stage);
    },
  },
  {
    ...edited,
    name: "share-loading",
    async prepare(stage) {
      await holdBack(stage.page, "**/shares");
      await stage.page.getByRole("button", { name: stage.t("share:open"), exact: true }).click();
      await stage.page.locator("button[aria-busy]").waitFor();
    },
  },
  { ...edited, name: "write-again", prepare: (stage) => openByKey(stage, "w") },
  {
    ...edited,
    name: "write-again-failed",
    async prepare(stage) {
      await stage.page.route("**/rewrite", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      const dialog = await openByKey(stage, "w");
      await dialog.locator("button.btn--primary").click();
      await dialog.locator(".error").first().waitFor();
    },
  },
  {
    ...edited,
    name: "read-version",
    async prepare(stage) {
      const dialog = await openVersions(stage);
      await dialog.locator(".entry .btn").first().click();
      await dialog.locator(".version .reading").first().waitFor();
    },
  },
  {
    ...minutes,
    name: "speakers-dialog",
    async prepare(stage) {
      await stage.page.getByRole("button", { name: stage.t("editActions:speakers.open") }).click();
      await modal(stage);
    },
  },
  { ...minutes, name: "edit", prepare: edit },
  {
    ...minutes,
    name: "edit-whole",
    whole: true,
    async prepare(stage) {
      await edit(stage);
      await stage.page.locator("#minutes textarea").nth(1).pressSequentially(" Nobody waits.");
    },
  },
  {
    ...minutes,
    name: "edit-leave",
    async prepare(stage) {
      await edit(stage);
      await stage.page.locator("#minutes textarea").nth(1).pressSequentially(" Nobody waits.");
      await stage.page.keyboard.press("Escape");
      await modal(stage);
    },
  },
  {
    ...minutes,
    name: "delete-meeting",
    async prepare(stage) {
      await stage.page.locator("#minutes details.export summary").last().click();
      await stage.page.locator("details[open] a.danger").click();
      await modal(stage);
    },
  },
];
