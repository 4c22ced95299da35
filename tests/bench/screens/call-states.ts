import type { Locator } from "@playwright/test";
import type { Cast } from "#tests/bench/screens/cast.ts";
import { LONG_TITLE } from "#tests/bench/screens/talk.ts";
import { holdBack, type Stage, type State } from "#tests/bench/screens/stage.ts";

const at = (call: keyof Cast["calls"], rest = "") => ({
  who: "ines" as const,
  path: ({ calls }: Cast) => `/${calls[call]}${rest}`,
});
const form = { who: "ines", path: () => "/?invite=1" } as const;
const LINK = "https://meet.google.com/abc-defg-hij";

async function opened({ page }: Stage): Promise<Locator> {
  const dialog = page.locator("dialog:modal");
  await dialog.locator("input[name=meetExtUrl]").waitFor();
  return dialog;
}

async function filled(stage: Stage, link = LINK): Promise<Locator> {
  const dialog = await opened(stage);
  await dialog.locator("input[name=meetingName]").fill(LONG_TITLE);
  await dialog.locator("input[name=meetExtUrl]").fill(link);
  return dialog;
}

const submit = ({ page }: Stage) => page.locator("dialog:modal button[type=submit]").click();

/** The dialog that invites Acta to a call, and a call's page from its plan to its end. */
export const CALL_STATES: readonly State[] = [
  { ...form, name: "invite", prepare: opened },
  { ...form, name: "invite-filled", prepare: (stage) => filled(stage) },
  {
    ...form,
    name: "invite-invalid",
    async prepare(stage) {
      await filled(stage, "https://meet.google.com/lookup");
      await submit(stage);
      await stage.page.locator("dialog:modal .error").first().waitFor();
    },
  },
  {
    ...form,
    name: "invite-connecting",
    async prepare(stage) {
      await holdBack(stage.page, "**/api/acta/init_call");
      await filled(stage);
      await submit(stage);
      await stage.page.locator("dialog:modal .spinner, dialog:modal output").first().waitFor();
    },
  },
  {
    ...form,
    name: "invite-failed",
    async prepare(stage) {
      await stage.page.route("**/api/acta/init_call", (route) => route.abort());
      await filled(stage);
      await submit(stage);
      await stage.page.locator("dialog:modal .error--world").waitFor();
    },
  },
  {
    ...form,
    name: "invite-limit",
    async prepare(stage) {
      const error = { code: "limit-reached", message: "limit", reason: null };
      await stage.page.route("**/api/acta/init_call", (route) => route.fulfill({ status: 403, json: { error } }));
      await filled(stage);
      await submit(stage);
      await stage.page.locator("dialog:modal .tally").first().waitFor();
    },
  },
  { ...at("planned"), name: "call-planned" },
  {
    ...at("planned"),
    name: "call-planned-change",
    async prepare(stage) {
      await stage.page
        .getByRole("link", { name: stage.t("call:action.change") })
        .first()
        .click();
      await opened(stage);
    },
  },
  { ...at("connecting"), name: "call-connecting" },
  { ...at("lobby"), name: "call-lobby", whole: true },
  { ...at("hostAbsent"), name: "call-host-absent" },
  { ...at("live"), name: "call-live" },
  { ...at("live"), name: "call-live-whole", whole: true },
  { ...at("live", "#transcript"), name: "call-live-transcript" },
  { ...at("liveLong"), name: "call-live-long-names" },
  { ...at("warned"), name: "call-live-warned" },
  {
    ...at("live"),
    name: "call-stopping",
    async prepare({ page, t }) {
      await holdBack(page, "**/call/stop");
      await page.getByRole("button", { name: t("call:recorder.stop") }).click();
      await page.getByText(t("call:recorder.stopping")).first().waitFor();
    },
  },
  {
    ...at("live"),
    name: "call-stop-failed",
    async prepare({ page, t }) {
      await page.route("**/call/stop", (route) => route.abort());
      await page.getByRole("button", { name: t("call:recorder.stop") }).click();
      await page.getByText(t("call:error.stop")).first().waitFor();
    },
  },
  { ...at("recorded"), name: "call-recorded" },
  { ...at("denied"), name: "call-denied", whole: true },
  { ...at("unanswered"), name: "call-unanswered", whole: true },
  { ...at("captcha"), name: "call-captcha", whole: true },
  { name: "home-calls", who: "ines", path: () => "/", whole: true },
  { name: "history-calls", who: "ines", path: () => "/history" },
];
