import type { Page } from "@playwright/test";

/** Times of one kind, in ms. */
export type Times = { p50: number; p95: number; max: number; count: number };

export function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? Number.NaN, count: sorted.length };
}

/** Milliseconds between the frames of a page while `act` runs. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let before = performance.now();
    const tick = (now: number) => {
      frames.push(now - before);
      before = now;
      if (!("framesDone" in window)) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { frames });
  });
  await act();
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: number[] };
    Object.assign(window, { framesDone: true });
    requestAnimationFrame(() => Reflect.deleteProperty(window, "framesDone"));
    // The first one was waited for, not drawn.
    return frames.slice(1);
  });
}

/** A finger or a wheel that scrolls the transcript at a steady speed. */
export async function scrollTranscript(page: Page, scroll: { px: number; pxPerSecond: number }): Promise<void> {
  const box = await page.locator(".panel--transcript .panel__body").boundingBox();
  if (!box) throw new Error("the transcript is not on the screen");
  const session = await page.context().newCDPSession(page);
  await session.send("Input.synthesizeScrollGesture", {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -scroll.px,
    speed: scroll.pxPerSecond,
    gestureSourceType: "mouse",
  });
  await session.detach();
}

/** Wait of a person in ms: from the key's own time stamp until the frame that shows the marked words. */
export async function typeAndWait(page: Page, key: string): Promise<number> {
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.addEventListener(
          "keydown",
          ({ timeStamp }) => {
            const look = () => {
              // Accents fold one to one here: a marked word that matches the query has the length of the query.
              const typed = document.querySelector<HTMLInputElement>(".find input")?.value.length;
              const marked = document.querySelector("mark.is-current")?.textContent?.length;
              if (marked === undefined || marked !== typed) return void requestAnimationFrame(look);
              // The frame is drawn after its callbacks: the next task runs after the drawing.
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp), 0));
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      }),
  );
  await page.waitForTimeout(50);
  await page.keyboard.press(key);
  return shown;
}
