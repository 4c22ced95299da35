/**
 * Weighs the shared page: an hour of talk as the bundled Worker would write it, against the limits: with gzip up to its summary, and whole,
 * with every file that Chromium fetches for it; then Lighthouse on mobile settings, median of five, served compressed. Run after
 * `npx remix vite:build`:
 *   ACTA_BROWSER=/usr/bin/chromium npx tsx tests/bench/shared-page/run.tsx [folder of meetings] [Lighthouse's command-line file]
 * Without the folder or without Lighthouse (12.8.2, in a folder of its own: it is no dependency) that part is left out, loudly.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { extractSummary, quotedFields } from "#app/domain/summary/extractive/extract-summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { SharedPage } from "#app/features/share/shared-page.tsx";
import { openI18n } from "#app/i18n/server.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";
import { fetchedBytes } from "#tests/support/fetched-bytes.ts";
import { SHARED_PAGE_BYTES_MAX } from "#tests/support/page-weight.ts";
import { head } from "#tests/unit/meeting-page/build-view.ts";

const [folder = "../shared/meetings-dev", lighthouse = ""] = process.argv.slice(2);
const HOUR_MS = 60 * 60_000;
const UP_TO_SUMMARY_BYTES_MAX = 30_000;
const RUNS = 5;
const say = (text: string) => process.stdout.write(`${text}\n`);
const SCORE_MIN = 98;
const PORT = Number(process.env.ACTA_BENCH_PORT ?? 9370);

const styles = styleOfBuild();
const script = ["link-page-script.js", "shared-page-script.js"]
  .map((name) => readFileSync(`app/features/share/${name}`, "utf8"))
  .join("");

/** The style as the build wrote it into the server's bundle: the string that begins with the order of the layers. */
function styleOfBuild(): string {
  const bundle = readFileSync("build/server/index.js", "utf8");
  const found = /= ('@layer theme,(?:[^'\\]|\\.)*'|"@layer theme,(?:[^"\\]|\\.)*");/.exec(bundle)?.[1];
  if (found === undefined) throw new Error("the shared page's style was not found in build/server/index.js");
  return String(runInNewContext(found));
}

function anHour(): Segment[] | null {
  const meetings = readMeetings(folder);
  const long = meetings?.find(({ segments }) => (segments.at(-1)?.endMs ?? 0) >= HOUR_MS) ?? null;
  if (long) return long.segments.filter(({ endMs }) => endMs <= HOUR_MS);
  // Shorter ones one after the other, until it is an hour.
  let clockMs = 0;
  const joined = (meetings ?? []).flatMap(({ segments }, index) => {
    const startsAt = clockMs;
    clockMs += segments.at(-1)?.endMs ?? 0;
    return segments.map((each) => ({
      ...each,
      id: `w${index}-${each.id.split("-").at(-1)}`,
      startMs: each.startMs + startsAt,
      endMs: each.endMs + startsAt,
    }));
  });
  return joined.length > 0 ? joined.filter(({ endMs }) => endMs <= HOUR_MS) : null;
}

async function render(segments: Segment[]): Promise<string> {
  const draft = extractSummary({ template: BASIC_SYSTEM, language: "en", segments });
  const fields = quotedFields(draft, BASIC_SYSTEM);
  const summary: MeetingView["summary"] = {
    language: "en",
    template: BASIC_SYSTEM,
    fields,
    engine: { port: "extractive", model: "extractive" },
    writtenAt: 1_795_000_000_000,
    droppedItems: 0,
  };
  const i18n = await openI18n("en");
  i18n.use(initReactI18next);
  const page = (
    <SharedPage
      view={{ head: head({ durationMs: HOUR_MS, title: "An hour of talk" }), segments, summary }}
      places={placeSegments(segments)}
      parts={["summary", "transcript", "recording"]}
      path="/s/0123456789abcdefghjkmnpqrs"
      ownerName="Laia Ferrer"
      expiresAt={null}
      locale="en"
      theme="system"
      nonce="0123456789abcdefghjkmnpq"
      styles={styles}
      script={script}
      title="Shared minutes · Acta"
      startS={null}
    />
  );
  return `<!doctype html>${renderToStaticMarkup(<I18nextProvider i18n={i18n}>{page}</I18nextProvider>)}`;
}

/** Serves the page, and the files of `public` that it may name, until it is told to stop. */
async function serve(html: string) {
  const body = gzipSync(html);
  const server = createServer(({ url = "" }, answer) => {
    const file = url === "/favicon.svg" || url.startsWith("/fonts/") ? `public${url}` : null;
    if (file) {
      answer.setHeader("Content-Type", url.endsWith("svg") ? "image/svg+xml" : "font/woff2");
      answer.setHeader("Cache-Control", "public, max-age=31536000");
      return answer.end(readFileSync(file));
    }
    answer.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(PORT, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${PORT}/s/x`, stop: () => server.close() };
}

async function weighWhole(address: string): Promise<void> {
  const { ACTA_BROWSER } = process.env;
  const browser = await chromium.launch(ACTA_BROWSER ? { executablePath: ACTA_BROWSER } : {});
  const fetched = await fetchedBytes(await browser.newPage(), address);
  await browser.close();
  for (const { path, bytes } of fetched) say(`  ${path}: ${bytes} B`);
  report("the whole page, with all that a browser fetches", {
    limit: SHARED_PAGE_BYTES_MAX,
    bytes: fetched.reduce((sum, { bytes }) => sum + bytes, 0),
  });
}

function report(part: string, { bytes, limit }: { bytes: number; limit: number }): void {
  say(`${part}: ${bytes} B; at most ${limit}`);
  if (bytes > limit) process.exitCode = 1;
}

async function score(address: string): Promise<void> {
  if (!existsSync(lighthouse)) {
    say("LEFT OUT: Lighthouse (give its command-line file as the second argument)");
    return;
  }
  const runs: Record<string, number[]> = { performance: [], accessibility: [], "best-practices": [] };
  for (let run = 0; run < RUNS; run++) {
    const flags = ["--quiet", "--output=json", `--only-categories=${Object.keys(runs).join(",")}`];
    const report = await runLighthouse([address, ...flags, "--chrome-flags=--headless=new --no-sandbox"]);
    for (const [name, scores] of Object.entries(runs)) scores.push(Math.round(report.categories[name].score * 100));
  }
  for (const [name, scores] of Object.entries(runs)) {
    const median = scores.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    say(`${name}: ${median} (${scores.join(", ")}); at least ${SCORE_MIN}`);
    if (median < SCORE_MIN) process.exitCode = 1;
  }
}

async function runLighthouse(args: string[]) {
  const { promisify } = await import("node:util");
  const { execFile } = await import("node:child_process");
  const { stdout } = await promisify(execFile)(process.execPath, [lighthouse, ...args], { maxBuffer: 64_000_000 });
  return JSON.parse(stdout);
}

const segments = anHour();
if (segments === null) {
  say(`LEFT OUT: there are no meetings in ${folder}`);
} else {
  const html = await render(segments);
  const summary = html.slice(0, html.indexOf('<section class="fieldset fieldset--first spoken"'));
  const words = segments.reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0);
  report("HTML and CSS up to and including the summary, with gzip", {
    bytes: gzipSync(summary).byteLength,
    limit: UP_TO_SUMMARY_BYTES_MAX,
  });
  say(`${segments.length} segments, ${words} words, script ${Buffer.byteLength(script)} B`);
  const { address, stop } = await serve(html);
  await weighWhole(address);
  await score(address);
  stop();
}
