import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import {
  awake,
  expect,
  expectAccessible,
  expectContrast,
  expectNoOverflow,
  fixture,
  type Speech,
  spokenLines,
  test,
} from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const STOPS_MAX = 60;

/** Presses Tab until the place is focused. */
async function tabUntil(page: Page, place: Locator): Promise<void> {
  for (let stop = 1; stop <= STOPS_MAX; stop++) {
    await page.keyboard.press("Tab");
    if (await place.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${place.toString()}`);
}

/** Microsoft's Nora: another account than Google's, whose fifteen uploads the other tests need. */
const NORA = { person: "nora", provider: "microsoft" } as const;

/** A meeting of hers, sent over HTTP; the page is signed in as her. */
async function meetingOf(page: Page, origin: string, title: string, file: string): Promise<string> {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...NORA });
  await page.context().addCookies([{ name, value, url: origin }]);
  return uploadOverHttp({ origin, cookie, title, bytes: new Uint8Array(await readFile(fixture(file))) });
}

async function talkScript() {
  const lines = await spokenLines("talk.txt");
  return [{ seconds: 24.2, segments: lines.map((text, index) => ({ start: index * 4, end: index * 4 + 3.8, text })) }];
}

const LONG_TITLE = "Quarterly review of suppliers, contracts, reception and what else came up, second part";

/** One whose speech engine keeps it waiting until it is told otherwise. */
async function heldMeeting(page: Page, origin: string, speech: Speech): Promise<string> {
  await speech.tell({ scripts: await talkScript(), hold: true });
  return meetingOf(page, origin, LONG_TITLE, "talk.mp4");
}

/** As it is on the screen now: by day and by night, on a phone, between, and with text of twice the size. Leaves a wide window. */
async function expectSound(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page);
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 844 });
  await expectNoOverflow(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
}

test("from the dialog to a played key point by keyboard alone", async ({ page, signInAs }) => {
  await signInAs(NORA.person, NORA.provider);
  await page.goto("/");
  await awake(page);
  await tabUntil(page, page.getByRole("link", { name: "upload recording" }).first());
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const file = dialog.getByLabel("Recording");
  await expect(file).toBeFocused();
  await file.setInputFiles(fixture("talk-captions.mp4"));
  await tabUntil(page, dialog.getByLabel("Title"));
  await page.keyboard.type("By keyboard");
  await tabUntil(page, dialog.getByRole("button", { name: "Change date, language or template" }));
  await page.keyboard.press("Enter");
  await tabUntil(page, dialog.getByLabel("Language of the meeting"));
  await page.keyboard.type("English");
  await expect(dialog.getByLabel("Language of the meeting")).toHaveValue("en");
  await tabUntil(page, page.getByRole("button", { name: "summarize" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });

  const mark = page.locator("#minutes .line a.moment").last();
  const [minutes = 0, seconds = 0] = (await mark.locator("time").innerText()).split(":").map(Number);
  await tabUntil(page, mark);
  await page.keyboard.press("Enter");
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime))
    .toBeGreaterThanOrEqual(minutes * 60 + seconds - 0.5);
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => !media.paused)).toBe(true);
});

test.describe("two open pages of one meeting", () => {
  test.use({ expectedErrors: ["ERR_FAILED", "Failed to fetch dynamically imported module"] });

  test("both go through its states together, also one that at first lost the script that follows the meeting", async ({
    page,
    context,
    origin,
    speech,
  }) => {
    const meetId = await heldMeeting(page, origin, speech);
    const other = await context.newPage();
    let asked = 0;
    await other.route(/\/assets\/later-meeting-.*\.js$/u, async (route) => {
      asked += 1;
      await (asked <= 2 ? route.abort() : route.continue());
    });
    const openInWork = async (each: Page) => {
      await each.goto(`/${meetId}`);
      await expect(each.getByText("Transcribing").first()).toBeVisible();
      await expect(each.getByText(/^0 of 24 s transcribed$/)).toBeVisible();
    };
    // First, because a page finds the script in the browser's memory once another has it.
    await openInWork(other);
    await expect.poll(() => asked).toBeGreaterThan(2);
    await openInWork(page);
    await test.step("in work it is sound at every size and in both themes", async () => {
      await expectSound(page);
      await expect(page.getByText("Transcribing").first(), "it was looked at while it was in work").toBeVisible();
    });
    await speech.tell({ hold: false });
    for (const each of [page, other]) {
      await expect(each.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({
        timeout: 60_000,
      });
      await expect(each.getByRole("heading", { level: 1, name: LONG_TITLE })).toBeVisible();
    }
    await other.close();
    await test.step("completed it is sound at every size and in both themes", () => expectSound(page));
    await test.step("the minutes can be taken away as PDF and as Markdown, by keyboard alone", () =>
      expectFilesByKeyboard(page));
  });
});

/** Page of a completed meeting. */
async function expectFilesByKeyboard(page: Page): Promise<void> {
  const menu = page.locator("details").filter({ hasText: "Export" });
  const opener = menu.locator("summary").first();
  const pdf = page.getByRole("link", { name: "PDF .pdf" });
  const markdown = page.getByRole("link", { name: "Markdown .md" });
  await expect(markdown).toBeHidden();
  await opener.focus();
  await page.keyboard.press("Enter");
  // Written by itself; the page that is open is told.
  await expect(pdf).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);

  // The choice of the transcript and "Copy the minutes" come before it; nobody has a name here.
  for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press("Tab");
  await expect(pdf).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pdf).toBeHidden();
  await expect(opener).toBeFocused();

  // A beacon, whose body the browser does not show.
  const tracked = page.waitForRequest((request) => request.url().endsWith("/api/acta/analytics"));
  const [document] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("d")]);
  await tracked;
  expect(document.suggestedFilename()).toMatch(/\.pdf$/);
  const bytes = await readFile(await document.path());
  expect(bytes.subarray(0, 8).toString()).toBe("%PDF-1.7");

  await opener.focus();
  await page.keyboard.press("Enter");
  await menu.getByText("More", { exact: true }).press("Enter");
  await markdown.focus();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  const text = await readFile(await download.path(), "utf8");
  // The minutes do not quote the greeting, which is the first line.
  const [, secondLine = "nothing was said"] = await spokenLines("talk.txt");
  expect(text).toContain(secondLine);
  await expect(markdown).toBeHidden();
}

test("a silent meeting, and one that failed, are sound at every size and in both themes", async ({
  page,
  origin,
  speech,
}) => {
  const silent = await meetingOf(page, origin, LONG_TITLE, "silence.mp4");
  await page.goto(`/${silent}`);
  await expect(page.getByText("Nobody can be heard in this recording").first()).toBeVisible({ timeout: 60_000 });
  await expectSound(page);
  await speech.tell({ mode: "401" });
  const failed = await meetingOf(page, origin, LONG_TITLE, "talk-faststart.mp4");
  await page.goto(`/${failed}`);
  await expect(page.getByText("The recording is kept and can be played.")).toBeVisible({ timeout: 60_000 });
  await expectSound(page);
});

test("the dialog is sound at every size and in both themes: empty, refusing with its calendar open, and sending", async ({
  page,
  signInAs,
}) => {
  // axe looks at it nine times.
  test.setTimeout(180_000);
  await signInAs(NORA.person, NORA.provider);
  await page.goto("/?upload=1");
  const dialog = page.getByRole("dialog");
  const file = dialog.locator('input[type="file"]').first();
  await expect(dialog.getByLabel("Recording")).toBeFocused();
  await expectSound(page);

  await page.getByRole("button", { name: "summarize" }).click();
  await file.setInputFiles({ name: "notes.zip", mimeType: "application/zip", buffer: Buffer.from("hello") });
  await expect(dialog.getByText("This file cannot be used", { exact: false })).toBeVisible();
  await expect(dialog.getByText("Write a title.")).toBeVisible();
  await dialog.getByRole("button", { name: "Change date, language or template" }).click();
  const when = dialog.getByRole("button", { name: /Date and time|Choose date and time/ });
  await when.click();
  await expect(dialog.getByText("Time:")).toBeVisible();
  await expectSound(page);

  await when.click();
  await expect(dialog.getByText("Time:")).toBeHidden();
  await dialog.getByLabel("Title").fill(LONG_TITLE);
  await file.setInputFiles(fixture("talk-captions.mp4"));
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/api/acta/upload_data", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "summarize" }).click();
  await expect(dialog.getByText("checking the file").first()).toBeVisible();
  await expectSound(page);
  goOn();
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
});
