import { awake, expect, loaded, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";

/** Feeds in the settings. Jana's webhooks are in webhooks.spec.ts. */

test("a feed gets an address by keyboard, shows titles, gets another address, and is removed", async ({
  page,
  context,
  signInAs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs("jana");
  await page.goto("/settings/integrations#feeds");
  await awake(page);
  const section = page.getByRole("region", { name: "Feeds" });
  const make = section.getByRole("button", { name: "Create address for the calendar" });
  await loaded(make);
  await looksSound(page, "feeds-empty", "#feeds");
  await make.press("Enter");

  const field = section.getByLabel("Address of the calendar");
  await expect(field).toBeFocused();
  const first = await field.inputValue();
  await section.getByRole("button", { name: "Copy" }).press("Enter");
  await expect(section.getByRole("status")).toHaveText("Address copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await looksSound(page, "feeds-made", "#feeds");
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
  await looksSound(page, "feeds-list", "#feeds");

  await section.getByRole("button", { name: "Remove the calendar" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove the feed" }).press("Enter");
  await expect(make).toBeVisible();
  expect((await readOf(second)).status).toBe(404);
});
