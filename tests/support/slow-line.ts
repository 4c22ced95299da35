import { expect, type Page } from "@playwright/test";
import { forgetShifts, shifted } from "#tests/support/layout-shifts.ts";

/** A browser excuses for half a second what moves after a click or a key; nothing here comes before that is over. */
const EXCUSE_MS = 700;
/** From 0.1 on a person is said to notice. */
const SHIFT_MAX = 0.01;

/** Once what has come is drawn; of what was seen nothing is asked about again. */
export async function expectNothingMoved(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let frames = 0; frames < 5; frames++) await frame();
  });
  const { by, what } = await shifted(page);
  expect(by, what).toBeLessThan(SHIFT_MAX);
  await forgetShifts(page);
}

/** By the page's own clock, and no shorter. */
export async function outwaitExcuse(page: Page): Promise<void> {
  await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), EXCUSE_MS);
}

export type Held = { asked: Promise<void>; release: () => void };

/** What is asked for there does not come before it is released. */
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
