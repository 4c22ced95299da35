import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

test.describe("unknown pages", () => {
  test.use({ expectedErrors: ["404"] });

  for (const [path, name] of [
    ["/0123456789abcdefghjkmnpq", "This meeting is not available or has been deactivated."],
    ["/nothing/here", "There is nothing here"],
  ] as const) {
    test(`${path} shows a not-found page`, async ({ page, signInAs }) => {
      await signInAs();
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { name })).toBeVisible();
      await expect(page.locator("[aria-current]"), "one stands nowhere in the menu").toHaveCount(0);
      await expectAccessible(page);
    });
  }
});

test("the menu collapses and stays collapsed", async ({ page, signInAs }) => {
  await signInAs();
  await page.goto("/");
  await awake(page);
  const menu = page.getByRole("complementary", { name: "Menu" });
  const wide = (await menu.boundingBox())?.width;
  await page.getByRole("button", { name: "Collapse the menu" }).click();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(64);
  await page.reload();
  await awake(page);
  expect((await menu.boundingBox())?.width).toBe(64);
  await page.getByRole("button", { name: "Expand the menu" }).click();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(wide);
  expect(wide).toBe(256);
});

test("on a phone the menu slides over the page, keeps the focus and closes with Escape", async ({ page, signInAs }) => {
  await signInAs();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await awake(page);
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

test("language and theme are chosen in the settings and remembered", async ({ page, signInAs }) => {
  await signInAs("marc");
  await page.goto("/settings");
  await awake(page);
  await page.getByLabel("Language of Acta").selectOption("ca");
  await page.locator("#language").getByRole("button", { name: "Save" }).click();
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
  test.setTimeout(120_000);
  // Somebody for whom no other test uploads.
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "berta" });
  await context.addCookies([{ name, value, url: origin }]);
  const bytes = new Uint8Array(await readFile(fixture("silence.mp4")));
  for (let number = 1; number <= 15; number++) {
    await uploadOverHttp({ origin, cookie, title: `Silence ${number}`, bytes });
  }
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
  await page.goto("/");
  await expect(page.getByText("Meeting limit reached")).toBeVisible();
  await page.goto("/history");
  await expect(page.getByRole("link", { name: "Silence 15" })).toBeVisible();
});

test("a link to a moment opens at that moment, and the keys play", async ({ page, context, origin }) => {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "nora" });
  await context.addCookies([{ name, value, url: origin }]);
  const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
  const meetId = await uploadOverHttp({ origin, cookie, title: "From a link", bytes });
  await page.goto(`/${meetId}?t=21`);
  await expect(page.getByRole("heading", { name: "Highlights, quoted" })).toBeVisible({ timeout: 60_000 });
  await awake(page);
  const video = page.locator("video");
  const at = () => video.evaluate((media: HTMLVideoElement) => media.currentTime);
  const paused = () => video.evaluate((media: HTMLVideoElement) => media.paused);
  await expect.poll(at).toBeGreaterThanOrEqual(20.9);
  await page.keyboard.press("l");
  await expect.poll(at).toBeGreaterThanOrEqual(30.9);
  await page.keyboard.press("k");
  await expect.poll(paused).toBe(false);
  await page.keyboard.press("Space");
  await expect.poll(paused).toBe(true);
  await page.keyboard.press("j");
  await expect.poll(at).toBeLessThan(30);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
});
