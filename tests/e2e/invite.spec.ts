import type { Page } from "@playwright/test";
import { awake, expect, test } from "#tests/e2e/acta-test.ts";

/** §4, the invite flow: its spinner, its seven seconds, and its failure. */

const CALL = /\/api\/acta\/init_call$/u;
const TITLE = "Weekly of the clinic";

test.beforeEach(async ({ signInAs }) => signInAs("pau"));

/** Fills the dialog in for tomorrow, which is planned and not joined now. */
async function fillInvite(page: Page): Promise<void> {
  await page.goto("/?invite=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(TITLE);
  await dialog.getByLabel("Meeting link").fill("meet.google.com/abc-defg-hij");
  await dialog.getByRole("button", { name: "Date and time" }).click();
  await dialog.getByRole("button", { name: /^Thursday, .*19/u }).click();
  await dialog.getByRole("button", { name: "10:00 am", exact: true }).click();
}

test("an invitation that is taken says 'synchronizing', stays for seven seconds, closes, and says that it was created", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-11-18T12:00:00") });
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  // Not sent on: by the server's clock that day is over, and it would be joined at once.
  await page.route(CALL, async (route) => {
    await released;
    await route.fulfill({ json: { meetId: "0".repeat(24) } });
  });
  const sent = page.waitForRequest(CALL);
  await fillInvite(page);
  const dialog = page.getByRole("dialog");
  await dialog.locator("button[type=submit]").click();
  await expect(dialog.getByText("synchronizing").first()).toBeVisible();
  expect((await sent).postDataJSON()).toMatchObject({
    meetingName: TITLE,
    meetingDate: "2026-11-19T09:00:00.000Z",
    meetExtUrl: "https://meet.google.com/abc-defg-hij",
    templateId: null,
  });
  release();
  await expect(dialog.getByText("Meeting created")).toBeVisible();
  await page.clock.fastForward(7000);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("created successfully", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("an invitation that fails says so in its dialog and beside it, and keeps what was filled in", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource");
  await page.clock.setFixedTime(new Date("2026-11-18T12:00:00"));
  await page.route(CALL, (route) => route.fulfill({ status: 500, body: "no JSON" }));
  await fillInvite(page);
  const dialog = page.getByRole("dialog");
  await dialog.locator("button[type=submit]").click();
  await expect(dialog.getByText("Error connecting to server. Nothing you filled in is lost.")).toBeVisible();
  await expect(page.getByText("Error connecting to server", { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue(TITLE);
  await expect(dialog.locator("button[type=submit]")).toBeFocused();
});
