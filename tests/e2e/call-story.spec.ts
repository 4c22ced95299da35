import { existsSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { type Janus, startJanus } from "#tests/recorder/stage/janus.ts";
import { openSpeakers, type Speakers } from "#tests/recorder/stage/speakers.ts";
import { speakSentences } from "#tests/recorder/stage/voices.ts";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { awake, expect, expectAccessible, test } from "#tests/e2e/acta-test.ts";
import { orderCalendar, runCron } from "#tests/e2e/play-calendar.ts";
import { buildRecorder } from "../../workers/recorder/build.mjs";

/**
 * The whole story of a calendar's event, with nothing of Acta's own stood in for: a real meeting server, people who speak, the real
 * recorder. Only the provider of the calendar and the speech engine are played.
 */

const NEEDED = ["/usr/bin/janus", "/usr/share/janus/demos/videoroomtest.html", "/usr/bin/espeak-ng", "/usr/bin/sox"];
const MISSING = NEEDED.filter((file) => !existsSync(file));
const LEFT_OUT = `needs Debian's janus, janus-demos, espeak-ng and sox: ${MISSING.join(", ")}`;
const ROOM = 4711;
const TITLE = "Harbour and bridges";
const MINUTE_MS = 60_000;

// oxlint-disable-next-line no-console -- what is left out is said where everybody sees it
if (MISSING.length > 0) console.log(`LEFT OUT: 'from an event of a calendar …' ${LEFT_OUT}`);

test.describe(`a real call${MISSING.length === 0 ? "" : ` (left out: ${LEFT_OUT})`}`, () => {
  test.skip(MISSING.length > 0, LEFT_OUT);
  let acta: ActaProcess;
  let janus: Janus;
  let speakers: Speakers;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    const sentences = speakSentences();
    await buildRecorder();
    [janus, speakers] = await Promise.all([startJanus({ from: 21_500, to: 21_560 }), openSpeakers(sentences)]);
    await janus.createRoom(ROOM);
    const speech = process.env.ACTA_SPEECH_ORIGIN ?? "";
    acta = await startActa({
      env: {
        SPEECH_ENGINE: "openai",
        SPEECH_BASE_URL: speech,
        SPEECH_MODEL: "whisper-1",
        RECORDER_ENGINE: "acta",
        RECORDER_URL: "",
        LOCAL_MEETING_ORIGIN: janus.origin,
      },
    });
  });

  test.afterAll(async () => {
    await acta?.stop();
    await Promise.all([speakers?.close(), janus?.close()]);
  });

  const order = (fields: Record<string, unknown>) =>
    orderCalendar(acta.identityOrigin, { provider: "google", person: "marc", ...fields });

  test("from an event of a calendar, Acta comes, records, writes along, stops when told, and leaves minutes with a recording", async ({
    page,
    context,
  }) => {
    test.setTimeout(480_000);
    await signIn(context, acta.origin, "marc");
    // Not due yet, however long the pages take.
    const event = { id: "harbour", title: TITLE, location: janus.meetingUrl(ROOM) };
    await order({ order: "add", event: { ...event, startsAt: Date.now() + 12 * MINUTE_MS } });
    await connectCalendar(page, acta.origin);
    await findOnHome(page, acta.origin);

    const alice = await speakers.join(janus, ROOM, "Alice", "Alice");
    const bob = await speakers.join(janus, ROOM, "Bob", "Bob");
    // Its organiser moves it to the next minute. The bot is sent once Acta has read that and the cron has run.
    await order({ order: "change", eventId: event.id, change: { startsAt: Date.now() + MINUTE_MS } });
    await expect(async () => {
      await runCron(acta.origin);
      await page.goto(`${acta.origin}/history`);
      await expect(page.getByRole("link", { name: TITLE }).first()).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 120_000 });
    // The demo page takes letters and digits only.
    await expect.poll(() => janus.participants(ROOM), { timeout: 60_000 }).toContain("ActanotesforMarc");

    await open(page, acta.origin);
    const recorder = page.getByRole("region", { name: "Recorder" });
    const stop = recorder.getByRole("button", { name: "Stop recording" });
    await expect(stop).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("list", { name: /^Who is in the call/ })).toContainText("Alice");
    await expectAccessible(page);

    // The first window: about half a minute of what they say, read while they go on. The engine that is played knows neither
    // them nor where they pause, so a sentence of its may be shared out between them.
    const transcript = page.getByRole("region", { name: "What was said" });
    await expect(transcript).toContainText("agreed", { timeout: 60_000 });
    await expect(transcript).toContainText("Alice");
    await expect(transcript).toContainText("Bob");
    await expect(stop).toBeVisible();

    // It stops within a second, so that who looks afterwards may be too late: the page itself notes what it showed.
    const stopping = await appearsIn(page, recorder, "stopping");
    await page.evaluate(() => {
      const note = ({ target }: FocusEvent) => {
        if (target instanceof HTMLOutputElement) document.body.dataset.focus = "kept";
      };
      document.addEventListener("focusin", note);
    });
    await stop.press("Enter");
    await expect(page.getByText("Completed").first()).toBeVisible({ timeout: 60_000 });
    expect(await stopping()).toBe(true);
    // The focus goes from the button to the words in its place, and not to the top of the page.
    expect(await page.evaluate(() => document.body.dataset.focus)).toBe("kept");
    await expect.poll(async () => (await janus.participants(ROOM)).toSorted()).toEqual(["Alice", "Bob"]);
    await expectPlayable(page);
    await expectAccessible(page);
    await Promise.all([alice.leave(), bob.leave()]);
  });
});

async function signIn(context: BrowserContext, appOrigin: string, person: string): Promise<void> {
  const { name, value } = await localSignIn({ appOrigin, person });
  await context.addCookies([{ name, value, url: appOrigin }]);
}

/** Watches a part of the page from now on; the function that comes back says whether the words have stood there since. */
async function appearsIn(page: Page, part: Locator, words: string): Promise<() => Promise<boolean>> {
  const watched = await part.elementHandle();
  const seen = await page.evaluateHandle(
    ([element, text]) => {
      const noted = { seen: false };
      const look = () => {
        noted.seen ||= element?.textContent?.includes(text) ?? false;
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      return noted;
    },
    [watched, words] as const,
  );
  return () => seen.evaluate((noted) => noted.seen);
}

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/history`);
  await page.getByRole("link", { name: TITLE }).first().click();
}

/** Connects the calendar, and switches its visibility and its activation off and on. */
async function connectCalendar(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/settings#calendars`);
  await awake(page);
  const section = page.getByRole("region", { name: "Calendars", exact: true });
  await section.getByRole("button", { name: "Connect Google Calendar" }).click();
  await page.getByRole("button", { name: "Marc Soler" }).click();
  const active = section.getByRole("switch", { name: "Work (local stand-in) is active" });
  await expect(active).toBeChecked();
  await awake(page);
  // By keyboard: the page may still scroll to the section, and a click would miss.
  await section.getByLabel("Options of Work (local stand-in)").press("Enter");
  const visible = section.getByRole("checkbox", { name: "Show its events on Home" }).first();
  await visible.uncheck();
  await expect(section.getByText("Not shown on Home")).toBeVisible();
  await visible.check();
  await expect(section.getByText("Not shown on Home")).toHaveCount(0);
  await active.click();
  await expect(active).not.toBeChecked();
  await expect(page.locator(".toast").filter({ hasText: "Calendar deactivated successfully" })).toBeVisible();
  await active.click();
  await expect(page.locator(".toast").filter({ hasText: "Calendar activated successfully" })).toBeVisible();
  await expect(active).toBeChecked();
}

async function findOnHome(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await awake(page);
  const next = page.getByRole("region", { name: "What comes next" });
  await expect(next.getByRole("switch", { name: `Acta joins ${TITLE}` })).toBeChecked();
  await expect(next.getByRole("listitem").filter({ hasText: TITLE })).toContainText("Acta joins: you organize it");
}

/** When it is played, and not before, the recording has its length, and its time goes on. */
async function expectPlayable(page: Page): Promise<void> {
  const video = page.locator("video");
  await expect(video).toBeAttached({ timeout: 60_000 });
  const duration = () => video.evaluate((media: HTMLVideoElement) => media.duration || 0);
  expect(await duration()).toBe(0);
  await video.evaluate((media: HTMLVideoElement) => media.play());
  await expect.poll(duration).toBeGreaterThan(20);
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(1);
}
