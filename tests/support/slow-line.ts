import { expect, type Page } from "@playwright/test";
import { forgetShifts, shifted } from "#tests/support/layout-shifts.ts";

/** A browser does not count shifts within half a second after a click or a key; tests release answers after that time. */
const EXCUSE_MS = 700;
/** Stricter than 0.1, the value from which a person is said to notice a shift. */
const SHIFT_MAX = 0.01;

/** Checks shifts once the received content is drawn, and then forgets them. */
export async function expectNothingMoved(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let frames = 0; frames < 5; frames++) await frame();
  });
  const { by, what } = await shifted(page);
  expect(by, what).toBeLessThan(SHIFT_MAX);
  await forgetShifts(page);
}

/** Waits EXCUSE_MS by the page's own clock. */
export async function outwaitExcuse(page: Page): Promise<void> {
  await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), EXCUSE_MS);
}

export type Held = { asked: Promise<void>; release: () => void };

/** Holds requests to that address until `release`; then they continue, or fail if `answer` is "breaks". */
export async function hold(page: Page, address: RegExp, answer: "comes" | "breaks" = "comes"): Promise<Held> {
  let release = () => {};
  let ask = () => {};
  const released = new Promise<void>((done) => (release = done));
  const asked = new Promise<void>((done) => (ask = done));
  await page.route(address, async (route) => {
    ask();
    await released;
    await (answer === "comes" ? route.continue() : route.abort());
  });
  return { asked, release };
}
