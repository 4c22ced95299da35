import type { BrowserContext, Locator, Page, Request, Route } from "@playwright/test";

/** URL pattern of the requests from a page to the store. */
export const PUTS = "**/_local/s3/**";

/** Opens the dialog from Home and fills it in, up to the button that sends it. The page must be awake. */
export async function fillUpload(page: Page, { title, file }: { title: string; file: string }): Promise<void> {
  await page.getByRole("link", { name: "upload recording" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(title);
  await chooseLanguage(dialog, "en");
  await dialog.getByLabel("Recording").setInputFiles(file);
}

/** Opens the folded fields of the dialog, if they are folded, and chooses the language of the meeting. */
export async function chooseLanguage(dialog: Locator, language: string): Promise<void> {
  const change = dialog.getByRole("button", { name: "Change date, language or template" });
  if (await change.isVisible()) await change.click();
  await dialog.getByLabel("Language of the meeting").selectOption(language);
}

export const isPart = (request: Request) => request.method() === "PUT" && request.url().includes("/_local/s3/");
export const partOf = (request: Request) => Number(new URL(request.url()).searchParams.get("partNumber"));

/** Parts that the store has acknowledged to a tab or to a whole browser context, each noted once its answer is complete. */
export function watchAcknowledged(pages: Page | BrowserContext): number[] {
  const acknowledged: number[] = [];
  const take = (request: Request) => {
    if (!isPart(request)) return;
    const note = async () => (await request.response())?.status() === 200 && acknowledged.push(partOf(request));
    // A tab that is killed at this moment has received no answer.
    note().catch(() => undefined);
  };
  if ("goto" in pages) pages.on("requestfinished", take);
  else pages.on("requestfinished", take);
  return acknowledged;
}

/**
 * Resolves once the page has shown the text, even for a short time: a toast disappears after a few seconds, and the page itself
 * checks at every frame. Call it before the action that makes the text appear.
 */
export async function saysOnce(page: Page, text: string, { timeout }: { timeout: number }): Promise<void> {
  await page.waitForFunction((wanted) => document.body.textContent?.includes(wanted), text, { timeout });
}

/** Sound and parts of a video on their way to the store: no byte of the video is sent before the test releases it. */
export type HeldVideo = {
  /** The PUT requests of the page, in order. */
  sent: ("sound" | "part")[];
  /** Breaks the connections of all held requests. */
  cut(): Promise<void>;
  /** Sends all held requests, and no longer holds later ones. */
  letGo(): Promise<void>;
};

/** `cutFirst`: the line breaks at the first window of sound. */
export async function holdVideo(page: Page, { cutFirst = false } = {}): Promise<HeldVideo> {
  const sent: HeldVideo["sent"] = [];
  const held: Route[] = [];
  let isHeld = true;
  await page.route(PUTS, async (route) => {
    const isPart = new URL(route.request().url()).searchParams.has("partNumber");
    sent.push(isPart ? "part" : "sound");
    if (cutFirst && sent.length === 1) return route.abort("connectionreset");
    if (isPart && isHeld) held.push(route);
    else await route.continue();
  });
  // Without requests that the page itself has aborted meanwhile.
  const takeHeld = () => held.splice(0).filter((route) => route.request().failure() === null);
  return {
    sent,
    async cut() {
      await Promise.all(takeHeld().map((route) => route.abort("connectionreset")));
    },
    async letGo() {
      isHeld = false;
      await Promise.all(takeHeld().map((route) => route.continue()));
    },
  };
}
