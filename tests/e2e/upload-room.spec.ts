import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { awake, expect, fixture, type Speech, spokenLines } from "#tests/e2e/acta-test.ts";
import { test } from "#tests/e2e/upload-test.ts";
import { largeRecording } from "#tests/support/large-recording.ts";
import { forgetShifts, watchShifts } from "#tests/support/layout-shifts.ts";
import { expectNothingMoved, hold, outwaitExcuse } from "#tests/support/slow-line.ts";
import { fillUpload, holdVideo } from "#tests/support/upload-in-browser.ts";

const FILE = path.join(tmpdir(), `acta-upload-room-${process.pid}.mp4`);
/** 17 MB go through the browser's own interception, twice, on a machine that may be busy. */
const SLOW = { timeout: 60_000 };

test.use({ reducedMotion: "no-preference" });
test.describe.configure({ timeout: 180_000 });
test.beforeAll(async () => {
  await writeFile(FILE, await largeRecording(fixture("talk.mp4"), 2 * UPLOAD_PART_BYTES + 1_000_000));
});
test.afterAll(async () => rm(FILE, { force: true }));

test("a large upload says how it goes, and nothing moves by that, on a phone and at the full width", async ({
  page,
  signInAs,
  speech,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  await signInAs("ines");
  await page.addInitScript(watchShifts);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await awake(page);
  await test.step("at 390 px", () => upload(page, speech));
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/\/$/);
  await test.step("at 1280 px", () => upload(page, speech));
});

async function upload(page: Page, speech: Speech): Promise<void> {
  const lines = await spokenLines("talk.txt");
  const segments = lines.map((text, index) => ({ start: index * 4, end: index * 4 + 3.8, text }));
  await speech.tell({ scripts: [{ seconds: 24.2, segments }] });
  const video = await holdVideo(page);
  const dialog = page.getByRole("dialog");
  await fillUpload(page, { title: "Nothing moves", file: FILE });
  const begun = await hold(page, /\/api\/acta\/upload$/u);
  await page.getByRole("button", { name: "summarize" }).click();
  await begun.asked;
  await outwaitExcuse(page);
  await forgetShifts(page);

  begun.release();
  await expect(dialog.getByText("The sound has arrived.", { exact: false })).toBeVisible(SLOW);
  await expectNothingMoved(page);
  await expect(dialog.getByText("waiting for the connection")).toBeVisible(SLOW);
  await expectNothingMoved(page);
  // The page says so before its first part is on the way, and only what is on the way can be cut.
  await expect.poll(() => video.sent, SLOW).toContain("part");
  await video.cut();
  await expect(dialog.getByText("The connection is lost.", { exact: false })).toBeVisible(SLOW);
  await expectNothingMoved(page);

  const told = await hold(page, /\/api\/acta\/upload_data$/u);
  await video.letGo();
  await told.asked;
  await expect(dialog.getByText("checking the file").first()).toBeVisible(SLOW);
  await expectNothingMoved(page);
  told.release();
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, SLOW);
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible(SLOW);
}
