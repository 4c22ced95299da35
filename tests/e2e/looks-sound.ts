import path from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible, expectContrast, expectNoOverflow } from "#tests/e2e/acta-test.ts";

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

async function shoot(page: Page, file: string, section?: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (section !== undefined) await page.locator(section).evaluate((part) => part.scrollIntoView());
    await page.screenshot({ path: `${file}-${colorScheme}.png` });
  }
}
