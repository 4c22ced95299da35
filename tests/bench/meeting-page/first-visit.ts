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
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import process, { env } from "node:process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { shareState } from "#app/contracts/meeting/share.ts";
import { uploadLongMeeting } from "#tests/bench/meeting-page/upload-long-meeting.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { freePort } from "#tests/support/free-port.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

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

type Loaded = { name: string; bytes: number };
const total = (files: readonly Loaded[]) => `${files.length}, ${files.reduce((sum, { bytes }) => sum + bytes, 0)} B`;

/** Opens the page with an empty cache, as a phone. The texts that the page begins with count among the scripts behind it. */
async function visit(browser: Browser, { address, cookie }: Visited): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true });
  if (cookie) await context.addCookies([{ ...cookie, url: new URL(address).origin }]);
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
  const html = (await (await page.goto(address))?.text()) ?? "";
  await page.waitForTimeout(BEHIND_MS);
  const behind = scripts.filter(({ name }) => !html.includes(name));
  const named = scripts.filter(({ name }) => html.includes(name));
  print(`  scripts with gzip: in the document ${total(named)}; behind it ${total(behind)}; fonts ${total(fonts)}`);
  if (env.ACTA_BENCH_NAMES) for (const { name, bytes } of [...behind, ...fonts]) print(`    ${bytes} ${name}`);
  await context.close();
}

/** Without a cookie nobody is signed in. */
type Visited = { address: string; cookie: { name: string; value: string } | null };

type Report = {
  finalDisplayedUrl: string;
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue?: number; details?: unknown }>;
};

/** Lighthouse opens a tab in a browser that has the cookie: with a header alone the page's own requests would find nobody signed in. */
async function score({ address, cookie }: Visited): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const port = await freePort();
    const profile = await mkdtemp(path.join(tmpdir(), "acta-lighthouse-"));
    const phone = await chromium.launchPersistentContext(profile, {
      ...LAUNCH,
      args: [...LAUNCH.args, `--remote-debugging-port=${port}`],
    });
    if (cookie) await phone.addCookies([{ ...cookie, url: new URL(address).origin }]);
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

/** The address of the link that opens the meeting for anybody. */
async function shareMeeting({
  origin,
  meetId,
  cookie,
}: Record<"origin" | "meetId" | "cookie", string>): Promise<string> {
  const headers = { Cookie: cookie, Origin: origin };
  const answer = await fetch(`${origin}/api/acta/meetings/${meetId}/shares`, { method: "POST", headers });
  const { link } = shareState.parse(await answer.json());
  if (!link) throw new Error(`no link was made: ${answer.status}`);
  return new URL(link.url).pathname;
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
