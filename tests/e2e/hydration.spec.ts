import { awake, expect, test } from "#tests/e2e/acta-test.ts";
import { filledHome } from "#tests/e2e/seeds.ts";

test("clicks that come before the page is awake break nothing", async ({ page, signInAs }) => {
  await signInAs();
  await page.addInitScript(() => {
    const timer = setInterval(
      () => document.querySelector("h1")?.dispatchEvent(new MouseEvent("click", { bubbles: true })),
      0,
    );
    setTimeout(() => clearInterval(timer), 3_000);
  });
  for (let visit = 1; visit <= 5; visit++) {
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page
      .getByRole("button", { name: "Collapse the menu" })
      .or(page.getByRole("button", { name: "Expand the menu" }))
      .click();
  }
});

test("news that comes before a part's script throws nothing away; the part wakes with its script where the reader is", async ({
  page,
  signInAs,
}) => {
  await filledHome();
  await signInAs("claire", "microsoft");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/source-filter-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/history");
  await awake(page);
  const filters = page.getByRole("navigation", { name: "Where from" });
  await filters.evaluate((element) => element.setAttribute("data-drawn-by", "server"));
  const drawn = page.locator("[data-drawn-by=server]");

  // The address changes, and with it what every part of the page is given.
  await page.getByRole("link", { name: "upload recording" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(drawn).toBeVisible();

  const uploads = filters.getByRole("link", { name: "Uploaded" });
  await uploads.focus();
  release();
  await expect(drawn).toHaveCount(0);
  await expect(uploads).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=upload/);
  await expect(uploads).toHaveAttribute("aria-current", "page");
});
