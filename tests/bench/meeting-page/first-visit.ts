/**
 * Measures a first visit of a completed meeting with 359 segments, the meeting's shared page, Home, History, Settings and sign-in: the
 * scripts that the document names, those behind them and the fonts; then Lighthouse on mobile settings, median of five. Run after
 * `npx remix vite:build`:
 *
 *   ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/meeting-page/first-visit.ts [Lighthouse's command-line file] [page …]
 *
 * Without Lighthouse (12.8.2, in a folder of its own: it is no dependency) that part is left out, loudly.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import process, { env } from "node:process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { TIME_ZONE_COOKIE } from "#app/i18n/time-zone.ts";
import { uploadLongMeeting } from "#tests/bench/meeting-page/upload-long-meeting.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { freePort } from "#tests/support/free-port.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { shareMeeting } from "#tests/support/share-meeting.ts";

const [lighthouse = "", ...only] = process.argv.slice(2);
const CUES = 359;
const DURATION_MS = 30 * 60_000;
/** Layers begin to load when the page is awake, and the last ones 2 s later. */
const BEHIND_MS = 5000;
const RUNS = Number(env.ACTA_BENCH_RUNS ?? 5);
const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
  "speed-index",
];

const LAUNCH = {
  ...(env.ACTA_BROWSER ? { executablePath: env.ACTA_BROWSER } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
};

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Without a cookie nobody is signed in. */
type Visited = { address: string; cookie: { name: string; value: string } | null };

/** Those of somebody who has signed in in this browser, whose time zone is known since then: without it the date is written late. */
function cookiesOf({ address, cookie }: Visited) {
  const cookies = cookie ? [cookie, { name: TIME_ZONE_COOKIE, value: "UTC" }] : [];
  return cookies.map((each) => ({ ...each, url: new URL(address).origin }));
}

type Loaded = { name: string; bytes: number };
const total = (files: readonly Loaded[]) => `${files.length}, ${files.reduce((sum, { bytes }) => sum + bytes, 0)} B`;

/** Opens the page with an empty cache, as a phone. The texts that the page begins with count among the scripts behind it. */
async function visit(browser: Browser, visited: Visited): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true });
  await context.addCookies(cookiesOf(visited));
  const page = await context.newPage();
  const scripts: Loaded[] = [];
  const fonts: Loaded[] = [];
  page.on("response", async (response) => {
    const name = new URL(response.url()).pathname.split("/").at(-1) ?? "";
    if (!/\.(?:js|woff2)$/u.test(name)) return;
    const body = await response.body();
    if (name.endsWith(".woff2")) fonts.push({ name, bytes: body.length });
    else scripts.push({ name, bytes: gzipSync(body).length });
  });
  const html = (await (await page.goto(visited.address))?.text()) ?? "";
  const document = new Set(
    [...html.matchAll(/<link rel="modulepreload" href="[^"]*\/([^"/]+)"/gu)].map(([, name]) => name),
  );
  await page.waitForTimeout(BEHIND_MS);
  const behind = scripts.filter(({ name }) => !document.has(name));
  const named = scripts.filter(({ name }) => document.has(name));
  print(`  scripts with gzip: in the document ${total(named)}; behind it ${total(behind)}; fonts ${total(fonts)}`);
  if (env.ACTA_BENCH_NAMES) for (const { name, bytes } of [...behind, ...fonts]) print(`    ${bytes} ${name}`);
  await context.close();
}

type Report = {
  finalDisplayedUrl: string;
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue?: number; details?: unknown }>;
};

/**
 * Lighthouse opens a tab in a browser that has the cookies: with a header alone the page's own requests would find nobody signed in. It
 * judges each visit twice: as it was, and with the time that the page's own threads worked, without that in which others had the processor.
 */
async function score(visited: Visited): Promise<void> {
  const reports: Record<"as it was" | "own time", Report[]> = { "as it was": [], "own time": [] };
  for (let run = 0; run < RUNS; run += 1) {
    const port = await freePort();
    const folder = await mkdtemp(path.join(tmpdir(), "acta-lighthouse-"));
    const phone = await chromium.launchPersistentContext(path.join(folder, "profile"), {
      ...LAUNCH,
      args: [...LAUNCH.args, `--remote-debugging-port=${port}`],
    });
    await phone.addCookies(cookiesOf(visited));
    const visit = path.join(folder, "visit");
    await runLighthouse(visited.address, [`--gather-mode=${visit}`, `--port=${port}`]);
    await phone.close();
    reports["as it was"].push(await judge(visited.address, visit));
    await leaveOutOthers(path.join(visit, TRACE));
    reports["own time"].push(await judge(visited.address, visit));
    await rm(folder, { recursive: true });
  }
  for (const [kind, each] of Object.entries(reports)) print(`  Lighthouse mobile, ${kind}: ${medianOf(each)}`);
}

/** The file of Lighthouse's folder that has the browser's events. */
const TRACE = "defaultPass.trace.json";

async function runLighthouse(address: string, flags: readonly string[]): Promise<string> {
  const all = [lighthouse, address, "--quiet", "--only-categories=performance", ...flags];
  return (await promisify(execFile)(process.execPath, all, { maxBuffer: 64_000_000 })).stdout;
}

async function judge(address: string, visit: string): Promise<Report> {
  const report = JSON.parse(await runLighthouse(address, [`--audit-mode=${visit}`, "--output=json"])) as Report;
  if (report.finalDisplayedUrl !== address) throw new Error(`Lighthouse ended at ${report.finalDisplayedUrl}`);
  return report;
}

/** `dur` is an event's length by the clock, and `tdur` what its thread worked in it, in µs. */
async function leaveOutOthers(file: string): Promise<void> {
  const trace = JSON.parse(await readFile(file, "utf8")) as { traceEvents: { dur?: number; tdur?: number }[] };
  for (const event of trace.traceEvents) {
    if (event.tdur !== undefined && event.dur !== undefined) event.dur = Math.min(event.dur, event.tdur);
  }
  await writeFile(file, JSON.stringify(trace));
}

function medianOf(reports: readonly Report[]): string {
  const scoreOf = ({ categories }: Report) => Math.round(categories.performance.score * 100);
  const sorted = reports.toSorted((one, other) => scoreOf(one) - scoreOf(other));
  const middle = sorted[Math.floor(reports.length / 2)];
  const metrics = METRICS.map((name) => `${name} ${(middle?.audits[name]?.numericValue ?? Number.NaN).toFixed(2)}`);
  return `${middle && scoreOf(middle)} (${sorted.map(scoreOf).join(", ")}); ${metrics.join(", ")}`;
}

const browser = await chromium.launch(LAUNCH);
const acta = await startActa({ env: { SPEECH_ENGINE: "none", LANGUAGE_ENGINE: "extractive" } });
try {
  const { cookie, name, value } = await localSignIn({ appOrigin: acta.origin });
  const title = "Half an hour of everything";
  const meetId = await uploadLongMeeting({ origin: acta.origin, cookie, cues: CUES, durationMs: DURATION_MS, title });
  const shared = await shareMeeting({ origin: acta.origin, meetId, cookie });
  const signedIn = { name, value };
  const pages = {
    meeting: { at: `/${meetId}`, cookie: signedIn },
    shared: { at: shared, cookie: null },
    home: { at: "/", cookie: signedIn },
    history: { at: "/history", cookie: signedIn },
    settings: { at: "/settings", cookie: signedIn },
    "sign-in": { at: "/api/auth/signin", cookie: null },
  };
  if (!existsSync(lighthouse)) print("LEFT OUT: Lighthouse (give its command-line file as the first argument)");
  for (const [page, { at, cookie: own }] of Object.entries(pages)) {
    if (only.length > 0 && !only.includes(page)) continue;
    print(`${page}, load ${loadavg()[0]?.toFixed(1)}`);
    const visited = { address: `${acta.origin}${at}`, cookie: own };
    await visit(browser, visited);
    if (existsSync(lighthouse)) await score(visited);
  }
} finally {
  await browser.close();
  await acta.stop();
}
