import type { Locator, Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectContrast, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";

/** Feeds in the settings. Jana's webhooks are in webhooks.spec.ts. */

/** 390 px wide, with axe in light and its contrast in dark. */
async function looksSound(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await shoot(page, `${name}-${width}-dark`);
    if (width === 390) await expectContrast(page);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await shoot(page, `${name}-${width}-light`);
  }
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 844 });
}

async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.ACTA_SHOTS) return;
  if (!name.includes("dialog")) await page.locator("#feeds").evaluate((section) => section.scrollIntoView());
  await page.screenshot({ path: `${process.env.ACTA_SHOTS}/${name}.png` });
}

/** The section's script has loaded after the page's own: a key that is pressed just then would meet the server's button. */
async function loaded(button: Locator): Promise<void> {
  const isReacts = () =>
    button.evaluate((node) => Object.keys(node).some((property) => property.startsWith("__reactProps")));
  await expect.poll(isReacts).toBe(true);
}

test("a feed gets an address by keyboard, shows titles, gets another address, and is removed", async ({
  page,
  context,
  signInAs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs("jana");
  await page.goto("/settings#feeds");
  await awake(page);
  const section = page.getByRole("region", { name: "Feeds" });
  const make = section.getByRole("button", { name: "Create address for the calendar" });
  await loaded(make);
  await looksSound(page, "feeds-empty");
  await make.press("Enter");

  const field = section.getByLabel("Address of the calendar");
  await expect(field).toBeFocused();
  const first = await field.inputValue();
  await section.getByRole("button", { name: "Copy" }).press("Enter");
  await expect(section.getByRole("status")).toHaveText("Address copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await looksSound(page, "feeds-made");
  const readOf = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, text: await answer.text() };
  };
  expect((await readOf(first)).text).toContain("BEGIN:VCALENDAR");

  const titles = section.getByLabel("Show the titles of meetings in the calendar");
  await titles.press("Space");
  await expect(titles).toBeChecked();
  await expect(page.getByText("The feed shows titles now.", { exact: true })).toBeVisible();

  await section.getByRole("button", { name: "New address for the calendar" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create a new address?" });
  await looksSound(page, "feeds-renew-dialog");
  await dialog.getByRole("button", { name: "Create a new address" }).press("Enter");
  await expect(field).not.toHaveValue(first);
  const second = await field.inputValue();
  expect((await readOf(first)).status).toBe(404);
  expect((await readOf(second)).status).toBe(200);

  await page.reload();
  await loaded(section.getByRole("button", { name: "New address for the calendar" }));
  expect(await page.content()).not.toContain(new URL(second).pathname);
  await expect(titles).toBeChecked();
  await expect(section).toContainText("last read");
  await looksSound(page, "feeds-list");

  await section.getByRole("button", { name: "Remove the calendar" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove the feed" }).press("Enter");
  await expect(make).toBeVisible();
  expect((await readOf(second)).status).toBe(404);
});
