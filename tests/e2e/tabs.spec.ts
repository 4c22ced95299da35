import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** A meeting long enough to scroll, spoken in English although Spanish was chosen; on a phone, with a finger. */
const LINES = 300;
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

function transcript(): string {
  const stamp = (line: number) =>
    `00:00:${String(Math.floor(line / 20)).padStart(2, "0")}.${String((line % 20) * 50).padStart(3, "0")}`;
  const cues = Array.from(
    { length: LINES },
    (_, line) =>
      `${stamp(line)} --> ${stamp(line + 1)}\nWe have decided what this is about, and berth ${line} will be painted.\n`,
  );
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

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

for (const way of ["tap", "click"] as const) {
  test(`each tab keeps its place: with a ${way}`, async ({ page, origin }) => {
    await open(page, origin);
    const tabs = page.getByRole("navigation", { name: "Parts of the meeting" });
    const go = (name: RegExp) => tabs.getByRole("link", { name })[way]();
    const [minutes, talk, chat] = [/minutes/iu, /transcript/iu, /ask/iu];
    // It comes late and pushes what stands under it.
    await expect(page.getByText("The recording seems to be in English")).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 260));
    await expect.poll(() => scrolled(page)).toBe(260);

    await go(talk);
    await expect(page.locator("#transcript")).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 3200));
    await expect.poll(() => scrolled(page)).toBe(3200);
    const read = await lineInSight(page);

    await go(minutes);
    await expect.poll(() => scrolled(page)).toBe(260);
    await go(chat);
    await expect(page.locator("#chat")).toBeVisible();
    await go(talk);
    await expect.poll(() => scrolled(page)).toBe(3200);
    expect(await lineInSight(page)).toBe(read);
    await go(minutes);
    await expect.poll(() => scrolled(page)).toBe(260);
  });
}

/** What stands in the middle of the window. */
function lineInSight(page: Page): Promise<string> {
  return page.evaluate(() => document.elementFromPoint(200, 400)?.closest("li, p")?.textContent?.slice(0, 80) ?? "");
}

test("the page says that the recording is in another language than the chosen one", async ({ page, origin }) => {
  await open(page, origin);
  const note = page.getByText(
    "The recording seems to be in English, while Spanish was chosen; these minutes quote it in English.",
  );
  await expect(note).toBeVisible();
  await expectAccessible(page);
  if (process.env.ACTA_SHOTS) await page.screenshot({ path: `${process.env.ACTA_SHOTS}/spoken-note.png` });
});
