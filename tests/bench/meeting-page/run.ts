/**
 * The meeting page with eight hours and 8,000 segments: its size, its frame times, and the speed of its search. Starts an
 * Acta of its own over the last build, makes the meeting from a seed, and drives a headless Chromium.
 *
 *   npx remix vite:build && ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/meeting-page/run.ts
 */
import { cpus, loadavg } from "node:os";
import { env } from "node:process";
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "@playwright/test";
import { framesDuring, scrollTranscript, type Times, timesOf, typeAndWait } from "#tests/bench/meeting-page/measure.ts";
import { uploadLongMeeting } from "#tests/bench/meeting-page/upload-long-meeting.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

const CUES = 8000;
const DURATION_MS = 8 * 3_600_000;
/** Words that stand in the transcript; none of their letters is skipped by folding. */
const QUERIES = ["cafe", "paper", "girona", "budget", "recepcion"];
const FRAME_MS_MAX = 20;
const SEARCH_MS_MAX = 50;

const print = (line: string) => process.stdout.write(`${line}\n`);
const show = ({ p50, p95, max, count }: Times) =>
  `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, max ${max.toFixed(1)} ms (${count})`;

const browser = await chromium.launch({
  ...(env.ACTA_BROWSER ? { executablePath: env.ACTA_BROWSER } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
});
const acta = await startActa({ env: { SPEECH_ENGINE: "none" } });
try {
  const { cookie, name, value } = await localSignIn({ appOrigin: acta.origin });
  const title = "Eight hours of everything";
  const meetId = await uploadLongMeeting({ origin: acta.origin, cookie, cues: CUES, durationMs: DURATION_MS, title });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name, value, url: acta.origin }]);
  const page = await context.newPage();
  print(
    `${CUES} segments over 8 h, headless Chromium, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} at the start`,
  );
  await weigh(page, `${acta.origin}/${meetId}`);
  const scrolled = await scroll(page);
  const searched = await search(page);
  print(`load ${loadavg()[0]?.toFixed(1)} at the end`);
  if (scrolled.p95 > FRAME_MS_MAX || searched.p95 > SEARCH_MS_MAX) process.exitCode = 1;
} finally {
  await browser.close();
  await acta.stop();
}

async function weigh(page: Page, address: string): Promise<void> {
  const transcript = page.waitForResponse(/\/transcript$/);
  const answer = await page.goto(address);
  const html = (await answer?.body()) ?? Buffer.alloc(0);
  const words = await (await transcript).body();
  const weight = (bytes: Buffer) =>
    `${(bytes.length / 1000).toFixed(1)} kB, gzip ${(gzipSync(bytes).length / 1000).toFixed(1)}`;
  print(`HTML of the page: ${weight(html)}`);
  print(`transcript, fetched after it: ${weight(words)}`);
  await page.locator(".panel__body li[aria-setsize]").first().waitFor();
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  print(`elements in the document: ${nodes}`);
  // Work in idle time (folding for the search) has ended after this.
  await page.waitForTimeout(2000);
}

async function scroll(page: Page): Promise<Times> {
  const frames: number[] = [];
  for (const pxPerSecond of [1500, 4000]) {
    const those = await framesDuring(page, () => scrollTranscript(page, { px: 5 * pxPerSecond, pxPerSecond }));
    print(`frames while scrolling at ${pxPerSecond} px/s: ${show(timesOf(those))}`);
    frames.push(...those);
  }
  return timesOf(frames);
}

async function search(page: Page): Promise<Times> {
  const waits: number[] = [];
  await page.keyboard.press("/");
  for (const query of QUERIES) {
    for (const key of query) waits.push(await typeAndWait(page, key));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Backspace");
  }
  const times = timesOf(waits);
  print(`from a key to the marked words: ${show(times)}`);
  return times;
}
