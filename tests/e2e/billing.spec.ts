import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";

/** §2: from the plans to a paid plan, its change and its end, at the local stand-in for Stripe. */

test.describe.configure({ mode: "serial" });

const plan = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
const standIn = (page: Page) => page.getByText("This is a local stand-in for Stripe on this machine. No money moves");

test.beforeEach(({ signInAs }) => signInAs("gala"));

test("a plan is chosen by keyboard, paid at the stand-in, and begins", async ({ page }) => {
  await page.goto("/pricing");
  await awake(page);
  await expect(page.getByText("Save 20%")).toBeVisible();
  await expect(plan(page, "Free").getByRole("button", { name: "Your plan" })).toBeDisabled();
  await expect(plan(page, "Pro")).toContainText("€12 a month");
  await expect(plan(page, "Pro")).toContainText("€144 a year, single payment");
  await expect(plan(page, "Team")).toContainText("€192 a seat and year, single payment");
  await page.getByRole("radio", { name: "Monthly" }).check();
  await expect(plan(page, "Pro")).toContainText("€15 a month");
  await page.getByRole("radio", { name: "Yearly" }).check();
  await looksSound(page, "billing-plans");

  // Leaving without paying changes nothing.
  await plan(page, "Pro").getByRole("button", { name: "Choose Pro" }).click();
  await expect(standIn(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back without paying" }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await awake(page);

  await plan(page, "Pro").getByRole("button", { name: "Choose Pro" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Pay €144.00" }).click();
  await expect(page).toHaveURL(/\/purchase\?session_id=/);
  await expect(page.getByText("Thank you. You are on Pro now.")).toBeVisible();
  await awake(page);
  await looksSound(page, "billing-thanks");
  await page.getByRole("link", { name: "To your plan" }).click();
  const section = page.getByRole("region", { name: "Plan", exact: true });
  await expect(section).toContainText("Pro");
  await expect(section).toContainText("Paid yearly · Renews on");
});

test("a plan is changed and cancelled at the stand-in, and a failed payment is told until it is paid", async ({
  page,
}) => {
  await page.goto("/pricing");
  await awake(page);
  await expect(plan(page, "Pro").getByRole("button", { name: "Your plan" })).toBeDisabled();
  await plan(page, "Business").getByRole("button", { name: "Choose Business" }).click();
  await page.getByRole("button", { name: "Confirm the change" }).click();
  const section = page.getByRole("region", { name: "Plan", exact: true });
  await expect(section).toContainText("Business");
  await awake(page);
  await section.getByRole("button", { name: "Cancel the subscription" }).click();
  await page.getByRole("button", { name: "Cancel the subscription" }).click();
  await expect(section).toContainText("Cancelled. Runs until");

  await test.step("a failed payment is told with its day, and paying ends that", async () => {
    await awake(page);
    await section.getByRole("button", { name: "Invoices and payment" }).click();
    await page.getByRole("button", { name: "Do not cancel" }).click();
    await expect(section).toContainText("Renews on");
    await awake(page);
    await section.getByRole("button", { name: "Invoices and payment" }).click();
    await page.getByRole("button", { name: "Play a renewal whose payment fails" }).click();
    await expect(section.getByRole("alert")).toContainText("A payment failed. The plan ends on");
    await awake(page);
    await looksSound(page, "billing-failed");
    await section.getByRole("button", { name: "Pay now" }).click();
    await page.getByRole("button", { name: "Pay what is owed" }).click();
    await expect(section).toContainText("Renews on");
    await expect(section.getByRole("alert")).toBeHidden();
  });
});
