import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page } from "@playwright/test";
import { UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { LONG_TITLE } from "#tests/bench/screens/talk.ts";
import { holdBack, type Stage, type State } from "#tests/bench/screens/stage.ts";
import { largeRecording } from "#tests/support/large-recording.ts";
import { type HeldVideo, holdVideo } from "#tests/support/upload-in-browser.ts";

const recording = fileURLToPath(new URL("../../fixtures/talk-captions.mp4", import.meta.url));
/** Without captions: its sound is transcribed, and is uploaded first. */
const spoken = fileURLToPath(new URL("../../fixtures/talk.mp4", import.meta.url));
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

/** Path of the file that was written for a page; it is deleted after the screenshot. */
const written = new WeakMap<Page, string>();

/** A video so large that it is uploaded in parts, whose sound is already stored. */
async function soundIn(stage: Stage): Promise<HeldVideo> {
  const file = path.join(tmpdir(), `acta-screens-${randomBytes(6).toString("hex")}.mp4`);
  written.set(stage.page, file);
  await writeFile(file, await largeRecording(spoken, 2 * UPLOAD_PART_BYTES + 1_000_000));
  const video = await holdVideo(stage.page);
  await filled(stage, file);
  await submit(stage);
  await stage.page.getByText(stage.t("upload:progress.soundIn")).waitFor();
  return video;
}

/** Removes the file from the disk, and the unfinished upload, which Home would show in the next screenshot. */
async function soundGone({ page, t }: Stage): Promise<void> {
  await rm(written.get(page) ?? "", { force: true });
  const meeting = await page.getByRole("link", { name: t("upload:progress.toMeeting") }).getAttribute("href");
  await page.getByRole("button", { name: t("upload:progress.cancel") }).click();
  await page.evaluate(async (path) => {
    await fetch(`/api/acta/uploads${path}`, { method: "DELETE" });
  }, meeting);
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
      await dialog.getByRole("button", { name: stage.t("upload:field.changeAll") }).click();
      await dialog.locator("[aria-expanded]").first().click();
      await dialog.getByText(stage.t("upload:date.hour")).waitFor();
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
      await holdBack(stage.page, "**/_local/s3/**");
      await filled(stage);
      await submit(stage);
      await stage.page.getByText(stage.t("upload:progress.uploading")).first().waitFor();
    },
  },
  { ...form, name: "upload-sound-in", prepare: soundIn, after: soundGone },
  {
    ...form,
    name: "upload-line-down",
    async prepare(stage) {
      const video = await soundIn(stage);
      await expect.poll(() => video.sent).toContain("part");
      await video.cut();
      await stage.page.getByText(stage.t("upload:progress.down")).waitFor();
    },
    after: soundGone,
  },
  {
    ...form,
    name: "upload-checking",
    async prepare(stage) {
      await holdBack(stage.page, "**/api/acta/upload_data");
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
