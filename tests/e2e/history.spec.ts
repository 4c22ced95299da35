import { awake, expect, test } from "#tests/e2e/acta-test.ts";
import { filledHome, OLD_MEETINGS } from "#tests/e2e/seeds.ts";
import { MEETING_STATUSES } from "#app/domain/meeting/status.ts";

const ALL = OLD_MEETINGS + MEETING_STATUSES.length;

test.beforeAll(() => filledHome());

test("the history goes back page by page and forward again, every meeting once", async ({ page, signInAs }) => {
  await signInAs("claire", "microsoft");
  await page.goto("/history");
  await awake(page);
  const rows = page.locator("table.history tbody tr");
  const ids = () => rows.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const older = page.getByRole("link", { name: "Older", exact: true });
  const newer = page.getByRole("link", { name: "Newer", exact: true });
  await expect(newer).toHaveCount(0);
  const pages = [await ids()];
  for (let number = 2; number <= 3; number++) {
    const [first] = pages.at(-1) ?? [];
    await older.click();
    await expect(page).toHaveURL(/older=/);
    // The address changes a moment before the rows do.
    await expect.poll(async () => (await ids())[0]).not.toBe(first);
    pages.push(await ids());
  }
  expect(pages.map((each) => each.length)).toEqual([20, 20, ALL - 40]);
  expect(new Set(pages.flat()).size).toBe(ALL);
  await expect(older).toHaveCount(0);

  await newer.click();
  await expect(page).toHaveURL(/newer=/);
  await expect.poll(ids).toEqual(pages[1]);
  await page.goBack();
  await expect(page).toHaveURL(/older=/);
  await expect.poll(ids).toEqual(pages[2]);
});

test("a place in the history that is nobody's is the first page, and one past the end leads back", async ({
  page,
  signInAs,
}) => {
  await signInAs("claire", "microsoft");
  await page.goto("/history?older=not-a-place");
  await expect(page.locator("table.history tbody tr")).toHaveCount(20);
  await page.goto("/history?older=1.00000000000000000000000a");
  await expect(page.getByText("There is no meeting on this page.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Newest meetings" })).toHaveAttribute("href", "/history");
});
