import path from "node:path";
import type { Page } from "@playwright/test";
import { LOCALES } from "#app/domain/languages.ts";
import { LOCALE_COOKIE } from "#app/i18n/options.ts";
import { awake, expect, expectAccessible, expectContrast, expectNoOverflow } from "#tests/e2e/acta-test.ts";

/**
 * Checks a page at 1280 and 390 px: overflow at both, axe in light, contrast in dark. With ACTA_SHOTS it leaves a picture of each under
 * `name`; `section` is scrolled into view first.
 */
export async function looksSound(page: Page, name: string, section?: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
    if (process.env.ACTA_SHOTS) await shoot(page, path.join(process.env.ACTA_SHOTS, `${name}-${width}`), section);
  }
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 844 });
}

/** Checks a page at 1280 and 390 px: overflow with text of its own size and of twice that, contrast in dark, axe in light at 390 px. */
export async function looksSoundEnlarged(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
    if (width === 390) {
      await expectAccessible(page);
    } else {
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await expectContrast(page);
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    }
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "32px"));
    await expectNoOverflow(page);
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  }
  await page.setViewportSize({ width: 1280, height: 844 });
}

/** A key, or a place without its value. */
const NO_TEXT = /\{\{|(?:^|\s)[a-z]\w*(?:[.:][a-z]\w*)+(?:$|\s)/mu;

/**
 * Opens each path in Spanish, Catalan and French, with the cookie of the picker: a heading, no key in the place of a text, overflow at
 * 390 px. Leaves the page in English. Axe reads these screens in English; the markup is the same.
 */
export async function fitsInOtherLanguages(page: Page, paths: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const locale of LOCALES.filter((each) => each !== "en")) {
    await chooseLanguage(page, locale);
    for (const opened of paths) {
      await page.goto(opened, { waitUntil: "domcontentloaded" });
      await awake(page);
      await expect(page.locator(`html[lang=${locale}] main :is(h1, h2):not(.sr)`).first()).toBeVisible();
      await expectNoOverflow(page);
      expect(await page.locator("main").innerText(), `${opened} in ${locale}`).not.toMatch(NO_TEXT);
    }
  }
  await chooseLanguage(page, "en");
  await page.setViewportSize({ width: 1280, height: 844 });
}

export async function chooseLanguage(page: Page, locale: (typeof LOCALES)[number]): Promise<void> {
  // As Remix writes one.
  const value = btoa(JSON.stringify(locale));
  await page.context().addCookies([{ name: LOCALE_COOKIE, value, url: process.env.ACTA_ORIGIN ?? "" }]);
}

async function shoot(page: Page, file: string, section?: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (section !== undefined) await page.locator(section).evaluate((part) => part.scrollIntoView());
    await page.screenshot({ path: `${file}-${colorScheme}.png` });
  }
}
