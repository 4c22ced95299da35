import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, test } from "#tests/e2e/acta-test.ts";

test.use({ reducedMotion: "no-preference" });

async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
}

/** Comes back from a saved language, as without JavaScript: a toast announces it. */
async function saveLanguage(page: Page): Promise<void> {
  await page.goto("/settings?saved=language");
  await expect(page).toHaveURL(/\/settings$/);
  await page.clock.runFor(500);
  await expect(page.locator(".toast")).toHaveText("Language saved");
}

// The page's clock stands still and is moved by hand: a toast stays five seconds (§9), which the test does not wait for.
test("a toast stays five seconds, waits while the pointer or the focus is on it, and is not said again", async ({
  page,
  signInAs,
}) => {
  await page.clock.install();
  await signInAs("marc");
  await page.goto("/settings");
  await awake(page);
  await stopClock(page);
  await saveLanguage(page);
  const toast = page.locator(".toast");

  await test.step("a toast waits while the focus is in it, and its cross closes it", async () => {
    await toast.getByRole("button", { name: "Close" }).focus();
    await page.clock.runFor(30_000);
    await expect(toast).toBeVisible();
    await page.keyboard.press("Enter");
    await page.clock.runFor(500);
    await expect(toast).toBeHidden();
  });

  await saveLanguage(page);
  await test.step("that the language was saved is announced, stays five seconds, and is not said again", async () => {
    await expect(page.getByRole("status").filter({ hasText: "Language saved" })).toHaveCount(1);
    await page.clock.runFor(4_000);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(toast).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await awake(page);
    await page.clock.runFor(500);
    await expect(toast).toHaveCount(0);
  });

  await stopClock(page);
  await saveLanguage(page);
  await test.step("a toast waits while the pointer is on it, and goes when it has left", async () => {
    await toast.hover();
    await page.clock.runFor(30_000);
    await expect(toast).toBeVisible();
    // axe waits on the same clock.
    await page.clock.resume();
    await expectAccessible(page);
    await page.mouse.move(5, 5);
    await page.clock.runFor(5_500);
    await expect(toast).toBeHidden();
  });
});
