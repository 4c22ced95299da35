import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, test } from "#tests/e2e/acta-test.ts";

const TERMS_MESSAGE = "You must accept the Terms and Conditions and Privacy Policy";

test.describe("with JavaScript", () => {
  // Chromium itself reports the refused form.
  test.use({ expectedErrors: ["422"] });

  test("signing in asks for the terms and leads to where one was going, and signing out ends the session on every open page", async ({
    page,
    context,
    signInAs,
  }) => {
    // Both have an account.
    await signInAs("claire", "microsoft");
    await signInAs("nora", "google");
    await context.clearCookies();
    await page.goto("/history");
    await expect(page).toHaveURL(/\/api\/auth\/signin\?returnTo=%2Fhistory/);
    await awake(page);
    await test.step("the terms must be accepted first", async () => {
      await page.getByRole("button", { name: "Continue with Google" }).click();
      await expect(page.getByText(TERMS_MESSAGE)).toBeVisible();
      await expect(page.getByRole("checkbox")).toBeFocused();
      await expectAccessible(page);
    });
    await test.step("cancelling at the provider comes back with a sentence, not with the provider's words", async () => {
      await begin(page, "Google");
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page).toHaveURL(/\/api\/auth\/signin/);
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(page.getByText("access_denied")).toHaveCount(0);
    });
    await test.step("Google", async () => {
      await awake(page);
      await begin(page, "Google");
      await page.getByRole("button", { name: "Nora Puig" }).click();
      await expect(page).toHaveURL(/\/history$/);
    });
    await test.step("signing out", () => signOut(page));
    await test.step("Microsoft", async () => {
      await page.goto("/history");
      await awake(page);
      await begin(page, "Microsoft");
      await page.getByRole("button", { name: "Claire" }).click();
      await expect(page).toHaveURL(/\/history$/);
    });
  });
});

test("a page of somebody whose browser another person uses now shows nothing of them any more", async ({
  page,
  signInAs,
}) => {
  await signInAs("nora", "google");
  await page.goto("/history");
  await awake(page);
  const menu = page.getByRole("complementary", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "Nora Puig" })).toBeVisible();
  // The page was asleep, in another tab.
  await signInAs("claire", "microsoft");
  await page.evaluate(() => window.dispatchEvent(new Event("acta-session-doubted")));
  await expect(menu.getByRole("link", { name: /^Claire/ })).toBeVisible();
  await expect(page).toHaveURL(/\/history$/);
  await expect(menu.getByRole("link", { name: "Nora Puig" })).toHaveCount(0);
});

async function begin(page: Page, provider: "Google" | "Microsoft"): Promise<void> {
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: `Continue with ${provider}` }).click();
}

async function signOut(page: Page): Promise<void> {
  await awake(page);
  await page.getByRole("complementary", { name: "Menu" }).getByRole("link", { name: "Nora Puig" }).click();
  const other = await page.context().newPage();
  await other.goto("/");
  await awake(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/api\/auth\/signin/);
  await expect(other).toHaveURL(/\/api\/auth\/signin/, { timeout: 60_000 });
  await expect(other.getByRole("alert")).toHaveText("Your session has ended. Sign in to go on where you were.");
  await other.close();
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: ["422"] });

  test("signing in works, and says that the terms must be accepted", async ({ page, context, signInAs }) => {
    await signInAs();
    await context.clearCookies();
    await page.goto("/api/auth/signin?returnTo=%2Fsettings");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expect(page.getByText(TERMS_MESSAGE)).toBeVisible();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: "Nora Puig" }).click();
    await expect(page).toHaveURL(/\/settings$/);
  });
});
