import type { Locator, Page } from "@playwright/test";
import { awake, expect, test } from "#tests/e2e/acta-test.ts";

/** More stops than any page of the path has. */
const STOPS_MAX = 40;

/** Presses Tab until the place is focused. Every stop on the way must be seen: an outline, on the screen. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let stop = 1; stop <= STOPS_MAX; stop++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const { top, left, bottom, right, width } = element.getBoundingClientRect();
      const onScreen = width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return {
        what: element.outerHTML.slice(0, 100),
        outlined: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
        onScreen,
      };
    });
    if (focused) expect(focused, "the focus is seen").toMatchObject({ outlined: true, onScreen: true });
    if (await place.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${place.toString()}`);
}

test("sign in, home, history, settings, language and sign out, by keyboard alone", async ({ page }) => {
  await page.goto("/");
  await awake(page);
  await tabTo(page, page.getByRole("checkbox"));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Continue with Google" }));
  await page.keyboard.press("Enter");
  const person = page.getByRole("button", { name: "Marc Soler" });
  await expect(person).toBeVisible();
  await tabTo(page, person);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Marc" })).toBeVisible();
  await awake(page);

  const menu = page.getByRole("complementary", { name: "Menu" });
  await tabTo(page, menu.getByRole("link", { name: "History" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  await tabTo(page, menu.getByRole("link", { name: "Marc Soler" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();

  await tabTo(page, page.getByLabel("Language of Acta"));
  await page.keyboard.press("f");
  await expect(page.getByLabel("Language of Acta")).toHaveValue("fr");
  await tabTo(page, page.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Paramètres" })).toBeVisible();
  await awake(page);
  await tabTo(page, page.getByRole("button", { name: "Se déconnecter" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/api\/auth\/signin/);
  await expect(page.getByRole("heading", { level: 1, name: "Se connecter" })).toBeVisible();
});

test("the first stop of a page leads past the menu to its content", async ({ page, signInAs }) => {
  await signInAs("marc");
  await page.goto("/history");
  await awake(page);
  await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
