import type { Cast } from "#tests/bench/screens/cast.ts";
import { modal, type Stage, type State } from "#tests/bench/screens/stage.ts";

const minutes = { who: "nora", path: ({ meetings }: Cast) => `/${meetings.minutes}` } as const;

/** Chooses an entry of the meeting's menu and waits for the dialog that it opens. */
async function chosen(stage: Stage, key: string): Promise<void> {
  const { page, t } = stage;
  await page.locator("#minutes details.export summary").last().click();
  await page
    .locator("#minutes details[open] a, #minutes details[open] button")
    .filter({ hasText: t(key) })
    .click();
  await modal(stage);
}

/** Asks, and waits for what answers. */
async function asked({ page }: Stage, question: string): Promise<void> {
  await page.locator("main form input[type=text], main form textarea").first().fill(question);
  await page.locator("main form button[type=submit]").first().click();
  await page.waitForURL(/\/ask\/[0-9a-z]+/u);
  await page.locator("main h2").first().waitFor();
}

/** Beyond one meeting: questions to all, clips, folders, merging and splitting, briefs and follow-ups. */
export const ORDER_STATES: readonly State[] = [
  { name: "ask-empty", who: "marc", path: () => "/ask" },
  {
    ...minutes,
    name: "ask-passages",
    path: () => "/ask",
    whole: true,
    prepare: (stage) => asked(stage, "diary"),
  },
  { ...minutes, name: "ask-list", path: () => "/ask", whole: true },
  {
    ...minutes,
    name: "clip-dialog",
    path: ({ meetings }) => `/${meetings.minutes}#transcript`,
    async prepare(stage) {
      // The part that hears the key comes after the page.
      await stage.page.waitForTimeout(1500);
      await stage.page.locator("#transcript .seg").nth(2).focus();
      await stage.page.keyboard.press("x");
      await modal(stage);
    },
  },
  { ...minutes, name: "folder-dialog", prepare: (stage) => chosen(stage, "edit:arrange") },
  { ...minutes, name: "split-too-early", prepare: (stage) => chosen(stage, "edit:split") },
  {
    ...minutes,
    name: "split-dialog",
    path: ({ meetings: { minutes: id } }) => `/${id}?split=${id}&at=200000`,
    prepare: ({ page }) => page.locator("dialog:modal input").first().waitFor(),
  },
  { ...minutes, name: "merge-dialog", prepare: (stage) => chosen(stage, "edit:merge") },
  { ...minutes, name: "follow-up-dialog", prepare: (stage) => chosen(stage, "edit:followUp") },
  { ...minutes, name: "brief", path: ({ meetings }) => `/brief/${meetings.minutes}`, whole: true },
  { name: "clip-unknown", path: () => `/clip/${"0".repeat(26)}`, status: 404, plain: true },
];
