import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** A meeting long enough to scroll, spoken in English although Spanish was chosen, on a phone with touch. */
const LINES = 300;
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const THINGS = [
  "harbour crane",
  "old lighthouse",
  "fishing boats",
  "ticket office",
  "wooden bridge",
  "night ferry",
  "fuel tank",
];
const DEEDS = [
  "will be painted in spring",
  "needs a new roof before winter",
  "costs too much for the council",
  "was closed after the storm",
  "brings more visitors than the beach",
];

/** Sentences that differ, so that there are highlights enough to scroll in. */
function said(line: number): string {
  const topic = THINGS[Math.floor(line / 43)] ?? THINGS[0];
  return `We have talked about the ${topic}, and berth ${line} ${DEEDS[line % DEEDS.length]}.`;
}

function transcript(): string {
  const stamp = (line: number) =>
    `00:00:${String(Math.floor(line / 20)).padStart(2, "0")}.${String((line % 20) * 50).padStart(3, "0")}`;
  const cues = Array.from({ length: LINES }, (_, line) => `${stamp(line)} --> ${stamp(line + 1)}\n${said(line)}\n`);
  return `WEBVTT\n\n${cues.join("\n")}`;
}

let meeting: { meetId: string; name: string; value: string } | null = null;

async function open(page: Page, origin: string): Promise<void> {
  if (!meeting) {
    const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "marc", provider: "google" });
    const video = new Uint8Array(await readFile(fixture("talk.mp4")));
    const meetId = await uploadWithTranscript({
      origin,
      cookie,
      title: "Berths",
      video,
      transcript: transcript(),
      language: "es",
    });
    meeting = { meetId, name, value };
  }
  const { meetId, name, value } = meeting;
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.goto(`/${meetId}`);
  await awake(page);
}

test("the page says that another language was spoken than the chosen one, and each tab keeps its scroll position", async ({
  page,
  origin,
}) => {
  await open(page, origin);
  const tabs = page.getByRole("navigation", { name: "Parts of the meeting" });
  await test.step("the page says that the recording is in a language other than the chosen one", async () => {
    const note = page.getByText(
      "The recording seems to be in English, while Spanish was chosen; these minutes quote it in English.",
    );
    await expect(note).toBeVisible();
    // The server renders the note, so it does not push content down when its script loads.
    const drawn = await (await page.request.get(page.url())).text();
    expect(drawn).toContain("The recording seems to be in English, while Spanish was chosen; these minutes quote it");
    await expectAccessible(page);
    if (process.env.ACTA_SHOTS) await page.screenshot({ path: `${process.env.ACTA_SHOTS}/spoken-note.png` });
  });

  // The places differ each time, so that none is left from before.
  await test.step("each tab keeps its scroll position with a tap and with the browser's back button", () =>
    expectPlacesKept(page, "tap", { written: 260, said: 9000, earlier: 5200 }));
  await tabs.getByRole("link", { name: "Highlights" }).tap();
  await test.step("each tab keeps its scroll position with a click and with the browser's back button", () =>
    expectPlacesKept(page, "click", { written: 240, said: 8600, earlier: 4800 }));

  await test.step("leaving a tab and coming back before the page has drawn the other keeps its scroll position", async () => {
    await tabs.getByRole("link", { name: "Highlights" }).tap();
    await scrollTo(page, 220);
    await tabs.getByRole("link", { name: "Transcript" }).tap();
    await scrollTo(page, 7400);
    const said = await wordsInSight(page);
    // Both happen within one task, so the router commits them at once.
    await page.evaluate(() => {
      for (const fragment of ["#minutes", "#transcript"]) {
        const before = window.location.href;
        window.history.pushState(null, "", fragment);
        window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
        window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL: before, newURL: window.location.href }));
      }
    });
    await expect(tabs.getByRole("link", { name: "Transcript" })).toHaveAttribute("aria-current", "true");
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await expectPlace(page, 7400, said);
  });

  await test.step("turning the phone while another tab is open keeps the transcript's lines complete", async () => {
    await scrollTo(page, 9000);
    await tabs.getByRole("link", { name: "Highlights" }).tap();
    await page.setViewportSize({ width: 844, height: 390 });
    await tabs.getByRole("link", { name: "Transcript" }).tap();
    // Other widths give other heights: the pixel may differ, but there are lines at every checked position.
    await expect.poll(() => wordsInSight(page)).toContain("berth");
  });
});

type Places = { written: number; said: number; earlier: number };

/** Goes to and fro between the tabs, beginning in the highlights, with a scroll position in each. */
async function expectPlacesKept(page: Page, way: "tap" | "click", places: Places): Promise<void> {
  const tabs = page.getByRole("navigation", { name: "Parts of the meeting" });
  const go = async (name: "Highlights" | "Transcript" | "Ask") => {
    // Taps at coordinates, because Playwright's own tap first scrolls its target into view.
    const { x = 0, y = 0, width = 0, height = 0 } = (await tabs.getByRole("link", { name }).boundingBox()) ?? {};
    const [atX, atY] = [x + width / 2, y + height / 2];
    if (way === "tap") await page.touchscreen.tap(atX, atY);
    else await page.mouse.click(atX, atY);
  };
  await scrollTo(page, places.written);
  const written = await wordsInSight(page);
  await go("Transcript");
  await expect(page.getByRole("region", { name: "What was said" })).toBeVisible();
  await scrollTo(page, places.said);
  const said = await wordsInSight(page);

  await go("Highlights");
  await expectPlace(page, places.written, written);
  await go("Ask");
  await expect(page.getByRole("textbox", { name: "Your question" })).toBeVisible();
  await go("Transcript");
  await expectPlace(page, places.said, said);
  await go("Highlights");
  await expectPlace(page, places.written, written);
  await page.goBack();
  await expectPlace(page, places.said, said);
  await scrollTo(page, places.earlier);
  const earlier = await wordsInSight(page);
  await page.goForward();
  await expectPlace(page, places.written, written);
  await page.goBack();
  await expectPlace(page, places.earlier, earlier);
}

async function scrollTo(page: Page, top: number): Promise<void> {
  // Repeatedly, because the place exists only when the transcript, which loads after the page, has its full height.
  await expect
    .poll(async () => {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      return scrolled(page);
    })
    .toBe(top);
  // Two frames later the rows for this position are drawn, and the page has handled the scroll.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Expects the same scroll position with the same words at it, not only the same number. */
async function expectPlace(page: Page, top: number, words: string): Promise<void> {
  await expect.poll(() => scrolled(page)).toBe(top);
  await expect.poll(() => wordsInSight(page)).toBe(words);
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Text in the middle of the window. */
function wordsInSight(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { innerWidth, innerHeight } = window;
    return (
      document
        .elementFromPoint(innerWidth / 2, innerHeight / 2)
        ?.closest("li, p")
        ?.textContent?.slice(0, 90) ?? ""
    );
  });
}
