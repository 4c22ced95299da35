import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** Requests for the bytes of the recording, from now on. */
function watchRecording(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/recording(?:\?|$)/u.test(request.url())) asked.push(request.url());
  });
  return asked;
}

async function openMeeting(page: Page, origin: string, title: string): Promise<string[]> {
  const { cookie } = await localSignIn({ appOrigin: origin });
  const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
  const meetId = await uploadOverHttp({ origin, cookie, title, bytes });
  const asked = watchRecording(page);
  await page.goto(`/${meetId}`);
  await awake(page);
  await expect(page.getByRole("heading", { name: "Highlights, quoted" })).toBeVisible({ timeout: 60_000 });
  // The page is read and moved through, and everything that loads by itself has loaded.
  await page.mouse.wheel(0, 2000);
  await page.waitForLoadState("networkidle");
  return asked;
}

test.beforeEach(async ({ signInAs }) => signInAs());

test("no byte of the recording is asked for before somebody plays it", async ({ page, origin }) => {
  const asked = await openMeeting(page, origin, "Played on demand");
  expect(asked).toEqual([]);
  await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const video = page.locator("video");
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => !media.paused)).toBe(true);
});

test("a picture that is shown loads what it needs, and not before", async ({ page, origin }) => {
  const asked = await openMeeting(page, origin, "Shown on demand");
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test("a sound file offers no picture, and is not asked for before somebody plays it", async ({ page, speech }) => {
  const segments = [{ start: 0, end: 3.8, text: "The clinic opens its new rooms in March." }];
  await speech.tell({ scripts: [{ seconds: 8, segments }] });
  await page.goto("/?upload=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Recording").setInputFiles(fixture("talk.mp3"));
  const asked = watchRecording(page);
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
  const player = page.getByRole("region", { name: "Player" });
  await expect(player.getByRole("button", { name: "Play", exact: true })).toBeVisible({ timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("button", { name: "Picture", exact: true })).toHaveCount(0);
  expect(asked).toEqual([]);
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test("the export menu has the recording itself, under the meeting's title", async ({ page, origin }) => {
  await openMeeting(page, origin, "Reunió de novembre");
  await page.locator("summary").filter({ hasText: "Export" }).press("Enter");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the recording" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Reunió de novembre.mp4");
  expect(await readFile(await download.path())).toEqual(await readFile(fixture("talk-captions.mp4")));
});
