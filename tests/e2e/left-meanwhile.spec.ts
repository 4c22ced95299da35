import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { fillUpload } from "#tests/support/upload-in-browser.ts";

/** §4: a dialog may be closed, and a page left, while its call is on the way. The end is told all the same, and leads nobody away. */

const LIMIT = {
  status: 403,
  json: { error: { code: "limit-reached", message: "Meeting limit reached", reason: null } },
};

test.beforeEach(async ({ signInAs, expectedErrors }) => {
  await signInAs("quima");
  expectedErrors.push("403");
});

/** Holds the calls to an address until the test lets them go, each to its own end. */
async function holdCalls(page: Page, address: string | RegExp, end: (route: Route) => Promise<void>) {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(address, async (route) => {
    await released;
    await end(route);
  });
  return { asked: page.waitForRequest(address), release };
}

test("an invitation that meets the limit says so where its dialog was closed meanwhile", async ({ page }) => {
  const call = await holdCalls(page, "**/api/acta/init_call", (route) => route.fulfill(LIMIT));
  await page.goto("/?invite=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("One too many");
  await dialog.getByLabel("Meeting link").fill("https://meet.google.com/abc-defg-hij");
  await dialog.locator("button[type=submit]").click();
  await call.asked;
  await dialog.getByRole("contentinfo").getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  call.release();
  await expect(page.getByText("Meeting limit reached", { exact: true })).toBeVisible();
});

test("an upload that meets the limit says so at the foot of the page where its dialog was closed meanwhile", async ({
  page,
}) => {
  const call = await holdCalls(page, "**/api/acta/upload", (route) => route.fulfill(LIMIT));
  await page.goto("/");
  await awake(page);
  await fillUpload(page, { title: "One too many", file: fixture("talk.mp4") });
  await page.getByRole("button", { name: "summarize" }).click();
  await call.asked;
  await page.getByRole("button", { name: "Make the upload small" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  call.release();
  await expect(page.getByText("Meeting limit reached", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Show the upload of One too many" }).click();
  await expect(page.getByRole("dialog", { name: "limit reached" })).toBeVisible();
});

test("recordings of which one is not taken say so at the foot of the page where their list was closed meanwhile", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("500");
  const call = await holdCalls(page, "**/api/acta/upload", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/?upload=1");
  await awake(page);
  const buffer = await readFile(fixture("talk-captions.mp4"));
  const files = ["Board 2025-11-18 09.30.mp4", "Garden 2025-11-18 10.30.mp4"];
  const chosen = files.map((name) => ({ name, mimeType: "video/mp4", buffer }));
  await page.getByRole("dialog").getByLabel("Recording").setInputFiles(chosen);
  await page.getByRole("button", { name: "summarize" }).click();
  await call.asked;
  await page.getByRole("button", { name: "Make the upload small" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  call.release();
  await expect(page.getByText("The upload has stopped.", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Show the upload of 0 of 2 have arrived" }).click();
  await expect(page.getByRole("button", { name: "Send again what failed" })).toBeVisible();
});

test("a planned meeting that is changed leaves who went on to another page there", async ({ page, origin }) => {
  const { meetId } = await plan(page, origin, "Planned");
  const call = await holdCalls(page, `**/api/acta/meetings/${meetId}/call`, (route) => route.continue());
  await page.goto(`/${meetId}`);
  await awake(page);
  await page.getByRole("link", { name: "Change" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Planned again");
  await dialog.getByRole("button", { name: "save" }).click();
  await call.asked;
  await dialog.getByRole("contentinfo").getByRole("button", { name: "Close" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates" }).click();
  await expect(page).toHaveURL(/\/templates$/);
  call.release();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  await expect(page).toHaveURL(/\/templates$/);
});

/** A call in three days. */
async function plan(page: Page, origin: string, title: string): Promise<{ meetId: string }> {
  const planned = await page.request.post("/api/acta/init_call", {
    headers: { Origin: origin },
    data: {
      meetingName: title,
      meetingDate: new Date(Date.now() + 3 * 24 * 3_600_000).toISOString(),
      clientName: "Quima",
      meetExtUrl: "https://meet.google.com/abc-defg-hij",
      meetLanguage: "en",
      templateId: null,
      timeZone: "Europe/Madrid",
    },
  });
  return (await planned.json()) as { meetId: string };
}

/** The pages whose data the router asks for, by their path. */
function watchVisits(page: Page): string[] {
  const opened: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) opened.push(pathname);
  });
  return opened;
}

/** Those that were asked for until now: what the page has begun in its last turn is among them. */
async function visited(page: Page, opened: readonly string[]): Promise<string[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  return opened.filter((pathname) => pathname !== "/_root.data");
}

const toHome = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();

test("a meeting that is deleted leaves who went back and on to another page there", async ({ page, origin }) => {
  const { meetId } = await plan(page, origin, "Planned to go");
  const call = await holdCalls(page, `**/api/acta/meetings/${meetId}`, (route) => route.continue());
  await page.goto("/history");
  await awake(page);
  await page.getByLabel("More for Planned to go").click();
  await page.getByRole("link", { name: "Delete meeting" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await call.asked;
  await page.goBack();
  await toHome(page);
  await expect(page).toHaveURL(/\/$/);
  const opened = watchVisits(page);
  call.release();
  await expect(page.getByText("Meeting deleted", { exact: true })).toBeVisible();
  expect(await visited(page, opened)).toEqual([]);
});

test("a template that is duplicated or saved leaves who went on to another page there", async ({ page }) => {
  const copies = await holdCalls(page, "**/api/acta/templates/*/duplicate", (route) => route.continue());
  await page.goto("/templates");
  await awake(page);
  await page.getByRole("button", { name: "Duplicate Basic system" }).click();
  await copies.asked;
  await toHome(page);
  await expect(page).toHaveURL(/\/$/);
  const opened = watchVisits(page);
  copies.release();
  await expect(page.getByText("Template duplicated", { exact: true })).toBeVisible();
  expect(await visited(page, opened)).toEqual([]);

  await page.goto("/templates");
  await awake(page);
  await page.getByRole("link", { name: "Edit Basic system (copy)" }).click();
  await awake(page);
  const save = await holdCalls(page, /\/api\/acta\/templates\/[0-9a-z]+$/u, (route) => route.continue());
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.getByRole("button", { name: "Save template" }).click();
  await save.asked;
  await toHome(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/$/);
  opened.splice(0);
  save.release();
  await expect(page.getByText("Template saved", { exact: true })).toBeVisible();
  expect(await visited(page, opened)).toEqual([]);
});

test("a payment that is begun leaves who went on to another page there", async ({ page }) => {
  const order = await holdCalls(page, "**/api/acta/billing/checkout", (route) => route.continue());
  await page.goto("/pricing");
  await awake(page);
  await page.getByRole("button", { name: "Choose Pro" }).click();
  await order.asked;
  await toHome(page);
  await expect(page).toHaveURL(/\/$/);
  const answered = page.waitForResponse("**/api/acta/billing/checkout");
  order.release();
  await answered;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  await expect(page).toHaveURL(/\/templates$/);
});
