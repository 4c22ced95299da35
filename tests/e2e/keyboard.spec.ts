import type { Locator, Page } from "@playwright/test";
import { awake, expect, test } from "#tests/e2e/acta-test.ts";

/** More stops than any page of the path has. */
const STOPS_MAX = 100;

/** Presses Tab until the place is focused. Every stop on the way must be seen: an outline, on the screen when scrolling has ended. */
async function tabTo(page: Page, place: Locator, key = "Tab"): Promise<void> {
  for (let stop = 1; stop <= STOPS_MAX; stop++) {
    await page.keyboard.press(key);
    await expect.poll(() => unseenFocus(page), "the focus is seen").toBeNull();
    if (await place.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${place.toString()}`);
}

/** The focused element if it has no outline or is not on the screen, else null. */
async function unseenFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, left, bottom, right, width } = element.getBoundingClientRect();
    const onScreen = width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    return onScreen && outlined ? null : { what: element.outerHTML.slice(0, 100), outlined, onScreen };
  });
}

/** Holds the script of a section back until the returned function is called. */
async function holdBack(page: Page, script: string): Promise<() => void> {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route(`**/assets/${script}-*.js`, async (route) => {
    await brought;
    await route.continue();
  });
  return () => bring();
}

/** Expects that the focused element is where it was on the screen after the change. */
async function staysInPlace(page: Page, change: () => Promise<void>): Promise<void> {
  const topOfFocus = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? Number.NaN);
  const before = await topOfFocus();
  await change();
  expect(await topOfFocus()).toBeCloseTo(before, 0);
  expect(await unseenFocus(page)).toBeNull();
}

test("sign in, home, history, settings, language and sign out, by keyboard alone", async ({
  page,
  context,
  signInAs,
}) => {
  // He has an account.
  await signInAs("marc");
  await context.clearCookies();
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
  const [bringCalendars, bringPlan] = [
    await holdBack(page, "calendars-section"),
    await holdBack(page, "plans-section"),
  ];
  await tabTo(page, menu.getByRole("link", { name: "Marc Soler" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  // One section comes while the page is at its top, where no browser anchors what is seen, and one when it has been scrolled.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height: 2500 });
  // The sections below are there: a page that ends on the screen cannot scroll.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(2600);
  await tabTo(page, page.getByLabel("Language of Acta"));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await staysInPlace(page, async () => {
    bringCalendars();
    await expect(page.getByRole("heading", { level: 2, name: "Calendars" })).toBeVisible();
  });
  await page.setViewportSize({ width, height });
  await page.keyboard.press("Tab");
  await tabTo(page, page.getByLabel("Language of Acta"), "Shift+Tab");
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await staysInPlace(page, async () => {
    bringPlan();
    await expect(page.getByRole("heading", { level: 2, name: "Plan", exact: true })).toBeVisible();
  });
  await page.keyboard.press("f");
  await expect(page.getByRole("heading", { level: 1, name: "Paramètres" })).toBeVisible();
  await awake(page);
  await tabTo(page, page.getByRole("button", { name: "Se déconnecter", exact: true }));
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
