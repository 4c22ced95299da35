import { expect, expectAccessible, test } from "#tests/e2e/acta-test.ts";

/** The page behind the link of a mail. Which links switch mails off is tested without a browser (tests/worker/unsubscribe.test.ts). */
const LINK = "/unsubscribe/minutes-ready/unknown";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("mails are stopped with one press of a button, by keyboard", async ({ page }) => {
      await page.goto(LINK);
      await expect(page).toHaveTitle("E-mails from Acta · Acta");
      await expect(page.getByText("Kind: Your minutes are ready")).toBeVisible();
      const button = page.getByRole("button", { name: "Stop these e-mails" });
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "Done" })).toBeVisible();
      await expect(button).toHaveCount(0);
      await expect(page.getByRole("link", { name: "To the settings" })).toHaveAttribute("href", "/settings");
      // axe runs in the page.
      if (javaScriptEnabled) await expectAccessible(page);
    });
  });
}
