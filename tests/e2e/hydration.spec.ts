import { expect, test } from "#tests/e2e/acta-test.ts";

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
