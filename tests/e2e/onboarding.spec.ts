import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectContrast, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { runSql } from "#tests/support/seed-meetings.ts";

/** §2, §5: a new person's two steps, and the settings before and after them. */

test.describe.configure({ mode: "serial" });
// Chromium itself reports the refused form.
test.use({ expectedErrors: ["422"] });

/** The Nora of the other directory at Microsoft, without an account: her next sign-in is her first. */
async function forgetNora(): Promise<void> {
  const mine = "SELECT user_id FROM identities WHERE provider = 'microsoft' AND subject LIKE '%c58d1f93%'";
  await runSql(process.env.ACTA_STATE_DIR ?? "", [`DELETE FROM users WHERE id IN (${mine})`]);
}

async function signInFirst(page: Page, returnTo: string): Promise<void> {
  await page.goto(`/api/auth/signin?${new URLSearchParams({ returnTo })}`);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue with Microsoft" }).click();
  await page.getByRole("button", { name: "Nora Puig" }).click();
  // Nothing is asked on the way. The onboarding is offered on Home once there is a meeting.
  await page.waitForURL((url) => url.pathname === returnTo);
  await page.goto(`/onboarding?${new URLSearchParams({ returnTo })}`);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Nora" })).toBeVisible();
}

async function expectGoodScreen(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  if (size) await page.setViewportSize(size);
}

test.beforeEach(forgetNora);

test("a new person meets refusals, postpones the onboarding, and finishes it by keyboard from the settings", async ({
  page,
  context,
  origin,
  expectedErrors,
}) => {
  await signInFirst(page, "/history");
  await awake(page);
  await expectGoodScreen(page);
  const company = page.getByRole("textbox", { name: "Company" });
  const phone = page.getByRole("textbox", { name: "Phone" });
  await company.focus();
  // Enter sends the form; it does not postpone it.
  await page.keyboard.press("Enter");
  await expect(page.getByText("Company name required")).toBeVisible();
  await expect(page.getByText("Valid phone number required")).toBeVisible();
  await expect(company).toBeFocused();
  await expectGoodScreen(page);
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page).toHaveURL(/\/history$/);

  // Once: the next sign-in goes straight on. An open page would ask with no session in between.
  await page.goto("about:blank");
  await context.clearCookies();
  const person = { provider: "microsoft", person: "nora", returnTo: "/history" } as const;
  const { name, value, location } = await localSignIn({ appOrigin: origin, ...person });
  expect(location).toBe(`${origin}/history`);
  await context.addCookies([{ name, value, url: origin }]);

  await page.goto("/settings");
  await awake(page);
  await expect(page.getByText("Complete your profile: phone and company are missing.")).toBeVisible();
  await expect(page.getByText("Profile not complete, 2 of 5")).toBeVisible();
  await expect(page.getByLabel("Phone")).toHaveCount(0);
  await expectGoodScreen(page);
  await page.getByRole("link", { name: "Finish it" }).click();

  await test.step("both steps are gone through by keyboard, and lead on to where the person was going", async () => {
    await expect(page.getByText("or your own name")).toHaveCount(0);
    await page.getByRole("radio", { name: "Self-employed/Freelance" }).check();
    await expect(company).toHaveAccessibleDescription(/or your own name/);
    await company.fill("Nora Puig");
    await phone.fill("600 12");
    await phone.press("Enter");
    // Only the server knows all numbers.
    await expect(phone).toHaveAccessibleDescription(/Valid phone number required/);
    await phone.fill("+34 600 123 456");
    await phone.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Connect a calendar" })).toBeVisible();
    await expectGoodScreen(page);
    for (const name of ["Connect Google Calendar", "Connect Outlook"]) {
      await expect(page.getByRole("button", { name })).toBeEnabled();
    }
    await page.getByRole("link", { name: "Back" }).click();
    await expect(phone).toHaveValue("+34 600 12 34 56");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("link", { name: "Without a calendar" }).click();
    await expect(page).toHaveURL(/\/settings/);
  });

  await test.step("the settings show the profile, which can be changed", async () => {
    await expect(page.getByText("Profile complete")).toBeVisible();
    await expectGoodScreen(page);
    const personal = page.locator("#personal");
    const company = personal.getByRole("textbox", { name: "Company" });
    const fullName = personal.getByRole("textbox", { name: "Full name" });
    const said = page.locator(".toast").filter({ hasText: "Personal information saved" });
    await awake(page);
    await company.fill("");
    await company.press("Tab");
    await expect(personal.getByText("Company name required")).toBeVisible();
    await expectGoodScreen(page);
    // A field that is wrong does not keep another one from being saved.
    await fullName.fill("Nora Serra");
    await fullName.press("Tab");
    await expect(said).toBeVisible();
    await expect(page.getByRole("link", { name: "Nora Serra" })).toBeVisible();
    await said.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator(".toast").filter({ hasText: "Changed back" })).toBeVisible();
    await expect(fullName).not.toHaveValue("Nora Serra");
    await expect(personal.getByText("Company name required")).toBeVisible();
  });

  await test.step("without a network what was typed stays, and is saved when it is back", async () => {
    const company = page.locator("#personal").getByRole("textbox", { name: "Company" });
    expectedErrors.push("ERR_INTERNET_DISCONNECTED");
    await page.context().setOffline(true);
    await company.fill("Atelier Serra");
    await company.press("Tab");
    await expect(page.locator(".toast").filter({ hasText: "Not saved yet" })).toBeVisible();
    await expect(company).toHaveValue("Atelier Serra");
    await page.context().setOffline(false);
    await expect(page.locator(".toast").filter({ hasText: "Personal information saved" })).toBeVisible();
    await expect(page.getByText("Company name required")).toBeHidden();
    await page.reload();
    await expect(company).toHaveValue("Atelier Serra");
  });

  await test.step("the language is saved when it is chosen, and the way back is offered in the new one", async () => {
    await awake(page);
    const language = page.locator("#language select");
    await language.selectOption("es");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expect(page).toHaveURL(/\/settings$/);
    await expect(language).toBeFocused();
    await awake(page);
    await page.locator(".toast").getByRole("button", { name: "Deshacer" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});

test("time zone and notifications are remembered, and signing out another session ends its open page", async ({
  page,
  browser,
  context,
  origin,
}) => {
  await signInFirst(page, "/settings");
  const other = await browser.newContext();
  const { name, value } = await localSignIn({ appOrigin: origin, provider: "microsoft", person: "nora" });
  await other.addCookies([{ name, value, url: origin }]);
  const open = await other.newPage();
  await open.goto(`${origin}/history`);
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await awake(page);
  await test.step("time zone and notifications are chosen and remembered", async () => {
    const zone = page.locator("#time-zone");
    await zone.getByLabel("Time zone of Acta").selectOption("Asia/Tokyo");
    const toast = page.locator(".toast").filter({ hasText: "Time zone saved" });
    await expect(toast).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await awake(page);
    await expect(zone.getByLabel("Time zone of Acta")).toHaveValue("Asia/Tokyo");
    const mails = page.locator("#notifications");
    await mails.getByRole("checkbox", { name: "Acta could not get in" }).uncheck();
    await expect(page.locator(".toast").filter({ hasText: "Notifications saved" })).toBeVisible();
    await mails.getByRole("checkbox", { name: "your minutes are ready" }).uncheck();
    await expect(page.locator(".toast").filter({ hasText: "Notifications saved" })).toHaveCount(2);
    // The way back of the second change alone.
    await page
      .locator(".toast")
      .filter({ hasText: "Notifications saved" })
      .last()
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(page.locator(".toast").filter({ hasText: "Changed back" })).toBeVisible();
    await page.reload();
    await awake(page);
    await expect(mails.getByRole("checkbox", { name: "Acta could not get in" })).not.toBeChecked();
    await expect(mails.getByRole("checkbox", { name: "your minutes are ready" })).toBeChecked();
  });

  await test.step("signing out another session ends its open page", async () => {
    const sessions = page.getByRole("list", { name: "Active sessions" });
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    await expect(sessions.getByRole("listitem").first()).toContainText(/on .*This browser/u);
    await sessions.getByRole("button").click();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    await expect(page.locator(".toast")).toHaveText("That session has ended");
    await expect(open).toHaveURL(/\/api\/auth\/signin/, { timeout: 60_000 });
    expect((await context.request.get(`${origin}/api/acta/user/credits`)).status()).toBe(200);
    await other.close();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the onboarding works, and says what is wrong", async ({ page }) => {
    await signInFirst(page, "/settings");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Company name required")).toBeVisible();
    await expectNoOverflow(page);
    await page.getByRole("textbox", { name: "Company" }).fill("Clínica Girona");
    await page.getByRole("textbox", { name: "Phone" }).fill("+34 600 123 456");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("link", { name: "Without a calendar" }).click();
    await expect(page.getByText("Profile complete")).toBeVisible();
  });
});
