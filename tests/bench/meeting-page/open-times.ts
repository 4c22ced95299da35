/**
 * The time until a meeting's page with 359 segments can be used, beside that of Home, in the same Acta and browser, in turn:
 *
 *   npx remix vite:build && ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/meeting-page/open-times.ts
 *
 * Measured from the navigation until the page handles clicks (`data-awake`) and shows its content: the minutes and the transcript's first
 * line, or the list of Home. The aim is 1.3 × Home. The page contains the beginning of the transcript; the time until it has the rest, which
 * it fetches then, is printed too.
 */
import { cpus, loadavg } from "node:os";
import { env } from "node:process";
import { chromium, type Page } from "@playwright/test";
import { timesOf } from "#tests/bench/meeting-page/measure.ts";
import { uploadLongMeeting } from "#tests/bench/meeting-page/upload-long-meeting.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

const CUES = 359;
const DURATION_MS = 30 * 60_000;
const ROUNDS = 15;
const RATIO_MAX = 1.3;

const print = (line: string) => process.stdout.write(`${line}\n`);

const FIRST_LINE = ".panel__body li";
/** A line is numbered among all lines when all are there. */
const WHOLE = ".panel__body li[aria-setsize]";

/** Milliseconds of one opening with a warm cache, as a person who comes back has it. */
async function open(page: Page, address: string, content: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  return untilShown(page, content);
}

async function untilShown(page: Page, content: string): Promise<number> {
  const waited = await page.waitForFunction(
    (selector) =>
      document.querySelector("html[data-awake]") !== null && document.querySelector(selector) !== null
        ? performance.now()
        : false,
    content,
    { polling: "raf" },
  );
  return Number(await waited.jsonValue());
}

const browser = await chromium.launch({
  ...(env.ACTA_BROWSER ? { executablePath: env.ACTA_BROWSER } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
});
const acta = await startActa({ env: { SPEECH_ENGINE: "none", LANGUAGE_ENGINE: "extractive" } });
try {
  const { cookie, name, value } = await localSignIn({ appOrigin: acta.origin });
  const title = "Half an hour of everything";
  const meetId = await uploadLongMeeting({ origin: acta.origin, cookie, cues: CUES, durationMs: DURATION_MS, title });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name, value, url: acta.origin }]);
  const page = await context.newPage();
  const home: number[] = [];
  const meeting: number[] = [];
  const whole: number[] = [];
  // The first round fills the browser's cache.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [one, other] = [
      await open(page, `${acta.origin}/`, `a[href="/${meetId}"]`),
      await open(page, `${acta.origin}/${meetId}`, FIRST_LINE),
    ];
    const all = await untilShown(page, WHOLE);
    if (round === 0) continue;
    home.push(one);
    meeting.push(other);
    whole.push(all);
  }
  const [atHome, atMeeting, atWhole] = [timesOf(home), timesOf(meeting), timesOf(whole)];
  const ratio = atMeeting.p50 / atHome.p50;
  print(`${ROUNDS} rounds in turn, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  print(`Home: p50 ${atHome.p50.toFixed(0)} ms, p95 ${atHome.p95.toFixed(0)} ms`);
  print(`meeting with ${CUES} segments: p50 ${atMeeting.p50.toFixed(0)} ms, p95 ${atMeeting.p95.toFixed(0)} ms`);
  print(`its whole transcript: p50 ${atWhole.p50.toFixed(0)} ms, p95 ${atWhole.p95.toFixed(0)} ms`);
  print(`ratio of the medians: ${ratio.toFixed(2)} (aim ${RATIO_MAX})`);
  if (ratio > RATIO_MAX) process.exitCode = 1;
} finally {
  await browser.close();
  await acta.stop();
}
