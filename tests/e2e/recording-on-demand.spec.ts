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

/** Those of the first load: of the document, and the texts that its entry loads. */
const FIRST_SCRIPTS_MAX = 7;
/** Those behind it (vite.config.ts). They were 85 while Rollup alone chose the files. */
const LATER_SCRIPTS_MAX = 5;

function namesOfScripts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    return [...new Set(loaded.filter((name) => name.startsWith("/assets/") && name.endsWith(".js")))];
  });
}

/** Scripts that the document names, with the texts of its language, and the others. */
async function countScripts(page: Page): Promise<{ first: number; later: string[] }> {
  const html = await (await page.request.get(page.url())).text();
  const named = new Set([...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/gu)].map(([, name]) => name));
  const names = await namesOfScripts(page);
  const later = names.filter((name) => !named.has(name) && !/\/texts-[a-z]{2}-[\w-]{8}\.js$/u.test(name));
  return { first: names.length - later.length, later };
}

/** The page is read and moved through, and everything that loads by itself has loaded: nothing of the recording. */
async function readThrough(page: Page, asked: readonly string[]): Promise<void> {
  await awake(page);
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
  await page.mouse.wheel(0, 2000);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  const { first, later } = await countScripts(page);
  expect(first).toBeLessThanOrEqual(FIRST_SCRIPTS_MAX);
  expect(later.length, later.join(" ")).toBeLessThanOrEqual(LATER_SCRIPTS_MAX);
}

test.beforeEach(async ({ signInAs }) => signInAs());

test("a meeting loads few scripts and no byte of its recording before it is played or its picture is shown, and its export has the meeting's title", async ({
  page,
  origin,
}) => {
  const { cookie } = await localSignIn({ appOrigin: origin });
  const bytes = await readFile(fixture("talk-captions.mp4"));
  const title = "Reunió de novembre";
  const meetId = await uploadOverHttp({ origin, cookie, title, bytes: new Uint8Array(bytes) });
  const asked = watchRecording(page);
  await page.goto(`/${meetId}`);
  await test.step("played", async () => {
    await readThrough(page, asked);
    await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    const video = page.locator("video");
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => !media.paused)).toBe(true);
  });
  await page.goto("about:blank");
  asked.length = 0;
  await page.goto(`/${meetId}`);
  await test.step("a picture that is shown loads what it needs", async () => {
    await readThrough(page, asked);
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });
  await test.step("the export menu has the recording itself, under the meeting's title", async () => {
    await page.locator("summary").filter({ hasText: "Export" }).press("Enter");
    await page.locator("details.export summary").filter({ hasText: "More" }).press("Enter");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download the recording" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${title}.mp4`);
    expect(await readFile(await download.path())).toEqual(bytes);
  });
});

test("the texts of other pages are fetched when somebody points at a link or moves the focus to one, once", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/texts-en-(?:pages|pricing)-[\w-]+\.js$/u.test(request.url())) asked.push(request.url());
  });
  await page.goto("/templates");
  await awake(page);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  const history = page.getByRole("link", { name: "History" });
  await history.focus();
  await expect.poll(() => asked.length).toBe(2);
  await history.hover();
  await history.click();
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  expect(asked).toHaveLength(2);
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
