import type { Page } from "@playwright/test";
import type { Locale } from "#app/domain/languages.ts";
import { recordHere as ca } from "#app/i18n/ca/record-here.ts";
import { recordHere as en } from "#app/i18n/en/record-here.ts";
import { recordHere as es } from "#app/i18n/es/record-here.ts";
import { recordHere as fr } from "#app/i18n/fr/record-here.ts";
import { LOCALE_COOKIE } from "#app/i18n/options.ts";
import { awake, expect, expectNoOverflow } from "#tests/e2e/acta-test.ts";

/** Steps of the tests of "Record here". */

export const HERE_TEXTS = { en, es, ca, fr };

/** The server's state of the recording, as the page would read it. */
export async function stateOf(page: Page, meetId: string) {
  // A connection that was kept may just have been closed by the server.
  const answer = await page.request.get(`/api/acta/here/${meetId}`, { maxRetries: 2 });
  return (await answer.json()) as { status: string; safeMs: number; notes: { text: string }[] };
}

export const meetIdOf = (page: Page) => new URL(page.url()).pathname.slice(1);

/** The next page that is opened is in this language. */
export async function speak(page: Page, locale: Locale): Promise<void> {
  // As Remix writes a cookie that is not signed.
  const value = encodeURIComponent(btoa(JSON.stringify(locale)));
  await page.context().addCookies([{ name: LOCALE_COOKIE, value, url: process.env.ACTA_ORIGIN ?? "" }]);
}

/** The texts of a language fit into the page as it is at both widths. */
export async function fits(page: Page, locale: Locale): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
}

/** Opens the dialog from the menu and starts, with the keyboard alone. */
export async function start(page: Page, title: string, locale: Locale = "en"): Promise<string> {
  const texts = HERE_TEXTS[locale];
  await speak(page, locale);
  await page.goto("/");
  await awake(page);
  await page.getByRole("link", { name: texts.action }).first().press("Enter");
  const dialog = page.getByRole("dialog", { name: new RegExp(`^${texts.action}$`, "iu") });
  await expect(dialog.getByRole("meter")).toBeVisible();
  await dialog.locator("input[name=meetingName]").fill(title);
  const begin = dialog.getByRole("button", { name: texts.start });
  await expect(begin).toBeDisabled();
  await dialog.getByRole("checkbox", { name: texts.consent }).press("Space");
  // A key does not wait for the button, and would go to the box.
  await expect(begin).toBeEnabled();
  await begin.press("Enter");
  await expect(page).toHaveURL(/\/[0-9a-z]{24}$/);
  await expect(page.getByRole("button", { name: texts.stop })).toBeVisible();
  return meetIdOf(page);
}
