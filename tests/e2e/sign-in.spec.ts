import { awake, expect, expectAccessible, test } from "#tests/e2e/acta-test.ts";

const TERMS_MESSAGE = "You must accept the Terms and Conditions and Privacy Policy";

for (const [provider, person, id] of [
  ["Google", "Nora Puig", "nora"],
  ["Microsoft", "Claire", "claire"],
] as const) {
  test(`signing in with ${provider} leads to where one was going`, async ({ page, context, signInAs }) => {
    // The first sign-in of a person leads to the onboarding.
    await signInAs(id, provider === "Google" ? "google" : "microsoft");
    await context.clearCookies();
    await page.goto("/history");
    await expect(page).toHaveURL(/\/api\/auth\/signin\?returnTo=%2Fhistory/);
    await awake(page);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: `Continue with ${provider}` }).click();
    await page.getByRole("button", { name: person }).click();
    await expect(page).toHaveURL(/\/history$/);
  });
}

test.describe("without the terms", () => {
  // Chromium itself reports the refused form.
  test.use({ expectedErrors: ["422"] });

  test("the terms must be accepted first", async ({ page }) => {
    await page.goto("/api/auth/signin");
    await awake(page);
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expect(page.getByText(TERMS_MESSAGE)).toBeVisible();
    await expect(page.getByRole("checkbox")).toBeFocused();
    await expectAccessible(page);
  });
});

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

test("cancelling at the provider comes back with a sentence, not with the provider's words", async ({ page }) => {
  await page.goto("/api/auth/signin");
  await awake(page);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/api\/auth\/signin/);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByText("access_denied")).toHaveCount(0);
});

test("signing out ends the session on every open page", async ({ page, context, signInAs }) => {
  await signInAs();
  await page.goto("/settings");
  const other = await context.newPage();
  await other.goto("/");
  await awake(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/api\/auth\/signin/);
  await expect(other).toHaveURL(/\/api\/auth\/signin/, { timeout: 60_000 });
  await expect(other.getByRole("alert")).toHaveText("Your session has ended. Sign in to go on where you were.");
});
