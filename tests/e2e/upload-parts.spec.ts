import { rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { awake, expect, expectAccessible, expectNoOverflow, fixture } from "#tests/e2e/acta-test.ts";
import { test } from "#tests/e2e/upload-test.ts";
import { largeRecording } from "#tests/support/large-recording.ts";
import {
  chooseLanguage,
  fillUpload,
  partOf,
  PUTS,
  saysOnce,
  watchAcknowledged,
} from "#tests/support/upload-in-browser.ts";

const FILE = path.join(tmpdir(), `acta-large-recording-${process.pid}.mp4`);
/** The last part is short: a third of the bytes less to send, and the only part whose length is not a round number. */
const LAST_PART_BYTES = 999_000;
const PARTS = 3;
const ALL = [1, 2, 3];
/** Tens of megabytes are hashed, sent, joined and read, on a machine that does other things at the same time. */
const SLOW = { timeout: 120_000 };
/** The browser logs this for every aborted request. */
const CUT = "Failed to load resource";

const writeLarge = async (bytes: number) => writeFile(FILE, await largeRecording(fixture("talk-captions.mp4"), bytes));

test.describe.configure({ timeout: 360_000 });
test.beforeAll(async () => writeLarge((PARTS - 1) * UPLOAD_PART_BYTES + LAST_PART_BYTES));
test.afterAll(async () => rm(FILE, { force: true }));
test.beforeEach(async ({ signInAs }) => signInAs("oriol"));

async function begin(page: Page, title: string): Promise<void> {
  await page.goto("/");
  await awake(page);
  await fillUpload(page, { title, file: FILE });
  await page.getByRole("button", { name: "summarize" }).click();
}

async function fill(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(title);
  await chooseLanguage(dialog, "en");
  await dialog.getByLabel("Recording").setInputFiles(FILE);
  await page.getByRole("button", { name: "summarize" }).click();
}

const arrived = (page: Page) => expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
const inOrder = (parts: readonly number[]) => parts.toSorted((one, other) => one - other);

type Fate = "go" | "cut" | "hang";

/** Parts that the store acknowledged to the page, in order, and the result of each PUT. */
async function watchParts(page: Page, fate: (part: number, nth: number) => Fate | Promise<Fate> = () => "go") {
  const acknowledged = watchAcknowledged(page);
  let puts = 0;
  await page.route(PUTS, async (route) => {
    const what = await fate(partOf(route.request()), puts++);
    if (what === "cut") await route.abort("connectionreset");
    if (what === "go") await route.continue();
  });
  return acknowledged;
}

test("the connection breaks repeatedly, the upload is paused, cancelled and restarted, the person is signed out: no acknowledged part is sent twice", async ({
  page,
  context,
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(CUT);
  let open = 1;
  let isSignedOut = false;
  const acknowledged = await watchParts(page, async (part, nth) => {
    if (nth % 3 === 1 && nth < 10) return "cut";
    // Aborted, not held: two held requests would take both turns of a connection that has just broken.
    if (part > open) return "cut";
    if (part < PARTS || isSignedOut) return "go";
    await context.clearCookies();
    isSignedOut = true;
    return "cut";
  });
  await begin(page, "Cut again and again");
  await expect.poll(() => acknowledged.length, SLOW).toBe(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused. What has arrived is kept for a week.")).toBeVisible();
  await expectAccessible(page);
  open = 2;
  await page.getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => acknowledged.length, SLOW).toBe(2);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Cancel upload" }).click();
  open = PARTS;
  await page.getByRole("button", { name: "summarize" }).click();
  await test.step("signed out half-way, the page says so, and after signing in the rest is sent", async () => {
    await expect(page.getByText("You are signed out. What you filled in is still here.")).toBeVisible(SLOW);
    expect(inOrder(acknowledged)).toEqual([1, 2]);
    await signInAs("oriol");
    await page.getByRole("button", { name: "summarize" }).click();
  });
  await arrived(page);
  expect(inOrder(acknowledged)).toEqual(ALL);
  await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible(SLOW);
});

test("the file changes under its name and is another upload; its tab is closed half-way, and from Home the same file resumes where it was", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(CUT);
  const acknowledged = await watchParts(page, (part) => (part <= 1 ? "go" : "cut"));
  await begin(page, "Changed half-way");
  await expect.poll(() => acknowledged.length, SLOW).toBe(1);
  await writeLarge((PARTS - 1) * UPLOAD_PART_BYTES + LAST_PART_BYTES - 1000);
  await utimes(FILE, new Date(), new Date(Date.now() + 5000));
  await expect(page.getByText("The file was changed or moved after you chose it. Choose it again.")).toBeVisible(SLOW);
  await page.unroute(PUTS);
  const anew = await watchParts(page, (part) => (part === 1 ? "go" : "hang"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Closed half-way");
  await dialog.getByLabel("Recording", { exact: true }).setInputFiles(FILE);
  await page.getByRole("button", { name: "summarize" }).click();
  // Parts of the old file that were already stored do not belong to this upload.
  await expect.poll(() => anew, SLOW).toContain(1);

  await page.getByRole("button", { name: "Cancel upload" }).click();
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await test.step("the upload that waits on Home can be given up", () => giveUp(page));

  await page.unroute(PUTS);
  await page.route(PUTS, (route) => (partOf(route.request()) <= 2 ? route.continue() : undefined));
  await page.getByRole("link", { name: "Continue: Closed half-way" }).click();
  await expect(page.getByText(`Choose ${path.basename(FILE)} again.`)).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Closed half-way");
  await fill(page, "Closed half-way");
  await expect.poll(() => inOrder(anew), SLOW).toEqual([1, 2]);
  await expect(page).toHaveTitle(/^\d+\s?% · /u);
  const second = await test.step("another tab waits its turn", async () => {
    const other = await context.newPage();
    await other.goto("/");
    await awake(other);
    await other.getByRole("link", { name: "Continue: Closed half-way" }).click();
    await fill(other, "The same in another tab");
    await expect(other.getByText("Another tab is sending this file. It goes on there.")).toBeVisible();
    await page.close();

    const parts = await watchParts(other);
    await other.getByRole("button", { name: "summarize" }).click();
    await arrived(other);
    await expect(other.getByRole("heading", { name: "The same in another tab" })).toBeVisible();
    return parts;
  });
  expect(inOrder([...anew, ...second])).toEqual(ALL);
});

async function giveUp(page: Page): Promise<void> {
  await page.goto("/");
  await awake(page);
  await expect(page.getByText("Kept until")).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "Give up: Changed half-way" }).click();
  const said = saysOnce(page, "Upload given up", SLOW);
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await said;
  await expect(page.getByText("Kept until")).toHaveCount(1);
}
