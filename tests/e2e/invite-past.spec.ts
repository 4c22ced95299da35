import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, test } from "#tests/e2e/acta-test.ts";

/** Noon in the middle of a month, so that the day before is on the same page of the calendar. */
const NOON = new Date("2026-11-18T12:00:00");

/** Fills the dialog in for a day of that month at 10 in the morning. Returns the calls that were made; none of them is answered. */
async function fillInvite(page: Page, day: RegExp): Promise<string[]> {
  const calls: string[] = [];
  await page.route("**/api/acta/init_call", (route) => {
    calls.push(route.request().method());
  });
  await page.clock.setFixedTime(NOON);
  await page.goto("/?invite=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("In the past");
  await dialog.getByLabel("Meeting link").fill("https://meet.google.com/abc-defg-hij");
  const date = dialog.getByRole("button", { name: /Date and time|Choose date and time/ });
  await date.click();
  await dialog.getByRole("button", { name: day }).click();
  await dialog.getByRole("button", { name: "10:00 am", exact: true }).click();
  return calls;
}

const submit = (page: Page) => page.getByRole("dialog").locator("button[type=submit]");

test.beforeEach(async ({ signInAs }) => signInAs());

test("an invitation dated more than a day in the past asks whether to join now, and a second submit says so", async ({
  page,
}) => {
  const calls = await fillInvite(page, /^Monday, .*16/);
  await submit(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("This time is more than a day in the past. Join now?")).toBeVisible();
  expect(calls).toEqual([]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(submit(page)).toBeInViewport({ ratio: 1 });
  await submit(page).click();
  await expect(dialog.getByText("connecting now").first()).toBeVisible();
  await expect.poll(() => calls).toEqual(["POST"]);
});

test("an invitation dated within the last day connects now, without a question", async ({ page }) => {
  const calls = await fillInvite(page, /^Wednesday, .*18/);
  await submit(page).click();
  await expect(page.getByRole("dialog").getByText("connecting now").first()).toBeVisible();
  await expect(page.getByText("Join now?", { exact: false })).toHaveCount(0);
  await expect.poll(() => calls).toEqual(["POST"]);
});

test("another date takes the question back", async ({ page }) => {
  await fillInvite(page, /^Monday, .*16/);
  await submit(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Join now?", { exact: false })).toBeVisible();
  // The click closed the calendar.
  await dialog.getByRole("button", { name: /Date and time|Choose date and time/ }).click();
  await dialog.getByRole("button", { name: /^Wednesday, .*18/ }).click();
  await expect(dialog.getByText("Join now?", { exact: false })).toHaveCount(0);
});

test("a link that was pasted with the brackets of a mail is shown and sent without them", async ({ page }) => {
  const bodies: string[] = [];
  await page.route("**/api/acta/init_call", (route) => {
    bodies.push(route.request().postData() ?? "");
  });
  await page.goto("/?invite=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("From a mail");
  await dialog.getByLabel("Meeting link").fill("<https://meet.google.com/abc-defg-hij>");
  await dialog.getByLabel("Title").focus();
  await expect(dialog.getByLabel("Meeting link")).toHaveValue("https://meet.google.com/abc-defg-hij");
  await expect(dialog.getByText("invalid URL")).toHaveCount(0);
  await submit(page).click();
  await expect.poll(() => bodies.length).toBe(1);
  expect(JSON.parse(bodies[0] ?? "{}")).toMatchObject({ meetExtUrl: "https://meet.google.com/abc-defg-hij" });
});
