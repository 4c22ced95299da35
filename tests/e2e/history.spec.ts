import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";
import { completeInWork, filledHome, filledLibrary, OLD_MEETINGS } from "#tests/e2e/seeds.ts";
import { DELETION_UNDO_MS, LISTS_IDLE_REFRESH_MS, LISTS_REFRESH_MS } from "#app/domain/limits/lists.ts";
import { MEETING_STATUSES } from "#app/domain/meeting/status.ts";

const ALL = OLD_MEETINGS + MEETING_STATUSES.length;

test.beforeAll(() => filledHome());

test("the history goes back page by page and forward again, every meeting once, and a place that is nobody's leads back", async ({
  page,
  signInAs,
}) => {
  await signInAs("claire", "microsoft");
  await page.goto("/history");
  await awake(page);
  const rows = page.locator("table.history tbody tr:not(.month)");
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

  await page.goto("/history?older=not-a-place");
  await expect(page.locator("table.history tbody tr:not(.month)")).toHaveCount(20);
  await page.goto("/history?older=1.00000000000000000000000a");
  await expect(page.getByText("There is no meeting on this page.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Newest meetings" })).toHaveAttribute("href", "/history");
});

test("a month leads into the list, and a selection goes on over its pages", async ({ page, signInAs }) => {
  await signInAs("claire", "microsoft");
  await page.goto("/history");
  await awake(page);
  const selected = (count: number) => page.getByRole("status").filter({ hasText: `${count} selected` });
  await test.step("all meetings of the list are selected, on this page and on the others", async () => {
    await page.locator("table.history tbody input[type=checkbox]").first().check();
    await page.getByLabel("Select all on this page").check();
    await expect(selected(20)).toHaveCount(1);
    await page.getByRole("button", { name: "All pages" }).click();
    await expect(selected(ALL)).toHaveCount(1);
    await page.getByRole("link", { name: "Older", exact: true }).click();
    await expect(page).toHaveURL(/older=/);
    await page.locator("table.history tbody input[type=checkbox]").first().uncheck();
    await expect(selected(ALL - 1)).toHaveCount(1);
    const download = page
      .getByRole("group", { name: "For the selected meetings" })
      .getByRole("link", { name: "Download" });
    expect((await download.getAttribute("href"))?.split("%2C")).toHaveLength(ALL - 1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("a month has an address, and another list begins without a selection", async () => {
    const months = page.getByLabel("Month", { exact: true });
    const earliest = await months.getByRole("option").last().textContent();
    await months.selectOption({ label: earliest ?? "" });
    await expect(page).toHaveURL(/\/history\?month=\d{4}-\d\d$/);
    await expect(page.locator("table.history tr.month").first()).toHaveText(earliest ?? "");
    await expect(selected(ALL - 1)).toHaveCount(1);
    await page.getByLabel("Order").selectOption("title");
    await expect(page).toHaveURL(/\?sort=title$/);
    await expect(selected(ALL - 1)).toHaveCount(0);
    await expect(months).toHaveCount(0);
  });
});

const titles = (page: Page) => page.locator("table.history tbody a.row-link");
const EVERYTHING = ["Budget", "Àgora", "Refused", "Unheard", "Silence", "In work"];

test.describe("a library", () => {
  test.beforeEach(async ({ signInAs }) => {
    await filledLibrary();
    await signInAs("lucia");
  });

  test("groups, filters and the order are in the address, and Back leads through them", async ({
    page,
    expectedErrors,
  }) => {
    // Remix reports a navigation that Back interrupts while its answer is being read.
    expectedErrors.push("AbortError: signal is aborted");
    await page.goto("/");
    await awake(page);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).click();
    await expect(page.getByText("6 meetings, 4 h 42 min", { exact: true })).toBeVisible();
    await test.step("after a navigation the people of the filter come by themselves", async () => {
      await page.getByLabel("Person").fill("Théo Müller");
      await page.getByLabel("Person").press("Enter");
      await expect(page).toHaveURL(/person=theo\+muller/);
      await expect(titles(page)).toHaveText(["In work"]);
      await page.goBack();
    });
    await expect(titles(page)).toHaveText(EVERYTHING);
    const tabs = page.getByRole("navigation", { name: "Status" });
    const counted = ["All 6", "Completed 2", "Error 1", "Initiating 0", "Rejected 1", "Skipped 1", "In progress 1"];
    await expect(tabs.getByRole("link")).toHaveText(counted);
    await tabs.getByRole("link", { name: "Completed" }).click();
    await expect(page).toHaveURL(/\?group=completed$/);
    await expect(titles(page)).toHaveText(["Budget", "Àgora"]);
    await page.getByLabel("Order").selectOption("title");
    await expect(page).toHaveURL(/\?group=completed&sort=title$/);
    await expect(titles(page)).toHaveText(["Àgora", "Budget"]);
    await page.getByLabel("Language").selectOption("ca");
    await expect(titles(page)).toHaveText(["Àgora"]);
    await expect(tabs.getByRole("link", { name: "Completed" })).toHaveAttribute("aria-current", "page");
    await page.getByLabel("Person").fill("Aina Bosch");
    await page.getByLabel("Person").press("Enter");
    await expect(page.getByText("No matches found.")).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(titles(page)).toHaveText(["Àgora"]);
    await expect(page.getByLabel("Person")).toHaveValue("");
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/history$/);
    await expect(titles(page)).toHaveText(EVERYTHING);
    await expect(page.getByLabel("Order")).toHaveValue("date");
  });

  test("days apply at once, a failed row says why, and on a phone the rows are cards", async ({ page }) => {
    await page.goto("/history?sort=title");
    await awake(page);
    await test.step("days apply at once, and the filters are cleared at once", async () => {
      await page.getByText("More filters").click();
      await page.getByLabel("From", { exact: true }).fill("2001-01-01");
      await page.getByLabel("Before").fill("2001-02-01");
      await expect(page).toHaveURL(/after=2001-01-01&before=2001-02-01&sort=title$/);
      await expect(page.getByText("You have no meeting on these days.")).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: "Clear the filters" }).first().click();
      await expect(page).toHaveURL(/\/history\?sort=title$/);
      await expect(titles(page)).toHaveCount(EVERYTHING.length);
    });
    await test.step("a failed row says why and what to do", async () => {
      await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Error" }).click();
      await expect(page).toHaveURL(/group=error/);
      const row = page.getByRole("row").filter({ hasText: "Unheard" });
      await expect(row).toContainText("The speech engine did not answer. Transcribe it again in a few minutes.");
      await page.getByLabel("More for Unheard").click();
      await expect(row.getByRole("button", { name: "Transcribe again" })).toBeVisible();
      await expect(row.getByRole("link", { name: "upload recording" })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    });
    await test.step("at 390 px the rows are cards, and the actions of a selection are at the foot", async () => {
      await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "All" }).click();
      await expect(titles(page)).toHaveCount(EVERYTHING.length);
      await page.setViewportSize({ width: 390, height: 844 });
      const title = await titles(page).filter({ hasText: "Àgora" }).boundingBox();
      const status = await page.getByRole("row").filter({ hasText: "Àgora" }).locator(".badge").boundingBox();
      expect(status?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0) - 1);
      await pick(page, ["Àgora"]);
      const remove = await page.getByRole("button", { name: "Delete", exact: true }).boundingBox();
      expect(remove?.y).toBeGreaterThan(844 - 64);
      await expectNoOverflow(page);
      await expectAccessible(page);
    });
  });

  test.describe("while the page is open", () => {
    // D1 may refuse a reading while another process writes to its file; the list stays then. One deletion fails on purpose.
    test.use({ expectedErrors: ["500", "ERR_FAILED"] });

    test("the list follows the server, and meetings are deleted after ten seconds in which it can be undone", async ({
      page,
      context,
    }) => {
      await test.step("a page that is closed within the ten seconds deletes nothing", async () => {
        const closed = await context.newPage();
        await closed.goto("/history");
        await awake(closed);
        await closed.getByLabel("Select Silence").check();
        await closed.getByLabel("Select all on this page").check();
        await closed.getByRole("button", { name: "Delete", exact: true }).click();
        await expect(titles(closed)).toHaveCount(0);
        await closed.close();
      });
      await page.clock.install();
      await page.goto("/history");
      await awake(page);
      await expect(titles(page)).toHaveText(EVERYTHING);
      // The router would show the error page where its own reading of the page is refused.
      const byRouter = ({ pathname, searchParams }: URL) =>
        pathname === "/history.data" && !searchParams.has("_routes");
      await page.route(byRouter, (route) => route.fulfill({ status: 500, body: "" }));
      await test.step("rows and counts change", () => listChanges(page));
      await test.step("the list stays as it was and says so, until it is read again", () => listStays(page));
      await test.step("several meetings are deleted, unless it is undone", () => deleteAfterUndo(page));
      await test.step("after a deletion that fails it can be tried again", () => deleteAgain(page));
    });
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("tabs are links, the filters a form, and nothing can be selected", async ({ page }) => {
      await page.goto("/history");
      await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Completed" }).click();
      await expect(titles(page)).toHaveText(["Budget", "Àgora"]);
      await page.getByLabel("Person").fill("Aina Bosch");
      await page.getByRole("button", { name: "Apply" }).first().click();
      await expect(page).toHaveURL(/group=completed/);
      await expect(titles(page)).toHaveText(["Budget"]);
      await expect(page.getByLabel("Select Budget")).toBeHidden();
    });
  });
});

async function listChanges(page: Page): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: "In work" });
  await expect(row).toContainText("Transcribing");
  await completeInWork();
  // D1 may refuse one request after another process has written to its file.
  await expect.poll(async () => (await page.request.get("/history")).status()).toBe(200);
  await page.clock.fastForward(LISTS_REFRESH_MS);
  await expect(row).toContainText("Completed");
  await expect(page.getByRole("link", { name: "Completed 3" })).toBeVisible();
}

/** Nothing is in work any more. */
async function listStays(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "Select Budget" }).check();
  await page.route("**/history.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.clock.fastForward(LISTS_IDLE_REFRESH_MS);
  const note = page.getByRole("status").filter({ hasText: "This list may be out of date" });
  await expect(note).toBeVisible();
  await expect(titles(page)).toHaveText(EVERYTHING);
  await expect(page.getByRole("checkbox", { name: "Select Budget" })).toBeChecked();
  await expectAccessible(page);
  await page.unroute("**/history.data*");
  await page.clock.fastForward(LISTS_IDLE_REFRESH_MS);
  await expect(note).toHaveCount(0);
  await expect(titles(page)).toHaveText(EVERYTHING);
  await page.getByRole("checkbox", { name: "Select Budget" }).uncheck();
}

const deletes = (page: Page) => page.getByRole("button", { name: "Delete", exact: true });

async function deleteAfterUndo(page: Page): Promise<void> {
  await pick(page, ["Budget", "Refused"]);
  await expect(page.getByRole("status").filter({ hasText: "2 selected" })).toHaveCount(1);
  await expectAccessible(page);
  await deletes(page).click();
  await expect(titles(page)).toHaveText(["Àgora", "Unheard", "Silence", "In work"]);
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(titles(page)).toHaveText(EVERYTHING);
  await expect(page.getByText("Nothing was deleted").first()).toBeVisible();
  // They are selected as before.
  await deletes(page).click();
  await expect(titles(page)).toHaveCount(4);
  await page.clock.fastForward(DELETION_UNDO_MS);
  await expect(page.getByText("2 meetings deleted").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "All 4" })).toBeVisible();
  await page.reload();
  await expect(titles(page)).toHaveText(["Àgora", "Unheard", "Silence", "In work"]);
}

async function deleteAgain(page: Page): Promise<void> {
  await awake(page);
  const call = /\/api\/acta\/delete$/;
  await page.route(call, (route) => route.abort());
  await pick(page, ["Àgora", "Silence"]);
  await deletes(page).click();
  await page.clock.fastForward(DELETION_UNDO_MS);
  await expect(page.getByText("2 meetings could not be deleted. They are still here.")).toBeVisible();
  await expect(titles(page)).toHaveText(["Àgora", "Unheard", "Silence", "In work"]);
  await expectAccessible(page);
  await page.unroute(call);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("2 meetings deleted").first()).toBeVisible();
  await expect(titles(page)).toHaveText(["Unheard", "In work"]);
}

async function pick(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByLabel(`Select ${name}`).check();
}
