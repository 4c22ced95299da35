import { fileURLToPath } from "node:url";
import type { Locator } from "@playwright/test";
import { LONG_TITLE } from "#tests/bench/screens/talk.ts";
import type { Stage, State } from "#tests/bench/screens/stage.ts";

const recording = fileURLToPath(new URL("../../fixtures/talk-captions.mp4", import.meta.url));
const soundless = fileURLToPath(new URL("../../fixtures/no-audio.mp4", import.meta.url));
const form = { who: "marc", path: () => "/?upload=1" } as const;

async function opened({ page }: Stage): Promise<Locator> {
  const dialog = page.locator("dialog:modal");
  await dialog.locator("input[type=file]").first().waitFor({ state: "attached" });
  return dialog;
}

async function filled(stage: Stage, file = recording): Promise<Locator> {
  const dialog = await opened(stage);
  await dialog.getByLabel(stage.t("upload:field.title")).fill(LONG_TITLE);
  await dialog.locator("input[type=file]").first().setInputFiles(file);
  return dialog;
}

const submit = ({ page }: Stage) => page.locator("dialog:modal button[type=submit]").click();

/** The dialog that takes a recording. */
export const UPLOAD_STATES: readonly State[] = [
  { ...form, name: "upload", prepare: opened },
  { ...form, name: "upload-filled", prepare: (stage) => filled(stage) },
  {
    ...form,
    name: "upload-calendar",
    async prepare(stage) {
      const dialog = await opened(stage);
      await dialog.locator("[aria-expanded]").first().click();
      await dialog.getByText("Hora:").waitFor();
    },
  },
  {
    ...form,
    name: "upload-refused",
    async prepare(stage) {
      const dialog = await opened(stage);
      const buffer = Buffer.from("hello");
      await submit(stage);
      await dialog
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer });
    },
  },
  {
    ...form,
    name: "upload-sending",
    async prepare(stage) {
      await stage.page.route("**/_local/s3/**", () => {});
      await filled(stage);
      await submit(stage);
      await stage.page.getByText(stage.t("upload:progress.uploading")).first().waitFor();
    },
  },
  {
    ...form,
    name: "upload-checking",
    async prepare(stage) {
      await stage.page.route("**/api/acta/upload_data", () => {});
      await filled(stage);
      await submit(stage);
      await stage.page.getByText(stage.t("upload:progress.checking")).first().waitFor();
    },
  },
  {
    ...form,
    name: "upload-no-connection",
    async prepare(stage) {
      await stage.page.route("**/api/acta/upload", (route) => route.abort());
      await filled(stage);
      await submit(stage);
      await stage.page.getByText(stage.t("upload:error.connection")).first().waitFor();
    },
  },
  {
    ...form,
    name: "upload-not-usable",
    async prepare(stage) {
      await filled(stage, soundless);
      await submit(stage);
      await stage.page.getByText(stage.t("upload:refusal.no-audio")).first().waitFor();
    },
  },
  {
    ...form,
    name: "upload-limit",
    who: "lucia",
    prepare: ({ page }) => page.locator("dialog:modal .tally").first().waitFor(),
  },
];
