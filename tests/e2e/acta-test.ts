import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { type KeptContexts, keepContexts } from "#tests/e2e/kept-context.ts";
import { chooseOwnActa } from "#tests/e2e/own-acta.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

export { expect };

chooseOwnActa(process.env);

/** Control of the stand-in for the speech engine. */
export type Speech = { tell: (orders: Record<string, unknown>) => Promise<void> };

/** Fixtures of one running Acta: its address, a signed-in person, and a check that the console logs no errors. */
type Fixtures = {
  origin: string;
  /** Signs in this test's browser context as one of the local provider's people, without a click. */
  signInAs: (person?: string, provider?: "google" | "microsoft") => Promise<void>;
  /**
   * Opens a page of somebody else, in another context: signed out, or signed in as one of the local provider's people. Pages of the
   * same options share that context.
   */
  pageOfAnother: (options?: { person?: string; javaScriptEnabled?: boolean }) => Promise<Page>;
  /** Console errors that this test causes on purpose, each by a part of its text. */
  expectedErrors: string[];
  quietConsole: void;
  speech: Speech;
};

export const test = base.extend<Fixtures, { keptContexts: KeptContexts }>({
  keptContexts: [async ({ browser }, use) => use(keepContexts(browser)), { scope: "worker" }],
  context: async (
    { keptContexts, baseURL, hasTouch, javaScriptEnabled, locale, reducedMotion, timezoneId, viewport },
    use,
    testInfo,
  ) => {
    const options = { baseURL, hasTouch, javaScriptEnabled, locale, reducedMotion, timezoneId, viewport };
    const context = await keptContexts.take(options);
    await use(context);
    // A failed test's context closes, which is when Playwright takes the pictures of its pages.
    if (testInfo.status === testInfo.expectedStatus) await keptContexts.clean(context);
    else await context.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  origin: async ({}, use) => {
    const origin = process.env.ACTA_ORIGIN;
    if (!origin) throw new Error("ACTA_ORIGIN is not set: run through playwright.config.ts");
    await use(origin);
  },
  baseURL: async ({ origin }, use) => use(origin),
  signInAs: async ({ origin, context }, use) => {
    await use((person, provider) => signIn(context, origin, person, provider));
  },
  pageOfAnother: async ({ keptContexts, origin, baseURL, locale, reducedMotion, timezoneId }, use, testInfo) => {
    const taken = new Set<BrowserContext>();
    await use(async ({ person, javaScriptEnabled = true } = {}) => {
      // Without a viewport these options are not those of any test's own context.
      const context = await keptContexts.take({ baseURL, locale, reducedMotion, timezoneId, javaScriptEnabled });
      taken.add(context);
      if (person !== undefined) await signIn(context, origin, person);
      return context.newPage();
    });
    const hasPassed = testInfo.status === testInfo.expectedStatus;
    for (const context of taken) await (hasPassed ? keptContexts.clean(context) : context.close());
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  expectedErrors: async ({}, use) => use([]),
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const written: string[] = [];
      page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        written.push(message.text());
      });
      page.on("pageerror", (error) => written.push(error.message));
      await use();
      const unexpected = written.filter((line) => !expectedErrors.some((part) => line.includes(part)));
      // The lines stand in the message, because a report may show only its beginning.
      expect(unexpected, `nothing is written to the browser's console: ${unexpected.join(" | ")}`).toEqual([]);
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  speech: async ({}, use) => {
    const tell = async (orders: Record<string, unknown>) => {
      await fetch(`${process.env.ACTA_SPEECH_ORIGIN}/control`, { method: "POST", body: JSON.stringify(orders) });
    };
    await use({ tell });
    await tell({ mode: "ok", delayMs: 0, hold: false, retryAfter: null, scripts: [], passTo: null, forget: true });
  },
});

async function signIn(
  context: BrowserContext,
  origin: string,
  person = "nora",
  provider: "google" | "microsoft" = "google",
): Promise<void> {
  const { name, value } = await localSignIn({ appOrigin: origin, person, provider });
  await context.addCookies([{ name, value, url: origin }]);
}

/** Path of a recording in the fixtures. */
export function fixture(name: string): string {
  return path.join(fileURLToPath(new URL("../fixtures", import.meta.url)), name);
}

/** Lines of the spoken words of a fixture. */
export async function spokenLines(name: string): Promise<string[]> {
  return (await readFile(fixture(name), "utf8")).split("\n").filter((line) => line.trim() !== "");
}

/** Waits for a section whose script loads after the page's own: a key that is pressed before would meet the server's button. */
export async function loaded(button: Locator): Promise<void> {
  const isReacts = () =>
    button.evaluate((node) => Object.keys(node).some((property) => property.startsWith("__reactProps")));
  await expect.poll(isReacts).toBe(true);
}

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * Expects that axe finds nothing on the current page; where a modal dialog is open, in the dialog, because the page behind it is inert and
 * as it was. Runs in the page's own world, past its CSP.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page, {})).toEqual([]);
}

/** Checks only the contrast with axe. For the same markup in another theme, where only the colours differ. */
export async function expectContrast(page: Page): Promise<void> {
  expect(await violationsOf(page, { runOnly: ["color-contrast"] })).toEqual([]);
}

async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await readFile(axePath, "utf8"));
  const results = await page.evaluate(
    async (chosen) => {
      const { axe } = window as unknown as { axe: { run(context: Node, options: RunOptions): Promise<AxeResults> } };
      return axe.run(document.querySelector("dialog:modal") ?? document, chosen);
    },
    // Half of the time: what passed need not be described, and a page of Acta has no frames.
    { ...options, resultTypes: ["violations" as const], preload: false, iframes: false },
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`,
  );
}

/**
 * Expects that nothing is wider than the window, once what follows a change of its size has been drawn. Where scripts are off no callback
 * is called, and nothing follows: the browser lays the page out when it is asked.
 */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, view] = await page.evaluate(async () => {
    const frames = matchMedia("(scripting: none)").matches ? 0 : 2;
    for (let frame = 0; frame < frames; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    return [document.documentElement.scrollWidth, document.documentElement.clientWidth];
  });
  expect(content).toBeLessThanOrEqual(view ?? 0);
}

/**
 * Waits until the page handles clicks and keys. Before that React may listen, but the window's keys do not work yet. Between two
 * documents there is no root element.
 */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("html[data-awake]") !== null);
}
