import { expect, test } from "@playwright/test";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { chooseOwnActa } from "#tests/e2e/own-acta.ts";
import { fixture } from "#tests/e2e/acta-test.ts";
import { startSilentSound } from "#tests/support/silent-sound.ts";

chooseOwnActa(process.env);

/**
 * Debian's Firefox, which Playwright cannot drive: WebDriver BiDi speaks to it. Its microphone is invented and hums. Firefox lets the time of
 * Web Audio pass only where there is a sound card, so it plays into one that is not there.
 */
const FIREFOX = "/usr/bin/firefox-esr";
const PREFERENCES = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "intl.accept_languages": "en-GB",
};
const WAIT_MS = 60_000;

let browser: Browser;
let silence: { server: string; stop: () => Promise<void> };

test.beforeAll(async () => {
  silence = await startSilentSound();
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: PREFERENCES,
    env: { ...process.env, PULSE_SERVER: silence.server },
  });
});

test.afterAll(async () => {
  await browser?.close();
  await silence?.stop();
});

const awake = (page: Page) => page.waitForSelector("html[data-awake]", { timeout: WAIT_MS });
/** The font of the text, and whether its file has come. */
const fontsOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const loaded = [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
    return {
      text: getComputedStyle(document.body).fontFamily,
      hasText: loaded.some((family) => /Inter/u.test(family)),
    };
  });
const press = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();

test("in Firefox a person signs in, uploads a recording, reads its minutes, and records here", async () => {
  const origin = process.env.ACTA_ORIGIN ?? "";
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const errors: string[] = [];
  page.on("pageerror", (error) => {
    // Said by Firefox, not by a script: the local provider's page allows no icon, and the store's answer to a PUT is empty.
    if (!/favicon\.ico|XML Parsing Error: no root element/u.test(String(error))) errors.push(String(error));
  });
  await page.setViewport({ width: 1280, height: 800 });
  const fonts: { text: string; hasText: boolean }[] = [];

  await test.step("sign-in", async () => {
    await page.goto(`${origin}/`);
    await awake(page);
    fonts.push(await fontsOf(page));
    await page.locator("input[type=checkbox]").click();
    await Promise.all([page.waitForNavigation(), press(page, "Continue with Google")]);
    await Promise.all([page.waitForNavigation(), page.locator("::-p-text(Berta)").click()]);
    expect(page.url()).toBe(`${origin}/`);
    await awake(page);
    fonts.push(await fontsOf(page));
  });

  await test.step("upload", async () => {
    await page.goto(`${origin}/?upload=1`);
    await awake(page);
    await page.locator("dialog input[name=meetingName]").fill("A talk in Firefox");
    const file = await page.waitForSelector("dialog input[type=file]");
    await file?.uploadFile(fixture("talk-captions.mp4"));
    await page.locator("dialog button[type=submit]").click();
    await page.waitForFunction(() => /^\/[0-9a-z]{24}$/u.test(location.pathname));
  });

  await test.step("the meeting", async () => {
    await page.waitForSelector("#minutes li .moment");
    expect(await page.$eval("h1", ({ textContent }) => textContent)).toBe("A talk in Firefox");
    await page.locator("#minutes li .moment").click();
    await page.waitForSelector(".panel--transcript .is-spoken");
    fonts.push(await fontsOf(page));
  });

  await test.step("record here", async () => {
    await page.goto(`${origin}/?record=1`);
    await awake(page);
    await page.waitForSelector("dialog ::-p-text(It hears you.)");
    await page.locator("dialog input[type=checkbox]").click();
    await press(page, "Start recording");
    await page.waitForFunction(() => /^\/[0-9a-z]{24}$/u.test(location.pathname));
    const meetId = new URL(page.url()).pathname.slice(1);
    const stateOf = () =>
      page.evaluate(async (id) => {
        const answer = await fetch(`/api/acta/here/${id}`);
        return answer.json<{ status: string; safeMs: number }>();
      }, meetId);
    await expect.poll(async () => (await stateOf()).safeMs, { timeout: WAIT_MS }).toBeGreaterThan(3000);
    await press(page, "Stop");
    await expect.poll(async () => (await stateOf()).status, { timeout: WAIT_MS }).not.toBe("ready");
    // The file that the server made of the pieces is played: its sound can be read from the beginning to the end.
    await page.waitForFunction(
      async (id) => (await fetch(`/api/acta/meetings/${id}/recording`, { method: "HEAD" })).ok,
      { polling: 500, timeout: WAIT_MS },
      meetId,
    );
    fonts.push(await fontsOf(page));
  });

  expect(new Set(fonts.map(({ text }) => text)).size).toBe(1);
  expect(fonts.every(({ hasText }) => hasText)).toBe(true);
  expect(errors).toEqual([]);
});
