import type { Page } from "@playwright/test";
import { LOCALES } from "#app/domain/languages.ts";
import { LOCALE_COOKIE } from "#app/i18n/options.ts";
import { awake, expect, expectAccessible, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";
import { brokenHistory, filledHome, forgetTimeZone } from "#tests/e2e/seeds.ts";
import { shifted, watchShifts } from "#tests/support/layout-shifts.ts";
import { expectNothingMoved, hold } from "#tests/support/slow-line.ts";

/** `read`: axe reads the page there in one of the themes. A window between the two others shows the parts of one of them. */
const WINDOWS = [
  { width: 768, height: 1024, read: null },
  { width: 1280, height: 800, read: 0 },
  { width: 390, height: 844, read: 1 },
] as const;
const THEMES = ["light", "dark"] as const;

/** "empty" is somebody without meetings, "filled" one with every status, long names and three pages of history. */
const PAGES = [
  { path: "/", who: "empty" },
  { path: "/", who: "filled" },
  { path: "/history", who: "empty" },
  { path: "/history", who: "filled" },
  { path: "/history?group=error&sort=title", who: "filled" },
  { path: "/history?role=guest&after=2026-01-01", who: "filled" },
  { path: "/history?language=ca", who: "filled" },
  { path: "/search", who: "empty" },
  { path: "/search?q=unbelievable+before:2020", who: "filled" },
  { path: "/tasks", who: "empty" },
  { path: "/tasks?whose=everybody&state=done", who: "filled" },
  { path: "/settings", who: "filled" },
  { path: "/settings/integrations", who: "filled" },
  { path: "/settings/privacy", who: "filled" },
  { path: "/onboarding", who: "filled" },
  { path: "/onboarding/calendar", who: "filled" },
  { path: "/pricing", who: "empty" },
  { path: "/terms", who: "nobody" },
  { path: "/privacy", who: "nobody" },
  { path: "/unsubscribe/minutes-ready/unknown", who: "nobody" },
  { path: "/confirm-mail/unknown", who: "nobody" },
  { path: "/keep-out/unknown", who: "nobody" },
  { path: "/join/unknown", who: "nobody" },
  { path: "/seats", who: "empty" },
  { path: "/recorded/nothing", who: "nobody", status: 404 },
  { path: "/api/auth/signin", who: "nobody" },
  { path: "/api/auth/signin?problem=failed", who: "nobody" },
  { path: "/nothing/here", who: "nobody", status: 404 },
  { path: "/0123456789abcdefghjkmnpq", who: "empty", status: 404 },
  { path: "/api/auth/signout", who: "nobody", status: 405 },
  { path: "/refused?because=template-in-use", who: "nobody", status: 409 },
] as const;

// Chromium itself reports the pages that are not there; Remix the one whose loader threw, without saying what.
test.use({ expectedErrors: ["404", "405", "409", "500", "Unexpected Server Error"] });

test.beforeAll(async () => {
  await filledHome();
  await brokenHistory();
});

for (const [index, { path, who, ...more }] of PAGES.entries()) {
  const status = "status" in more ? more.status : 200;
  test(`${path} (${who}, ${status}): nothing moves when the fonts come late, axe finds nothing, day and night, and it fits at every width and text size`, async ({
    page,
    signInAs,
  }) => {
    if (who === "empty") await signInAs("marc");
    if (who === "filled") await signInAs("claire", "microsoft");
    await openWithLateFonts(page, path, status);
    await expectSound(page, index);
  });
}

async function openWithLateFonts(page: Page, path: string, status: number): Promise<void> {
  await page.setViewportSize({ width: WINDOWS[0].width, height: WINDOWS[0].height });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(watchShifts);
  await delayFonts(page);
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(status);
  await page.evaluate(() => document.fonts.ready);
  const { by, what } = await shifted(page);
  // A line of a long text may still break elsewhere; what moved before was half of a page.
  expect(by, `layout shift: ${what}`).toBeLessThan(0.05);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/**
 * Axe reads a wide page in light and a narrow one in dark, and the next page of the list the other way round. So it reads each page at both
 * widths and in both themes, and the parts that all pages share in every combination.
 */
async function expectSound(page: Page, index: number): Promise<void> {
  for (const { width, height, read } of WINDOWS) {
    await page.setViewportSize({ width, height });
    await expectNoOverflow(page);
    if (read !== null) {
      await page.emulateMedia({ colorScheme: THEMES[(index + read) % 2] ?? "light", reducedMotion: "reduce" });
      await expectAccessible(page);
    }
    await setTextSize(page, "32px");
    await expectNoOverflow(page);
    await setTextSize(page, "");
  }
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((chosen) => document.documentElement.style.setProperty("font-size", chosen), size);

/** The fonts come later than the first picture of the page, which stands in the machine's own fonts until then. */
async function delayFonts(page: Page): Promise<void> {
  await page.route("**/*.woff2", async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
}

test("the page of an error is as sound, and says what happened and how to go on, and nothing of what broke", async ({
  page,
  signInAs,
}) => {
  await signInAs("tomas", "microsoft");
  await openWithLateFonts(page, "/history", 500);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expectSound(page, 0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/history");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  expect(await page.content()).not.toMatch(/known status|invariant|\.ts:|at \w+ \(/);
  await awake(page);
  await page.getByRole("link", { name: "Go to Home" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Good / })).toBeVisible();
});

test("statuses stand in one column, none longer than it, in every language", async ({
  page,
  context,
  origin,
  signInAs,
}) => {
  await signInAs("claire", "microsoft");
  for (const language of ["en", "es", "ca", "fr"]) {
    // The cookie of the picker, as Remix writes one.
    await context.addCookies([{ name: LOCALE_COOKIE, value: btoa(JSON.stringify(language)), url: origin }]);
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const badges = page.locator("main .badge");
    await expect(badges.first()).toBeVisible();
    const places = await badges.evaluateAll((all) =>
      all.map((badge) => {
        const { left, right } = badge.getBoundingClientRect();
        const end = badge.parentElement?.getBoundingClientRect().right ?? 0;
        return { left: Math.round(left), past: Math.max(0, Math.round(right - end)) };
      }),
    );
    expect(places.length).toBeGreaterThanOrEqual(10);
    expect(new Set(places.map(({ left }) => left)).size, language).toBe(1);
    expect(places.filter(({ past }) => past > 0)).toEqual([]);
  }
});

test("a page that takes long to come is announced, and the one before stays until then", async ({ page, signInAs }) => {
  await signInAs("marc");
  await page.goto("/");
  await awake(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/history.*(\.data|_data)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).click();
  const note = page.getByRole("status").filter({ hasText: "Loading" });
  await expect(note).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Marc" })).toBeVisible();
  letGo();
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("a page whose texts come last is drawn with them, and the one before stays until then", async ({
  page,
  signInAs,
}) => {
  await signInAs("marc");
  await page.goto("/");
  await awake(page);
  const texts = await hold(page, /\/assets\/texts-en-templates-.*\.js$/u);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates" }).click();
  await texts.asked;
  const note = page.getByRole("status").filter({ hasText: "Loading" });
  await expect(note).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Marc" })).toBeVisible();
  texts.release();
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  await expect(note).toHaveCount(0);
});

for (const width of [1280, 390]) {
  test(`on a first visit, at ${width} pixels, nothing moves when the browser writes the times in its zone`, async ({
    page,
    signInAs,
  }) => {
    await signInAs("claire", "microsoft");
    await forgetTimeZone();
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(watchShifts);
    const script = await hold(page, /\/assets\/entry\.client-.*\.js$/u);
    await page.goto("/", { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await expect(page.locator("time:empty").first()).toBeAttached();
    script.release();
    await awake(page);
    await expect(page.locator("time:empty")).toHaveCount(0);
    await expectNothingMoved(page);
  });
}

test("in four languages the pages of a first hour fit a phone at 200 %", async ({
  page,
  context,
  origin,
  signInAs,
}) => {
  await signInAs("marc");
  // To a page, a phone at 200 % is one of half the width.
  await page.setViewportSize({ width: 195, height: 422 });
  for (const language of LOCALES) {
    await context.addCookies([{ name: LOCALE_COOKIE, value: btoa(JSON.stringify(language)), url: origin }]);
    for (const path of [
      "/",
      "/onboarding",
      "/onboarding/calendar",
      "/history",
      "/tasks",
      "/templates",
      "/ask",
      "/pricing",
    ]) {
      await test.step(`${path} in ${language}`, async () => {
        await page.goto(path);
        await awake(page);
        await expectNoOverflow(page);
      });
    }
  }
});
