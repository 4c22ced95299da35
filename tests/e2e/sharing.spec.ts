import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import {
  awake,
  expect,
  expectAccessible,
  expectContrast,
  expectNoOverflow,
  fixture,
  test,
} from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** One meeting from its first link to its end, by somebody whose uploads no other test needs. */
const TOMAS = { person: "tomas", provider: "microsoft" } as const;
const TITLE = "Renewal of the clinic, with reception";
const TIME_ZONE = "Europe/Madrid";
const GONE = "This meeting is not available or has been deactivated.";

test.describe.configure({ mode: "serial" });
test.use({ expectedErrors: ["404"] });

let meetId = "";

async function openMeeting(page: Page, origin: string): Promise<void> {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...TOMAS });
  await page.context().addCookies([{ name, value, url: origin }]);
  if (meetId === "") {
    const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
    meetId = await uploadOverHttp({ origin, cookie, title: TITLE, bytes, timeZone: TIME_ZONE });
  }
  await page.goto(`${origin}/${meetId}`);
  await awake(page);
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible({ timeout: 60_000 });
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share meeting" });
  await expect(dialog).toBeVisible();
  return dialog;
}

const addressIn = (dialog: Locator) => dialog.getByLabel("Anyone with this link can view the meeting").inputValue();

/** Overflow at both widths and with text of twice the size, contrast in dark, axe in light. */
async function expectLooksSound(page: Page): Promise<void> {
  await expectNoOverflow(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);
  await shoot(page, "1280-dark");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await shoot(page, "390-light");
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expectNoOverflow(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
  await page.setViewportSize({ width: 1280, height: 844 });
}

async function shoot(page: Page, look: string): Promise<void> {
  if (!process.env.ACTA_SHOTS) return;
  const name = (await page.getByRole("dialog").count()) > 0 ? "dialog" : page.url().includes("/s/") ? "page" : "app";
  await page.screenshot({ path: `${process.env.ACTA_SHOTS}/${name}-${Date.now()}-${look}.png` });
}

test("a link is made and copied by keyboard alone, and somebody without an account and without JavaScript reads it", async ({
  page,
  origin,
  pageOfAnother,
}) => {
  test.setTimeout(90_000);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  await openMeeting(page, origin);
  await page.getByRole("button", { name: "Share" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Share meeting" });
  await expect(dialog.getByText("No link shows this meeting.")).toBeVisible();
  await expectLooksSound(page);
  await expect(dialog.getByRole("link", { name: "Download PDF" })).toBeVisible();
  await tabUntil(page, dialog.getByRole("button", { name: "Create link" }));
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Nobody has opened it yet.")).toBeVisible();
  await expectLooksSound(page);

  await tabUntil(page, dialog.getByRole("button", { name: "Copy link" }));
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Link copied")).toBeVisible();
  const url = await addressIn(dialog);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Error copying link")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(url);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Share" })).toBeFocused();
  await page.keyboard.press("Enter");
  const reader = await pageOfAnother({ javaScriptEnabled: false });
  await test.step("the shared page follows the owner's choice", () => readAsChosen(reader, dialog, url));
});

async function tabUntil(page: Page, place: Locator): Promise<void> {
  const sought = await place.elementHandle();
  for (let stop = 1; stop <= 40; stop++) {
    await page.keyboard.press("Tab");
    if (await sought?.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${place.toString()}`);
}

/** The reader opens the link, and the owner changes in the dialog what it shows, and until when. */
async function readAsChosen(reader: Page, dialog: Locator, url: string): Promise<void> {
  await reader.goto(url);
  await expect(reader.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
  await expect(reader.getByText("Shared by Tomás Vidal")).toBeVisible();
  await expect(reader.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible();
  await expect(reader.getByRole("heading", { name: "Transcript" })).toBeVisible();
  await expect(reader.locator("video[controls]")).toBeVisible();

  await dialog.getByRole("checkbox", { name: "Transcript" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Recording" }).uncheck();
  await expect.poll(async () => (await reader.reload(), reader.locator("video").count())).toBe(0);
  await expect(reader.getByRole("heading", { name: "Transcript" })).toBeHidden();
  await dialog.getByRole("checkbox", { name: "Transcript" }).check();
  await expect
    .poll(async () => (await reader.reload(), reader.getByRole("heading", { name: "Transcript" }).count()))
    .toBe(1);
  await expect(reader.getByRole("heading", { name: "Transcript" })).toBeVisible();
  await expect(reader.getByText("Most patients booked a visit").last()).toBeVisible();
  await expect(dialog.getByText("Opened once, on")).toBeHidden();

  const chosenAfter = Date.now();
  await dialog.getByLabel("Link expiry").selectOption({ label: "In one week" });
  const colophon = async () => (await reader.reload(), (await reader.locator(".colophon").textContent()) ?? "");
  await expect.poll(colophon).toMatch(/works until \w+, \d+ /);
  // In the meeting's own time zone. The day may change while the page loads.
  const inZone = new Intl.DateTimeFormat("en-GB", { day: "numeric", timeZone: TIME_ZONE });
  const days = [chosenAfter, Date.now()].map((at) => inZone.format(at + 7 * 86_400_000));
  expect(days).toContain(/works until \w+, (\d+) /.exec(await colophon())?.[1]);
  await dialog.getByRole("checkbox", { name: "Recording" }).check();
  await dialog.getByLabel("Link expiry").selectOption({ label: "No expiry" });
  await expect
    .poll(async () => (await reader.reload(), reader.locator(".colophon").textContent()))
    .toContain("The link works until Tomás Vidal withdraws it.");
}

test("a mark plays the recording from its moment, and a link that is withdrawn ends it and the page", async ({
  page,
  origin,
  pageOfAnother,
}) => {
  test.setTimeout(90_000);
  await openMeeting(page, origin);
  const dialog = await openDialog(page);
  const url = await addressIn(dialog);
  const reader = await pageOfAnother();
  const written: string[] = [];
  reader.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("404")) written.push(message.text());
  });
  const asked: string[] = [];
  reader.on("request", (request) => {
    if (request.url().endsWith("/recording")) asked.push(request.url());
  });
  await reader.clock.install();
  await reader.goto(`${url}?t=21`);
  await expect(reader.locator(".player__time b")).toHaveText("00:21");
  await expect(reader.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible();
  await expectLooksSound(reader);
  expect(asked, "nothing of the recording is loaded before it is played").toEqual([]);
  await reader.getByRole("link", { name: "Play from 00:29" }).first().focus();
  await reader.keyboard.press("Enter");
  const video = reader.locator("video");
  const at = () => video.evaluate((element: HTMLVideoElement) => (element.paused ? -1 : element.currentTime));
  await expect.poll(at).toBeGreaterThan(29);
  expect(asked.length).toBeGreaterThan(0);
  expect(await at()).toBeLessThan(40);
  await expect(reader.locator(".turn .is-spoken")).toHaveCount(1);
  await expect(reader).toHaveURL(/\?t=29$/);

  await dialog.getByRole("button", { name: "Renew" }).click();
  await expect(dialog.getByText("The old one no longer works.")).toBeVisible();
  const renewed = await addressIn(dialog);
  expect(renewed).not.toBe(url);
  await reader.clock.fastForward(21_000);
  await expect(reader.getByRole("heading", { name: GONE })).toBeVisible();
  await expect(video).toHaveCount(0);
  await expectLooksSound(reader);

  expect((await reader.goto(renewed))?.status()).toBe(200);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByText("The link no longer works.")).toBeVisible();
  await expectAccessible(page);
  expect((await reader.goto(renewed))?.status()).toBe(404);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByText("The link works again, with the same address.")).toBeVisible();
  expect(await addressIn(dialog)).toBe(renewed);
  expect((await reader.goto(renewed))?.status()).toBe(200);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByText("The link no longer works.")).toBeVisible();
  // Closed while it can still be undone: a message on the page offers the rest of the time.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".toast").getByText("The link works again")).toBeVisible();
  await openDialog(page);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByText("The link no longer works.")).toBeVisible();
  expect((await reader.goto(renewed))?.status()).toBe(404);
  await expect(reader.getByText("Access not available")).toBeVisible();
  expect(written).toEqual([]);
});

test("deleting asks first, and again after the session has ended; then the meeting is gone from its open pages and the history", async ({
  page,
  context,
  origin,
  expectedErrors,
  signInAs,
}) => {
  // The page's socket tries again, too.
  expectedErrors.push("401", "HTTP Authentication failed");
  await signInAs(TOMAS.person, TOMAS.provider);
  await page.goto("/history");
  await awake(page);
  await page.getByLabel(`More for ${TITLE}`).click();
  await page.getByRole("link", { name: "Delete meeting" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete meeting" });
  await test.step("a notice comes at once, leads to sign-in and goes when that is done", async () => {
    await context.clearCookies();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const notice = page.getByRole("dialog", { name: "You are signed out" });
    await expect(notice).toContainText("what you asked for was not done");
    await expectAccessible(page);
    const way = await notice.getByRole("link", { name: "Sign in", exact: true }).getAttribute("href");
    expect(new URL(way ?? "", origin).searchParams.get("returnTo")).toBe(`/history?delete=${meetId}`);
    await signInAs(TOMAS.person, TOMAS.provider);
    await expect(notice).toBeHidden({ timeout: 20_000 });
  });
  await expect(dialog.getByText(`Delete “${TITLE}”?`)).toBeVisible();
  await expect(dialog.getByText("does not give back an upload or recording of your plan")).toBeVisible();
  await expectLooksSound(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: TITLE })).toBeVisible();

  const meeting = await context.newPage();
  await openMeeting(meeting, origin);
  await page.getByLabel(`More for ${TITLE}`).focus();
  await page.keyboard.press("Enter");
  await tabUntil(page, page.locator('details[open] a[href*="delete="]'));
  await page.keyboard.press("Enter");
  await tabUntil(page, dialog.getByRole("button", { name: "Delete", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Meeting deleted", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: TITLE })).toBeHidden();
  await expect(meeting.getByRole("heading", { name: GONE })).toBeVisible();
  await expectLooksSound(meeting);
});
