import { readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, Request, Route } from "@playwright/test";
import { UPLOAD_PART_BYTES } from "#app/domain/limits.ts";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";

const FILE = path.join(tmpdir(), `acta-large-recording-${process.pid}.mp4`);
const PARTS = 5;
/** A browser says so of every request that is cut. */
const CUT = "Failed to load resource";

/** A recording of ours with so much room after it that it goes in five parts. */
async function writeLarge(bytes: number): Promise<void> {
  const recording = await readFile(fixture("talk-captions.mp4"));
  const file = Buffer.alloc(bytes);
  recording.copy(file);
  file.writeUInt32BE(bytes - recording.length, recording.length);
  file.write("free", recording.length + 4);
  await writeFile(FILE, file);
}

test.beforeAll(async () => writeLarge(PARTS * UPLOAD_PART_BYTES - 1000));
test.afterAll(async () => rm(FILE, { force: true }));
test.beforeEach(async ({ signInAs }) => signInAs("oriol"));

async function begin(page: Page, title: string): Promise<void> {
  await page.goto("/");
  await awake(page);
  await page.getByRole("link", { name: "upload recording" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Language of the meeting").selectOption("en");
  await dialog.getByLabel("Recording").setInputFiles(FILE);
  await page.getByRole("button", { name: "summarize" }).click();
}

const arrived = (page: Page) => expect(page).toHaveURL(/\/[0-9a-z]{24}$/, { timeout: 60_000 });
const partOf = (request: Request) => Number(new URL(request.url()).searchParams.get("partNumber"));

/** Parts that the store has acknowledged to the page, in order; and the fate of each PUT. */
async function watchParts(page: Page, fate: (part: number, nth: number) => "go" | "cut" | "hang" = () => "go") {
  const acknowledged: number[] = [];
  let puts = 0;
  await page.route("**/_local/s3/**", async (route: Route) => {
    const part = partOf(route.request());
    const what = fate(part, puts++);
    if (what === "hang") return;
    if (what === "cut") return route.abort("connectionreset");
    const answer = await route.fetch().catch(() => null);
    if (answer === null) return route.abort("connectionreset").catch(() => {});
    if (answer.status() === 200) acknowledged.push(part);
    await route.fulfill({ response: answer }).catch(() => {});
  });
  return acknowledged;
}

test("the line breaks again and again: no acknowledged part is sent twice, and the minutes come", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(CUT);
  const acknowledged = await watchParts(page, (_part, nth) => (nth % 3 === 1 && nth < 10 ? "cut" : "go"));
  await begin(page, "Cut again and again");
  await arrived(page);
  expect(acknowledged.toSorted()).toEqual([1, 2, 3, 4, 5]);
  await expect(page.getByRole("heading", { name: "Key points" })).toBeVisible({ timeout: 30_000 });
});

test("a tab that is closed half-way: the same file, chosen again, goes on where it was; another tab waits its turn", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(CUT);
  const first = await watchParts(page, (part) => (part <= 2 ? "go" : "hang"));
  await begin(page, "Closed half-way");
  await expect.poll(() => first.length).toBe(2);
  await expect(page).toHaveTitle(/^\d+ % · |^\d+% · /);

  const other = await context.newPage();
  await begin(other, "The same in another tab");
  await expect(other.getByText("Another tab is sending this file. It goes on there.")).toBeVisible();
  await page.close();

  const second = await watchParts(other);
  await other.getByRole("button", { name: "summarize" }).click();
  await arrived(other);
  expect([...first, ...second].toSorted()).toEqual([1, 2, 3, 4, 5]);
  await expect(other.getByRole("heading", { name: "The same in another tab" })).toBeVisible();
});

test("paused, the upload waits; it goes on when it is told to", async ({ page, expectedErrors }) => {
  expectedErrors.push(CUT);
  let isOpen = false;
  const acknowledged = await watchParts(page, (part) => (part === 1 || isOpen ? "go" : "hang"));
  await begin(page, "Paused for lunch");
  await expect.poll(() => acknowledged.length).toBe(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused. What has arrived stays there for a week.")).toBeVisible();
  await expectAccessible(page);
  isOpen = true;
  await page.getByRole("button", { name: "Go on" }).click();
  await arrived(page);
  expect(acknowledged.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test("signed out half-way: it says so, and after signing in the rest is sent", async ({
  page,
  context,
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(CUT);
  const acknowledged = await watchParts(page, (part, nth) => {
    if (nth === 2) void context.clearCookies();
    return part === 5 && nth < 6 ? "cut" : "go";
  });
  await begin(page, "Signed out half-way");
  await expect(page.getByText("You are signed out. What you filled in is still here.")).toBeVisible({
    timeout: 30_000,
  });
  await signInAs("oriol");
  await page.getByRole("button", { name: "summarize" }).click();
  await arrived(page);
  expect(acknowledged.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test("the file changes under its name: it is said, and chosen again it is another upload", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(CUT);
  const acknowledged = await watchParts(page, (part) => (part <= 1 ? "go" : "cut"));
  await begin(page, "Changed half-way");
  await expect.poll(() => acknowledged.length).toBe(1);
  await writeLarge(PARTS * UPLOAD_PART_BYTES - 2000);
  await utimes(FILE, new Date(), new Date(Date.now() + 5000));
  await expect(page.getByText("The file was changed or moved after you chose it. Choose it again.")).toBeVisible({
    timeout: 30_000,
  });
  await page.unroute("**/_local/s3/**");
  const anew = await watchParts(page);
  await page.getByRole("dialog").getByLabel("Recording").setInputFiles(FILE);
  await page.getByRole("button", { name: "summarize" }).click();
  await arrived(page);
  expect(anew.toSorted()).toEqual([1, 2, 3, 4, 5]);
});
