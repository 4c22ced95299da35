import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { runSql } from "#tests/support/seed-meetings.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

test.describe("unknown pages", () => {
  test.use({ expectedErrors: ["404"] });

  test("an address without a page, and one without a meeting, show a not-found page", async ({ page, signInAs }) => {
    await signInAs();
    for (const [path, name] of [
      ["/0123456789abcdefghjkmnpq", "This meeting is not available or has been deactivated."],
      ["/nothing/here", "There is nothing here"],
    ] as const) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { name })).toBeVisible();
      await expect(page.locator("[aria-current]"), "one stands nowhere in the menu").toHaveCount(0);
      await expectAccessible(page);
    }
  });
});

test("the menu collapses and stays collapsed; on a phone it slides over the page", async ({ page, signInAs }) => {
  await signInAs();
  await page.goto("/");
  await awake(page);
  const menu = page.getByRole("complementary", { name: "Menu" });
  const wide = (await menu.boundingBox())?.width;
  await test.step("in a narrow window it has folded by itself, and unfolds when asked", async () => {
    await page.setViewportSize({ width: 800, height: 900 });
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(64);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Expand the menu" }).click();
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(240);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
  await page.getByRole("button", { name: "Collapse the menu" }).click();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(64);
  await page.reload();
  await awake(page);
  expect((await menu.boundingBox())?.width).toBe(64);
  await page.getByRole("button", { name: "Expand the menu" }).click();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(wide);
  expect(wide).toBe(256);

  await test.step("on a phone the menu slides over the page, keeps the focus and closes with Escape", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const opener = page.getByRole("button", { name: "Open the menu" });
    await opener.click();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await expect(drawer.getByRole("link", { name: "History" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await drawer.getByRole("link", { name: "History" }).click();
    await expect(page).toHaveURL(/\/history$/);
    await expect(drawer).toBeHidden();
  });
});

test("language and theme are chosen in the settings and remembered", async ({ page, signInAs }) => {
  await signInAs("marc");
  await page.goto("/settings");
  await awake(page);
  await page.getByLabel("Language of Acta").selectOption("ca");
  await expect(page.locator("html")).toHaveAttribute("lang", "ca");
  await expect(page.getByRole("heading", { level: 1, name: "Configuració" })).toBeVisible();
  await awake(page);
  await page.getByLabel("Fosc").check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "ca");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("at the limit the dialog says 'limit reached' and leads to the plans", async ({ page, context, origin }) => {
  // Somebody for whom no other test uploads.
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "berta" });
  await context.addCookies([{ name, value, url: origin }]);
  await countUploads("berta.roig@clinica-girona.example", 14);
  const bytes = new Uint8Array(await readFile(fixture("silence.mp4")));
  await uploadOverHttp({ origin, cookie, title: "Silence 15", bytes });
  await page.goto("/?upload=1");
  await awake(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "limit reached" })).toBeVisible();
  await expect(dialog.getByText("15 of 15").first()).toBeVisible();
  await expectAccessible(page);
  await dialog
    .getByRole("link", { name: "Upgrade plan" })
    .or(dialog.getByRole("button", { name: "Upgrade plan" }))
    .click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(dialog).toBeHidden();
  const menu = page.getByRole("complementary", { name: "Menu" });
  await menu.getByRole("link", { name: "Home" }).click();
  await expect(page.getByText("Meeting limit reached")).toBeVisible();
  await menu.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("link", { name: "Silence 15" })).toBeVisible();
});

/** Uploads that count for the month, without their meetings: the ledger is what the limit reads. */
async function countUploads(email: string, count: number): Promise<void> {
  const now = Date.now();
  const insert = (number: number) =>
    `INSERT OR IGNORE INTO usage_ledger (meet_id, kind, workspace_id, state, reserved_at, updated_at)
     SELECT 'counted-upload-${number}', 'upload', id, 'counted', ${now}, ${now} FROM users WHERE email = '${email}'`;
  await runSql(
    process.env.ACTA_STATE_DIR ?? "",
    Array.from({ length: count }, (_, number) => insert(number)),
  );
}
