import type { Page } from "@playwright/test";
import { awake, expect, loaded, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";
import { hold } from "#tests/support/slow-line.ts";
import { orderCalendar, runCron } from "#tests/e2e/play-calendar.ts";

/** §2, §4: from a calendar that is connected to a meeting that is planned, at the local stand-in for Google Calendar. */

test.describe.configure({ mode: "serial" });

const PERSON = { provider: "google", person: "pau" } as const;
const MINUTE_MS = 60_000;

const order = (fields: Record<string, unknown>) =>
  orderCalendar(process.env.ACTA_IDENTITY_ORIGIN ?? "", { ...PERSON, ...fields });

/** Events of the stand-in, before the person connects: an account that is connected is read again by its own clock. */
async function addEvents(): Promise<void> {
  const location = `${process.env.ACTA_IDENTITY_ORIGIN}/meet?room=4711`;
  const soon = Date.now() + MINUTE_MS;
  await order({ order: "add", event: { title: "Planning of the ward", startsAt: soon, location } });
  const tomorrow = Date.now() + 25 * 60 * MINUTE_MS;
  await order({ order: "add", event: { title: "Round with the wardens", startsAt: tomorrow, location } });
  await order({ order: "add", event: { title: "Lunch with the wardens", startsAt: tomorrow + 60 * MINUTE_MS } });
}

/** The message itself, and not its copy for screen readers. */
const toast = (page: Page, text: string) => page.locator(".toast").filter({ hasText: text });

test.beforeEach(({ signInAs }) => signInAs(PERSON.person, PERSON.provider));

test("a calendar is connected, shown, activated by keyboard, and all at once; a refused change is taken back", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("503");
  await addEvents();
  await page.goto("/settings#calendars");
  await awake(page);
  const section = page.getByRole("region", { name: "Calendars", exact: true });
  await expect(section.getByText("No calendar is connected.")).toBeVisible();
  await looksSound(page, "calendars-none");
  await test.step("a connection that failed is told once, and not after a reload", async () => {
    await page.goto("/settings?calendar=cancelled#calendars");
    await awake(page);
    await expect(section.getByText("Could not connect calendar.")).toBeVisible();
    await expect(page).toHaveURL(/\/settings$/);
    await page.reload();
    await awake(page);
    await loaded(section.getByRole("button", { name: "Connect Google Calendar" }));
    await expect(section.getByText("Could not connect calendar.")).toHaveCount(0);
  });
  await section.getByRole("button", { name: "Connect Google Calendar" }).click();
  await expect(page.getByText("local stand-in for the calendars of Google")).toBeVisible();
  await page.getByRole("button", { name: "Pau Ribas" }).click();
  await expect(page.locator(".toast")).toHaveText("Calendar connected successfully");
  await expect(page).toHaveURL(/\/settings$/);
  await awake(page);

  const work = section.getByRole("switch", { name: "Work (local stand-in) is active" });
  await expect(work).toBeVisible();
  await section.getByRole("button", { name: "Deactivate all" }).click();
  await expect(work).not.toBeChecked();
  await section.getByRole("button", { name: "Deactivate all" }).click();
  await expect(toast(page, "No active calendars to deactivate")).toBeVisible();
  await work.focus();
  await page.keyboard.press("Space");
  await expect(toast(page, "Calendar activated successfully")).toBeVisible();
  await expect(work).toBeChecked();

  await section.getByLabel("Options of Work (local stand-in)").click();
  const visible = section.getByRole("checkbox", { name: "Show its events on Home" }).first();
  await visible.uncheck();
  await expect(section.getByText("Not shown on Home")).toBeVisible();
  await visible.check();
  await looksSound(page, "calendars-connected");
  await page.reload();
  await expect(work).toBeChecked();

  await test.step("of all at once, those that fail do not change, and the count is right", async () => {
    await awake(page);
    const activateAll = section.getByRole("button", { name: "Activate all", exact: true });
    await section.getByText("Other calendars of this account").click();
    await section.getByRole("button", { name: "Add Team (local stand-in)" }).click();
    await expect(section.getByText("2 of 2 active")).toBeVisible();
    await expect(section.getByRole("switch", { name: "Team (local stand-in) is active" })).toBeChecked();
    await activateAll.click();
    await expect(toast(page, "No inactive calendars to activate")).toBeVisible();
    await section.getByRole("button", { name: "Deactivate all" }).click();
    await expect(toast(page, "2 calendars deactivated successfully")).toBeVisible();
    await expect(section.getByText("0 of 2 active")).toBeVisible();
    let calls = 0;
    await page.route("**/api/acta/connect-calendar/**", (route) =>
      calls++ === 0 ? route.fulfill({ status: 503, body: "{}" }) : route.continue(),
    );
    await activateAll.click();
    await expect(toast(page, "Error activating all calendars.")).toBeVisible();
    await expect(section.getByText("0 of 2 active")).toBeVisible();
    await activateAll.click();
    await expect(toast(page, "2 calendars activated successfully")).toBeVisible();
    await expect(section.getByText("2 of 2 active")).toBeVisible();
    // One call for both, which are of one account.
    expect(calls).toBe(2);
  });

  await test.step("a change that the server refuses is taken back", async () => {
    await page.route("**/api/acta/calendar-setup/**", (route) => route.fulfill({ status: 503, body: "{}" }));
    await awake(page);
    await work.click();
    await expect(toast(page, "Error updating calendar status.")).toBeVisible();
    await expect(work).toBeChecked();
  });
});

test("Home says what is joined and why, one click changes it, and the cron plans the meeting", async ({
  page,
  origin,
}) => {
  await page.goto("/");
  await awake(page);
  const next = page.getByRole("region", { name: "What comes next" });
  await expect(next.getByRole("listitem").filter({ hasText: "Lunch with the wardens" })).toContainText(
    "No meeting link",
  );
  const round = next.getByRole("switch", { name: "Acta joins Round with the wardens" });
  await expect(round).toBeChecked();
  await expect(next.getByRole("listitem").filter({ hasText: "Round with" })).toContainText(
    "Acta joins: you organize it",
  );
  await looksSound(page, "calendars-home");
  await round.focus();
  await page.keyboard.press("Space");
  await expect(next.getByRole("listitem").filter({ hasText: "Round with" })).toContainText("You switched it off");
  await round.press("Space");
  await expect(round).toBeChecked();
  await page.getByRole("group", { name: "The next seven days" }).getByRole("button").last().click();
  await expect(next.getByText("Round with the wardens")).toHaveCount(0);

  await runCron(origin);
  await expect(async () => {
    await page.goto("/history");
    await expect(page.getByRole("link", { name: "Planning of the ward" })).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test("an account that no longer accepts Acta says so on Home and in Settings, and can be disconnected", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push("409", "503");
  await order({ order: "revoke" });
  await order({ order: "expire-access" });
  const script = await hold(page, /\/assets\/calendars-section-.*\.js$/u);
  await page.goto("/settings#calendars");
  await awake(page);
  // Asks the provider, which refuses, also when the section's script comes later. By keyboard: the page may still scroll to the section.
  await page.getByText("Other calendars of this account").press("Enter");
  script.release();
  await expect(page.getByRole("region", { name: "Calendars", exact: true }).getByRole("alert")).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("no longer accepts Acta")).toBeVisible();
  await awake(page);
  await looksSound(page, "calendars-refused-home");
  await page.goto("/settings#calendars");
  await awake(page);
  const section = page.getByRole("region", { name: "Calendars", exact: true });
  await expect(section.getByRole("button", { name: /^Connect again: / })).toBeVisible();
  await looksSound(page, "calendars-refused-settings");
  await section.getByRole("button", { name: /^Disconnect / }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("its copy of the events");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(section.getByText("No calendar is connected.")).toBeVisible();
});
