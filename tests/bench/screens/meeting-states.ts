import type { Cast } from "#tests/bench/screens/cast.ts";
import type { Stage, State } from "#tests/bench/screens/stage.ts";

type Meeting = keyof Cast["meetings"];

/** The page of one of nora's meetings, at a fragment if one is named. */
const at = (meeting: Meeting, rest = "") => ({
  who: "nora" as const,
  path: ({ meetings }: Cast) => `/${meetings[meeting]}${rest}`,
});

const search = async ({ page }: Stage, words: string) => {
  const field = page.locator(".find input");
  await field.fill(words);
  await page.locator(".find__none:not(:empty), mark").first().waitFor();
};

async function ask({ page, t, cast }: Stage, question: string): Promise<void> {
  cast.tongue.pauseMs = 500;
  await page.getByRole("textbox", { name: t("chat:field") }).fill(question);
  await page.keyboard.press("Enter");
}

/** The meeting's own page: read, wait, fail, search, play, ask. */
export const MEETING_STATES: readonly State[] = [
  { ...at("minutes"), name: "meeting" },
  { ...at("minutes"), name: "meeting-whole", whole: true },
  { ...at("minutes"), name: "meeting-printed", whole: true, print: true },
  { ...at("minutes", "#transcript"), name: "meeting-transcript" },
  { ...at("long"), name: "meeting-long-names" },
  { ...at("long"), name: "meeting-long-names-whole", whole: true },
  { ...at("long", "#transcript"), name: "meeting-long-names-transcript" },
  { ...at("threeHours"), name: "meeting-three-hours" },
  { ...at("threeHours", "?t=5400#transcript"), name: "meeting-three-hours-transcript" },
  {
    ...at("edited"),
    name: "meeting-edited",
    whole: true,
    async prepare({ page }) {
      await page.keyboard.press("e");
      const words = page.locator("#minutes textarea").nth(2);
      await words.press("Control+End");
      await words.pressSequentially(" Nobody waits.");
      await page.keyboard.press("Control+Enter");
      await words.waitFor({ state: "detached" });
    },
  },
  { ...at("silent"), name: "meeting-silent" },
  { ...at("failed"), name: "meeting-failed" },
  { ...at("transcribing"), name: "meeting-transcribing" },
  { ...at("transcribing", "#transcript"), name: "meeting-transcribing-transcript" },
  { ...at("waiting"), name: "meeting-waiting", on: "model" },
  { ...at("generating"), name: "meeting-generating", on: "model" },
  { ...at("standIn"), name: "meeting-stand-in", on: "model" },
  {
    ...at("minutes", "#transcript"),
    name: "transcript-search",
    prepare: (stage) => search(stage, "pilot"),
  },
  {
    ...at("minutes", "#transcript"),
    name: "transcript-no-match",
    prepare: (stage) => search(stage, "elephants"),
  },
  {
    ...at("minutes", "#transcript"),
    name: "transcript-correct",
    async prepare({ page }) {
      await page.locator(".turn__correct").first().focus();
      await page.keyboard.press("Enter");
      await page.locator(".correct").waitFor();
    },
  },
  {
    ...at("minutes"),
    name: "mark-preview",
    widths: [768, 1280],
    async prepare({ page }) {
      await page.waitForTimeout(800);
      await page.locator("#minutes a.moment time").nth(2).hover();
      await page.waitForTimeout(800);
    },
  },
  {
    ...at("minutes"),
    name: "mark-focused",
    async prepare({ page }) {
      await page.locator("#minutes a.moment").nth(1).focus();
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Tab");
      await page.waitForTimeout(800);
    },
  },
  {
    ...at("minutes"),
    name: "meeting-playing",
    async prepare({ page }) {
      await page.locator("#minutes a.moment time").nth(1).click();
      await page.waitForTimeout(700);
      await page.keyboard.press("k");
    },
  },
  { ...at("minutes", "#chat"), name: "chat-empty-quotes" },
  { ...at("standIn", "#chat"), name: "chat-empty", on: "model" },
  {
    ...at("chat", "#chat"),
    name: "chat-streaming",
    on: "model",
    async prepare(stage) {
      await ask(stage, "When does the pilot in Girona start, and who prints the diary?");
      await stage.page.getByText(stage.t("chat:answer.writing")).waitFor();
      await stage.page.waitForTimeout(2500);
    },
    async after({ page, cast }) {
      cast.tongue.pauseMs = 0;
      await page.getByRole("textbox").last().press("Escape");
      await page.waitForTimeout(300);
    },
  },
  {
    ...at("chat", "#chat"),
    name: "chat-answered",
    on: "model",
    async prepare(stage) {
      await ask(stage, "What about the budget for the pilot?");
      stage.cast.tongue.pauseMs = 0;
      await stage.page.getByText(stage.t("chat:answer.writing")).waitFor({ state: "detached" });
    },
  },
  {
    ...at("chat", "#chat"),
    name: "chat-model-down",
    on: "model",
    async prepare(stage) {
      stage.cast.tongue.be("500");
      await ask(stage, "Who trains the reception?");
      await stage.page.getByText(stage.t("chat:answer.down")).first().waitFor();
    },
    async after({ cast }) {
      cast.tongue.be("ok");
      cast.tongue.pauseMs = 0;
    },
  },
  {
    ...at("chat", "#chat"),
    name: "chat-clear",
    on: "model",
    prepare: ({ page, t }) => page.getByRole("button", { name: t("chat:clear.clear") }).click(),
  },
];
