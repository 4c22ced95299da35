/**
 * Measures a first visit: the scripts until the page handles clicks (`data-awake`) and those behind it, of a completed meeting with
 * 359 segments, Home and Settings; then Lighthouse on mobile settings, median of three. Run after `npx remix vite:build`:
 *
 *   ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/meeting-page/first-visit.ts [Lighthouse's command-line file] [page …]
 *
 * Without Lighthouse (12.8.2, in a folder of its own: it is no dependency) that part is left out, loudly.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import process, { env } from "node:process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { uploadLongMeeting } from "#tests/bench/meeting-page/upload-long-meeting.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { freePort } from "#tests/support/free-port.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

const [lighthouse = "", ...only] = process.argv.slice(2);
const CUES = 359;
const DURATION_MS = 30 * 60_000;
/** Layers begin to load when the page is awake, and the last ones 2 s later. */
const BEHIND_MS = 5000;
const RUNS = Number(env.ACTA_BENCH_RUNS ?? 3);
const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
];

const LAUNCH = {
  ...(env.ACTA_BROWSER ? { executablePath: env.ACTA_BROWSER } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
};

const print = (line: string) => process.stdout.write(`${line}\n`);

type Script = { name: string; gzip: number };
const total = (scripts: readonly Script[]) =>
  `${scripts.length} scripts, ${scripts.reduce((sum, { gzip }) => sum + gzip, 0)} B gzip`;

/** Opens the page with an empty cache, as a phone. */
async function visit(browser: Browser, address: string, cookie: { name: string; value: string }): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true });
  await context.addCookies([{ ...cookie, url: new URL(address).origin }]);
  const page = await context.newPage();
  const scripts: (Script & { isBehind: boolean })[] = [];
  let isBehind = false;
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script" && !response.url().endsWith(".js")) return;
    const at = isBehind;
    const gzip = gzipSync(await response.body()).length;
    scripts.push({ name: new URL(response.url()).pathname.split("/").at(-1) ?? "", gzip, isBehind: at });
  });
  await page.goto(address);
  await page.waitForSelector("html[data-awake]");
  isBehind = true;
  await page.waitForTimeout(BEHIND_MS);
  const behind = scripts.filter((each) => each.isBehind);
  print(`  until it is awake: ${total(scripts.filter((each) => !each.isBehind))}; behind it: ${total(behind)}`);
  if (env.ACTA_BENCH_NAMES) for (const { name, gzip } of behind) print(`    ${gzip} ${name}`);
  await context.close();
}

type Report = {
  finalDisplayedUrl: string;
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue?: number; details?: unknown }>;
};

/** Lighthouse opens a tab in a browser that has the cookie: with a header alone the page's own requests would find nobody signed in. */
async function score(address: string, cookie: { name: string; value: string }): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const port = await freePort();
    const profile = await mkdtemp(path.join(tmpdir(), "acta-lighthouse-"));
    const phone = await chromium.launchPersistentContext(profile, {
      ...LAUNCH,
      args: [...LAUNCH.args, `--remote-debugging-port=${port}`],
    });
    await phone.addCookies([{ ...cookie, url: new URL(address).origin }]);
    const flags = ["--quiet", "--output=json", "--only-categories=performance", `--port=${port}`];
    const { stdout } = await promisify(execFile)(process.execPath, [lighthouse, address, ...flags], {
      maxBuffer: 64_000_000,
    });
    const report = JSON.parse(stdout) as Report;
    if (report.finalDisplayedUrl !== address) throw new Error(`Lighthouse ended at ${report.finalDisplayedUrl}`);
    reports.push(report);
    if (env.ACTA_BENCH_REPORT) await writeFile(`${env.ACTA_BENCH_REPORT}-${run}.json`, stdout);
    await phone.close();
    await rm(profile, { recursive: true });
  }
  const scoreOf = ({ categories }: Report) => Math.round(categories.performance.score * 100);
  const sorted = reports.toSorted((one, other) => scoreOf(one) - scoreOf(other));
  const middle = sorted[Math.floor(RUNS / 2)];
  if (!middle) return;
  const metrics = METRICS.map((name) => `${name} ${(middle.audits[name]?.numericValue ?? Number.NaN).toFixed(2)}`);
  print(`  Lighthouse mobile: ${scoreOf(middle)} (${sorted.map(scoreOf).join(", ")}); ${metrics.join(", ")}`);
}

const browser = await chromium.launch(LAUNCH);
const acta = await startActa({ env: { SPEECH_ENGINE: "none", LANGUAGE_ENGINE: "extractive" } });
try {
  const { cookie, name, value } = await localSignIn({ appOrigin: acta.origin });
  const title = "Half an hour of everything";
  const meetId = await uploadLongMeeting({ origin: acta.origin, cookie, cues: CUES, durationMs: DURATION_MS, title });
  const pages = { meeting: `/${meetId}`, home: "/", settings: "/settings" };
  if (!existsSync(lighthouse)) print("LEFT OUT: Lighthouse (give its command-line file as the first argument)");
  for (const [page, at] of Object.entries(pages)) {
    if (only.length > 0 && !only.includes(page)) continue;
    print(`${page}, load ${loadavg()[0]?.toFixed(1)}`);
    await visit(browser, `${acta.origin}${at}`, { name, value });
    if (existsSync(lighthouse)) await score(`${acta.origin}${at}`, { name, value });
  }
} finally {
  await browser.close();
  await acta.stop();
}
