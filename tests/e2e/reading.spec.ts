import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { chooseLanguage } from "#tests/e2e/looks-sound.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { hold, outwaitExcuse } from "#tests/support/slow-line.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** One long meeting for the whole file: the first lines are spread out, the others are packed into the last seconds. */
const LINES = 1200;
const READER = { person: "marc", provider: "google" } as const;

test.use({ reducedMotion: "no-preference" });

/** A pause lasts from 8 to 16 s. Every fiftieth line has a word with an accent, every hundredth from line 50 in capitals. */
function transcript(): string {
  const cues = Array.from({ length: LINES }, (_, line) => {
    const [start, length] = line < 4 ? [line * 2, 1.8] : line < 8 ? [12 + line, 0.8] : [20 + (line - 8) * 0.003, 0.002];
    const special = line % 100 === 50 ? " at the CAFÉ" : line % 50 === 0 ? " at the café" : "";
    const speaker = line % 2 === 0 ? "Aina Ferrer" : "Jonas Brandt";
    return `${stamp(start)} --> ${stamp(start + length)}\n<v ${speaker}>Line ${line} of the review${special} is here.\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

function stamp(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${Math.round((seconds % 1) * 1000)
    .toString()
    .padStart(3, "0")}`;
}

let meeting: { meetId: string; name: string; value: string } | null = null;

/** The meeting. The first test that needs it uploads it. */
async function open(page: Page, origin: string, address = ""): Promise<string> {
  if (!meeting) {
    const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...READER });
    const video = new Uint8Array(await readFile(fixture("talk.mp4")));
    const meetId = await uploadWithTranscript({
      origin,
      cookie,
      title: "A long review",
      video,
      transcript: transcript(),
    });
    meeting = { meetId, name, value };
  }
  const { meetId, name, value } = meeting;
  await page.context().addCookies([{ name, value, url: origin }]);
  const answer = await page.goto(`/${meetId}${address}`);
  return (await answer?.text()) ?? "";
}

async function openWhole(page: Page, origin: string, address = ""): Promise<void> {
  await open(page, origin, address);
  await awake(page);
  await expect(said(page).getByRole("listitem").first()).toHaveAttribute("aria-setsize", /\d/);
}

const said = (page: Page): Locator => page.getByRole("region", { name: "What was said" });
const line = (page: Page, number: number): Locator =>
  said(page).getByText(`Line ${number} of the review`, { exact: false });
const field = (page: Page): Locator => page.getByRole("searchbox", { name: "Search the transcript" });
const isPaused = (page: Page) =>
  page.locator("video").evaluate((media: HTMLVideoElement) => media.paused && !media.ended);
const seconds = (page: Page) => page.locator("video").evaluate((media: HTMLVideoElement) => media.currentTime);

/** Seconds of the recording played between two times. */
const playedBetween = (page: Page, from: number, to: number) =>
  page.locator("video").evaluate(
    ({ played }: HTMLVideoElement, [first, last]) => {
      const stretches = Array.from({ length: played.length }, (_, at) => [played.start(at), played.end(at)] as const);
      return stretches.reduce(
        (sum, [start, end]) => sum + Math.max(0, Math.min(end, last) - Math.max(start, first)),
        0,
      );
    },
    [from, to] as const,
  );

const follow = (page: Page) => page.getByRole("button", { name: "Follow" });
const firstMark = (page: Page) => page.locator(".doc [data-preview] .moment").first();

/** Scrolls the transcript away from the line that is spoken, as a reader does. */
async function scrollAway(page: Page): Promise<void> {
  const box = await said(page).boundingBox();
  if (!box) throw new Error("no transcript");
  await page.mouse.move(box.x + 100, box.y + 200);
  await page.mouse.wheel(0, 20_000);
  await expect(follow(page)).toHaveAttribute("aria-pressed", "false");
}

async function refuseClipboard(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
}

test("a long transcript loads after its page, is drawn only near the viewport, and is searched as a whole", async ({
  page,
  origin,
}) => {
  const html = await open(page, origin);
  expect(html.length).toBeLessThan(90_000);
  expect(html).toContain("Line 0 of the review");
  expect(html).not.toContain("Line 700 of the review");
  await awake(page);
  await expect(said(page).getByRole("listitem").first()).toHaveAttribute("aria-setsize", String(LINES));
  const body = said(page);
  await body.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(line(page, 1199)).toBeInViewport();
  expect(await body.getByRole("listitem").count()).toBeLessThan(60);
  await body.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect.poll(() => body.locator("[data-row]").count()).toBeGreaterThan(5);
  await expectAccessible(page);

  await test.step("the search ignores case and accents, counts, continues with Enter, and marks the ruler", async () => {
    // The search begins at the lines in sight.
    await body.evaluate((element) => element.scrollTo(0, 0));
    await expect(line(page, 0)).toBeInViewport();
    await page.keyboard.press("/");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("cafe");
    await expect(page.getByText("1 of 24")).toBeVisible();
    const current = page.locator("mark.is-current");
    await expect(current).toHaveText("café");
    await expect(current).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 of 24")).toBeVisible();
    await expect(current).toHaveText("CAFÉ");
    await expect(current).toBeInViewport();
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.press("Shift+Enter");
    await expect(page.getByText("24 of 24")).toBeVisible();
    await expect(line(page, 1150)).toBeInViewport();
    await expect(page.locator(".ruler .tick-hit")).toHaveCount(1);
    await expectAccessible(page);

    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveValue("");
    await expect(line(page, 1150)).toBeFocused();
    await expect(page.locator("mark")).toHaveCount(0);
    await page.keyboard.press("/");
    await page.keyboard.type("no such word");
    await expect(page.getByText("No matches found.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a moment brings the transcript along after a search, also the moment that is spoken already", async () => {
    const mark = firstMark(page);
    await expect(mark.locator("time")).toHaveText("00:00");
    for (const elsewhere of [1190, 1180]) {
      await field(page).fill(`line ${elsewhere}`);
      await expect(line(page, elsewhere)).toBeInViewport();
      await mark.locator("time").click();
      await expect(body.locator(".seg.is-spoken")).toBeInViewport();
      await expect(line(page, elsewhere)).toHaveCount(0);
      await page.keyboard.press("k");
    }
  });
});

test("arrows move from line to line, and the transcript follows the recording until the person scrolls", async ({
  page,
  origin,
}) => {
  await openWhole(page, origin);
  await expect(follow(page)).toHaveAttribute("aria-pressed", "true");

  await test.step("arrows move from line to line, the focus survives scrolling away, and Enter plays", async () => {
    const body = said(page);
    await body.focus();
    for (let step = 0; step < 40; step += 1) await page.keyboard.press("ArrowDown");
    await expect(line(page, 39)).toBeFocused();
    await expect(line(page, 39)).toBeInViewport();
    await body.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(line(page, 1199)).toBeInViewport();
    await expect(line(page, 39)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(line(page, 38)).toBeFocused();
    await expect(line(page, 38)).toBeInViewport();
    for (let step = 0; step < 36; step += 1) await page.keyboard.press("ArrowUp");
    // Chromium counts a start before the header is read as played from 0, so the first position is asked for instead.
    const video = page.locator("video");
    await video.evaluate((media: HTMLVideoElement) => {
      const note = () => media.setAttribute("data-begun-at", String(media.currentTime));
      media.addEventListener("playing", note, { once: true });
    });
    await page.keyboard.press("Enter");
    await expect(video).toHaveAttribute("data-begun-at", /\d/);
    expect(Number(await video.getAttribute("data-begun-at"))).toBeGreaterThanOrEqual(4);
    await expect.poll(() => seconds(page)).toBeGreaterThan(4.5);
  });

  await test.step("the transcript follows the recording until the person scrolls; F resumes it", async () => {
    await page.keyboard.press("k");
    await expect.poll(() => isPaused(page)).toBe(true);
    await page.keyboard.press("j");
    await expect.poll(() => seconds(page)).toBe(0);
    await expect(follow(page)).toHaveAttribute("aria-pressed", "true");
    await scrollAway(page);
    await expect(line(page, 2)).not.toBeInViewport();
    await page.keyboard.press("k");
    await expect.poll(() => seconds(page)).toBeGreaterThan(0.5);
    await page.keyboard.press("f");
    await expect(follow(page)).toHaveAttribute("aria-pressed", "true");
    await expect(said(page).locator(".seg.is-spoken")).toBeInViewport();
    // A moment brings the transcript along, wherever the reader has gone meanwhile.
    await scrollAway(page);
    const moments = page.locator(".doc").getByRole("link", { name: /^Play from/ });
    await moments.first().locator("time").click();
    await expect(follow(page)).toHaveAttribute("aria-pressed", "true");
    await expect(said(page).locator(".seg.is-spoken")).toBeInViewport();
  });

  await test.step("K and Space play and pause, L and J move ten seconds on and back", async () => {
    // Space on a link scrolls the page.
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("k");
    await expect.poll(() => isPaused(page)).toBe(true);
    const before = await seconds(page);
    await page.keyboard.press("l");
    await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(before + 9.9);
    await page.keyboard.press("k");
    await expect.poll(() => isPaused(page)).toBe(false);
    await page.keyboard.press("Space");
    await expect.poll(() => isPaused(page)).toBe(true);
    const after = await seconds(page);
    await page.keyboard.press("j");
    await expect.poll(() => seconds(page)).toBeLessThan(after - 9);
  });
});

test("the lines around a moment stay where they are when the rest of a long transcript comes", async ({
  page,
  origin,
}) => {
  const rest = await hold(page, /\/api\/acta\/meetings\/[^/]+\/transcript/u);
  await open(page, origin, "?t=21#transcript");
  await rest.asked;
  await awake(page);
  const asked = line(page, 341);
  await expect(asked).toBeInViewport();
  // The page goes to the moment once more when it has loaded.
  await outwaitExcuse(page);
  const topOf = () => asked.evaluate((element) => element.getBoundingClientRect().top);
  const before = await topOf();
  rest.release();
  await expect(said(page).getByRole("listitem").first()).toHaveAttribute("aria-setsize", /\d/);
  expect(Math.abs((await topOf()) - before)).toBeLessThan(1);
});

test("the speed changes, playback resumes, a link to a moment takes precedence, and silence is skipped", async ({
  page,
  origin,
}) => {
  await openWhole(page, origin);
  await test.step("the speed changes with its keys and with its button", async () => {
    const rate = () => page.locator("video").evaluate((media: HTMLVideoElement) => media.playbackRate);
    const speed = (times: string) => page.getByRole("button", { name: `Speed: ${times}×` });
    await expect(speed("1")).toBeVisible();
    await page.keyboard.press("]");
    await expect(speed("1.25")).toBeVisible();
    expect(await rate()).toBe(1.25);
    await page.keyboard.press("[");
    await page.keyboard.press("[");
    await expect(speed("0.75")).toBeVisible();
    expect(await rate()).toBe(0.75);
    for (const times of ["1", "1.25", "1.5", "2", "0.75", "1"]) {
      await page.getByRole("button", { name: "Speed:" }).click();
      await expect(speed(times)).toBeVisible();
    }
  });

  const slider = page.getByRole("slider", { name: "Position" });
  const skip = page.getByRole("button", { name: "Skip silence" });
  await test.step("playback resumes at the last position, and the choice to skip silence is remembered", async () => {
    await slider.focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowRight");
    // The recording ends at 24 s. From a position near its end it restarts.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => seconds(page)).toBe(10);
    await skip.click();
    await expect(skip).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await awake(page);
    await expect.poll(() => seconds(page)).toBe(10);
    await expect(skip).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("a link to a moment opens at that moment, and silence is skipped from there", async () => {
    await openWhole(page, origin, "?t=21");
    await expect(line(page, 341)).toBeInViewport();
    // The first line of that second begins there.
    await expect.poll(() => seconds(page)).toBe(21.002);
    await slider.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
    await expect.poll(() => seconds(page)).toBeCloseTo(6.002, 3);
    await skip.click();
    await expect(skip).toHaveAttribute("aria-pressed", "false");
    await skip.click();
    await expect(skip).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => seconds(page)).toBeGreaterThan(15.5);
    expect(await playedBetween(page, 8, 16)).toBeLessThan(4);
  });
});

test("the figures of each person are read when somebody opens it, also on a phone", async ({ page, origin }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, origin);
  await awake(page);
  await page.getByText("How people spoke", { exact: true }).click();
  const people = page.locator("details.spoke li");
  await expect(people).toHaveCount(2);
  await expect(people.filter({ hasText: "Aina Ferrer" })).toContainText(/50%.*at a stretch · 600 turns · 0 questions/);
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a link to a moment opens the lines around it, and links lead to the others", async ({ page, origin }) => {
    await open(page, origin, "?t=21#transcript");
    await expect(line(page, 341)).toBeVisible();
    await expect(line(page, 420)).toHaveCount(0);
    await page.getByRole("link", { name: "What was said after" }).click();
    await expect(line(page, 420)).toBeVisible();
    await expect(page.getByRole("link", { name: "The whole transcript as text" }).first()).toHaveAttribute(
      "href",
      /export\/txt$/,
    );
  });
});

test("a passage and the minutes are copied as text, and a clipboard that refuses is named beside the player", async ({
  page,
  origin,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openWhole(page, origin);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await test.step("a copied passage has its speaker, time and link: by selection and by keyboard", async () => {
    await page.evaluate(() => {
      const all = [...document.querySelectorAll(".seg")];
      const [from, to] = [2, 4].map((line) => all.find((each) => each.textContent?.startsWith(`Line ${line} `)));
      if (from && to) window.getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length);
    });
    await page.getByRole("button", { name: "Copy with its time and link" }).click();
    await expect(page.getByText("Copied.")).toBeVisible();
    expect(await copied()).toMatch(
      /^\[00:04\] Aina Ferrer: Line 2 of the review is here\.\n\[00:06\] Jonas Brandt: Line 3 [^\n]+\n\[00:16\] Aina Ferrer: Line 4 [^\n]+here\.\nhttp:\/\/[^\n]+\?t=4$/,
    );
    await expectAccessible(page);
    await page.evaluate(() => window.getSelection()?.removeAllRanges());
    await said(page).focus();
    for (let step = 0; step < 2; step += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ControlOrMeta+c");
    await expect.poll(copied).toMatch(/^\[00:02\] Jonas Brandt: Line 1 of the review is here\.\nhttp:\/\/[^\n]+\?t=2$/);
  });

  const menu = page.locator("details.export").filter({ has: page.getByTitle("Export") });
  const copyMinutes = async () => {
    await menu.getByTitle("Export").click();
    await menu.getByRole("button", { name: "Copy the minutes" }).click();
  };
  await test.step("the minutes are copied as text, and the transcript is a choice of each file", async () => {
    await copyMinutes();
    await expect(page.locator(".toast--done")).toContainText("The minutes are on the clipboard.");
    const minutes = await copied();
    const file = (query: string) =>
      page.evaluate(
        async (address) => (await fetch(address)).text(),
        `/api/acta/meetings${new URL(page.url()).pathname}/export/txt${query}`,
      );
    expect(minutes).toBe(await file(""));
    expect(minutes).not.toContain("\nTRANSCRIPT\n");
    expect(await file("?transcript=1")).toContain("\nTRANSCRIPT\n");
    await menu.getByTitle("Export").click();
    await menu.getByRole("checkbox", { name: "With the transcript" }).check();
    await menu.getByRole("checkbox", { name: "With speaker names" }).uncheck();
    const link = (name: string) => menu.getByRole("link", { name, includeHidden: true });
    for (const name of ["PDF .pdf", "Word .docx", "Markdown .md", "Plain text .txt"]) {
      await expect(link(name)).toHaveAttribute("href", /\?transcript=1&names=0$/);
    }
    // Captions and data hold the transcript anyway.
    await expect(link("Data, JSON .json")).toHaveAttribute("href", /\/json\?names=0$/);
    await menu.getByRole("button", { name: "Copy the minutes" }).click();
    await expect.poll(copied).toBe(await file("?transcript=1&names=0"));
    expect(await copied()).not.toContain("Jonas Brandt");
    await menu.getByTitle("Export").click();
    await menu.getByRole("checkbox", { name: "With the transcript" }).uncheck();
    await menu.getByRole("checkbox", { name: "With speaker names" }).check();
    await page.keyboard.press("Escape");
  });

  await test.step("a clipboard that refuses is named, and the message stays clear of the player", async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await refuseClipboard(page);
    await copyMinutes();
    const toast = page.locator(".toast--error");
    await expect(toast).toContainText("The minutes could not be copied");
    const message = await toast.boundingBox();
    const player = await page.locator(".player").boundingBox();
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(player?.y ?? 0);
  });
});

test("a mark shows its source words, the list of keys leaves the page in place, and the picture has captions", async ({
  page,
  origin,
}) => {
  await openWhole(page, origin);
  await test.step("a mark shows its source words on hover and on focus", async () => {
    const mark = firstMark(page);
    const tip = page.getByRole("tooltip");
    await mark.locator("time").hover();
    await expect(tip).toContainText(/Line \d+ of the review/);
    await expect(mark).toHaveAccessibleDescription(/Line \d+ of the review/);
    await expectAccessible(page);
    // The line after it stays to be read.
    const [over, under] = [await tip.boundingBox(), await mark.boundingBox()];
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0);
    await page.keyboard.press("Escape");
    await expect(tip).toHaveCount(0);
    await page.mouse.move(0, 0);
    await page.locator(".doc__bar").locator("a, button, summary").filter({ visible: true }).last().focus();
    const isMark = () => page.evaluate(() => document.activeElement?.matches("[data-preview] .moment"));
    for (let stops = 0; stops < 12 && !(await isMark()); stops += 1) await page.keyboard.press("Tab");
    await expect(tip).toBeVisible();
  });

  await test.step("? lists the keys that work on this page, and closing the list leaves the page where it was", async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.getByRole("button", { name: "Share" }).focus();
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Shortcuts" });
    await expect(dialog.getByText("10 seconds back, forward")).toBeVisible();
    await expect(dialog.getByText("Follow the recording")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(300);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("the picture opens in small and large size, with captions from the transcript", async () => {
    const video = page.locator("video");
    const cues = () => video.evaluate((media: HTMLVideoElement) => media.textTracks[0]?.cues?.length ?? 0);
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    await expect.poll(cues).toBeGreaterThan(100);
    const small = await video.boundingBox();
    await page.getByRole("button", { name: "Larger picture" }).click();
    await expect.poll(async () => (await video.boundingBox())?.width ?? 0).toBeGreaterThan((small?.width ?? 0) * 1.5);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Captions" }).click();
    const mode = () => video.evaluate((media: HTMLVideoElement) => media.textTracks[0]?.mode);
    expect(await mode()).toBe("disabled");
    await page.getByRole("button", { name: "Close the picture" }).click();
    await expect(page.getByRole("button", { name: "Larger picture" })).toHaveCount(0);
  });
});

test("the actions stay in sight at each width, and on a phone with large text the player leaves room to read", async ({
  page,
  origin,
}) => {
  await openWhole(page, origin);
  await test.step("the menu is folded until a width is chosen", async () => {
    await expect(page.getByRole("button", { name: "Expand the menu" })).toBeVisible();
    await page.getByRole("button", { name: "Expand the menu" }).click();
    await page.reload();
    await expect(page.getByRole("button", { name: "Collapse the menu" })).toBeVisible();
  });

  await test.step("the actions are one row at every width, in the longest languages too", async () => {
    for (const locale of ["es", "ca", "fr", "en"] as const) {
      await chooseLanguage(page, locale);
      await page.reload({ waitUntil: "domcontentloaded" });
      for (const width of [1440, 1280, 1024, 768, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const bar = await page.locator(".doc__bar").boundingBox();
        expect(bar?.height, `${locale} at ${width} px`).toBeLessThan(72);
      }
    }
    await page.setViewportSize({ width: 1280, height: 844 });
    await awake(page);
  });

  for (const width of [1280, 900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    const share = page.getByRole("button", { name: "Share" });
    await expect(share, `${width} px`).toBeInViewport({ ratio: 1 });
    const more = page.getByLabel("More for A long review");
    const boxes = [await share.boundingBox(), await more.boundingBox()];
    expect(Math.abs((boxes[0]?.y ?? 0) - (boxes[1]?.y ?? 99)), `${width} px`).toBeLessThan(12);
    await expectNoOverflow(page);
  }

  await test.step("on a phone with large text the player leaves room to read, and nothing overflows", async () => {
    await awake(page);
    const tabs = page.getByRole("navigation", { name: "Parts of the meeting" });
    await tabs.getByRole("link", { name: "Transcript" }).click();
    await expect(said(page).getByRole("listitem").first()).toHaveAttribute("aria-setsize", /\d/);
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await expectNoOverflow(page);
    const player = page.locator(".player");
    await expect.poll(async () => (await player.boundingBox())?.height ?? 999).toBeLessThan(844 * 0.35);
    const times = await page
      .locator(".ruler__times text")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0));
    for (const [index, { right }] of times.entries()) {
      expect(right).toBeLessThanOrEqual(times[index + 1]?.left ?? Number.POSITIVE_INFINITY);
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(line(page, 1199)).toBeVisible();
  });
});

test.describe("when the rest of the transcript does not load", () => {
  test.use({ expectedErrors: ["Failed to load resource", "net::ERR"] });

  test("the page says so, shows the lines that it has, and loads the rest with one click", async ({ page, origin }) => {
    await page.route("**/transcript", (route) => route.abort());
    await open(page, origin);
    await awake(page);
    await expect(page.getByText("The rest of the transcript could not be loaded.")).toBeVisible();
    await expect(line(page, 3)).toBeVisible();
    await page.unroute("**/transcript");
    await page.getByRole("button", { name: "Load it again" }).click();
    await expect(said(page).getByRole("listitem").first()).toHaveAttribute("aria-setsize", String(LINES));
  });
});
