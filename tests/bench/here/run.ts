/**
 * A recording in the browser in real time: an Acta of its own over the last build, a whole Chromium whose microphone and whose shared tab
 * play speech, and beside it, in the same browser at the same time, a plain page that opens the same sources and runs the same encoders.
 * The page's CPU is compared with that page's. Linux, with Chromium, espeak-ng and ffmpeg:
 *
 *   npx remix vite:build && ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/here/run.ts [minutes] [both|microphone]
 *
 * 30 minutes of both sources unless told otherwise. Measured: CPU of the page beyond the plain page, and its slope; JS heap after garbage
 * collections and resident memory, and their slopes; bytes sent a minute; length of the windows; from the arrival of a window's last piece
 * to its text in the page; from "Stop" to the minutes. The time of the stand-in engines is not in the last two. Ends with 1 where an aim
 * is missed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { env } from "node:process";
import { chromium, type Page } from "@playwright/test";
import { CALL_WINDOW_OVERLAP_MS } from "#app/domain/limits/calls.ts";
import { CALL_TITLE, servePages, writeSpeech } from "#tests/bench/here/plain-page.ts";
import { report, type Measured } from "#tests/bench/here/report.ts";
import { cpuOfKinds, cpuSeconds, samplePage } from "#tests/bench/here/sample-page.ts";
import { type WatchedPage, watchPage } from "#tests/bench/here/watch-page.ts";
import { startBenchActa } from "#tests/bench/here/start-bench-acta.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

const [minutesText = "30", sourceText = "both"] = process.argv.slice(2);
const MINUTES = Number(minutesText);
const source = sourceText === "microphone" ? "microphone" : "both";
const print = (line: string) => process.stderr.write(`${line}\n`);
const SAMPLE_MS = 30_000;
/** Scripts that load late, and the first compilations, are no part of the steady state. */
const SETTLE_MS = 20_000;
const MINUTES_MS_MAX = 120_000;
const NOTE_MS = 60_000;
/** Processes that serve both pages, by a part of their command line. */
const KINDS = {
  gpu: "--type=gpu-process",
  audio: "AudioService",
  network: "NetworkService",
  storage: "StorageService",
  renderers: "--type=renderer",
} as const;

const folder = await mkdtemp(path.join(tmpdir(), "acta-here-"));
const sounds = [await writeSpeech(folder, "microphone"), await writeSpeech(folder, "tab")] as const;
const calls: { from: number; to: number }[] = [];
const timed = (answer: (request: Request) => Promise<Response>) => async (request: Request) => {
  const from = Date.now();
  try {
    return await answer(request);
  } finally {
    calls.push({ from, to: Date.now() });
  }
};
const pages = await servePages(sounds[1]);
const { acta, speech, stop: stopActa } = await startBenchActa(timed);
const profile = path.join(folder, "profile");
const context = await chromium.launchPersistentContext(profile, {
  ...(env.ACTA_BROWSER ? { executablePath: env.ACTA_BROWSER } : {}),
  viewport: { width: 1280, height: 800 },
  locale: "en-GB",
  // A browser without a window calls itself HeadlessChrome, of which Acta knows no sound of tabs (capabilities.ts).
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  // Without the sound of the tab there is nothing to record of it.
  ignoreDefaultArgs: ["--mute-audio"],
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--autoplay-policy=no-user-gesture-required",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${sounds[0]}`,
    `--auto-select-tab-capture-source-by-title=${CALL_TITLE}`,
  ],
});
try {
  process.exitCode = report(await bench()) ? 0 : 1;
} finally {
  await context.close();
  await stopActa();
  await pages.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(): Promise<Measured> {
  const { name, value } = await localSignIn({ appOrigin: acta.origin, person: "ines" });
  await context.addCookies([{ name, value, url: acta.origin }]);
  await context.grantPermissions(["microphone"], { origin: acta.origin });
  await context.grantPermissions(["microphone"], { origin: pages.origin });
  const call = await context.newPage();
  // Three sites, so that each page has a process of its own.
  await call.goto(pages.origin.replace("127.0.0.1", "call.localhost") + "/call");
  const plain = await context.newPage();
  await plain.goto(`${pages.origin}/plain?source=${source}`);
  const page = await context.newPage();
  const watched = watchPage(page);

  await beginPlain(plain);
  const othersBefore = await othersDuring(page.waitForTimeout(SETTLE_MS));
  await begin(page);
  await page.waitForTimeout(SETTLE_MS);
  const [ours, theirs] = [await samplePage(page), await samplePage(plain)];
  const kindsBefore = await cpuOfKinds(KINDS, profile);
  const sentBefore = watched.sentBytes();
  const serverBefore = await serverCpu();
  const startedAt = Date.now();
  const samples: Measured["samples"] = [];
  let notedAt = startedAt;
  while (Date.now() - startedAt < MINUTES * 60_000) {
    await page.waitForTimeout(SAMPLE_MS);
    const [own, other] = [await ours.take(), await theirs.take()];
    samples.push({ ours: own, plain: other, load: loadavg()[0] ?? 0 });
    print(
      `${(own.at / 60).toFixed(1)} min: ${own.cores.toFixed(3)} cores beside ${other.cores.toFixed(3)}, heap ${own.heapMib.toFixed(1)} MiB, resident ${own.rssMib.toFixed(0)} beside ${other.rssMib.toFixed(0)}, load ${loadavg()[0]?.toFixed(1)}`,
    );
    if (Date.now() - notedAt < NOTE_MS) continue;
    // A person who writes a note each minute.
    notedAt = Date.now();
    await page.getByRole("textbox", { name: /^Note at/u }).fill(`Note after ${Math.round(own.at)} s`);
    await page.keyboard.press("Enter");
  }
  const minutes = (Date.now() - startedAt) / 60_000;
  const sent = watched.sentBytes() - sentBefore;
  const others = coresOf(kindsBefore, await cpuOfKinds(KINDS, profile), minutes * 60);
  const serverSeconds = await serverCpu();
  const workers = await ours.workers();
  const threads = { ours: await ours.threads(), plain: await theirs.threads() };
  const [windows, texts] = [windowsOf(), textsOf(watched)];
  const end = await stop(page, watched);
  return {
    source,
    minutes,
    cores: cpus().length,
    samples,
    sentBytesPerMinute: sent / minutes,
    storedBytesPerMinute: watched.pieces().reduce((sum, { bytes }) => sum + bytes, 0) / (minutes + SETTLE_MS / 60_000),
    windows,
    texts,
    ...end,
    others,
    othersBefore,
    threads,
    workers,
    serverCores: (serverSeconds - serverBefore) / minutes / 60,
  };
}

async function beginPlain(plain: Page): Promise<void> {
  await plain.getByRole("button", { name: "Start" }).click();
  await plain.getByRole("button", { name: "Recording" }).waitFor();
}

/** Cores of the browser's other processes meanwhile. */
async function othersDuring(work: Promise<void>): Promise<Record<string, number>> {
  const [before, startedAt] = [await cpuOfKinds(KINDS, profile), Date.now()];
  await work;
  return coresOf(before, await cpuOfKinds(KINDS, profile), (Date.now() - startedAt) / 1000);
}

function coresOf(before: Record<string, number>, after: Record<string, number>, seconds: number) {
  return Object.fromEntries(
    Object.entries(after).map(([kind, spent]) => [kind, (spent - (before[kind] ?? 0)) / seconds]),
  );
}

async function serverCpu(): Promise<number> {
  const pids = await acta.workerdPids();
  const seconds = await Promise.all(pids.map(cpuSeconds));
  return seconds.reduce((sum, each) => sum + each, 0);
}

async function begin(page: Page): Promise<void> {
  await page.goto(`${acta.origin}/?record=1`);
  const dialog = page.getByRole("dialog", { name: "Record here" });
  await dialog.getByLabel(source === "both" ? "Both" : "This microphone").check();
  await dialog.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
}

async function stop(page: Page, watched: WatchedPage): Promise<Pick<Measured, "stop">> {
  // The time of the click in the page: the driver looks for half a second whether the button can be clicked.
  const clicked = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener("click", () => resolve(Date.now()), { capture: true, once: true }),
      ),
  );
  await page.getByRole("button", { name: "Stop" }).click();
  const stopAt = await clicked;
  const stoppedAt = await watched.sees(({ call }) => (call?.stoppedAt ?? null) !== null, MINUTES_MS_MAX);
  const minutesAt = await watched.sees(({ status }) => status === "SUMMARIZED", MINUTES_MS_MAX);
  const playableAt = await watched.sees(({ playable }) => playable, MINUTES_MS_MAX);
  for (const { at, step } of watched.steps().filter((each) => each.at >= stopAt))
    print(`stop + ${at - stopAt} ms: ${step}`);
  for (const { from, to } of calls.filter((each) => each.to >= stopAt)) {
    print(`stop + ${from - stopAt} ms: an engine for ${to - from} ms`);
  }
  return {
    stop: {
      stoppedMs: stoppedAt - stopAt,
      minutesMs: minutesAt - stopAt,
      engineMs: busyBetween(stopAt, minutesAt),
      playableMs: playableAt - stopAt,
    },
  };
}

/** Ms of this stretch in which at least one engine answered. */
function busyBetween(from: number, to: number): number {
  let [ms, upTo] = [0, from];
  for (const one of calls.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(one.to, to);
    ms += Math.max(0, end - Math.max(one.from, upTo));
    upTo = Math.max(upTo, end);
  }
  return ms;
}

/**
 * The texts that arrived while it was recorded. A window is complete with the last piece that was acknowledged before its engine was asked.
 */
function textsOf(watched: WatchedPage): Measured["texts"] {
  const since = watched.head()?.call?.recordingSince ?? 0;
  return watched.texts().map(({ at, untilMs }) => {
    const asked = calls.findLast(({ to }) => to <= at);
    const complete = watched.pieces().filter((piece) => piece.at <= (asked?.from ?? at));
    const closedAt = complete.at(-1)?.at ?? at;
    const engineMs = busyBetween(closedAt, at);
    return { afterCloseMs: at - closedAt - engineMs, afterSpeechMs: at - since - untilMs - engineMs };
  });
}

/** Lengths of the windows that were recognised until now, without the sound that each repeats of the one before it. */
function windowsOf(): number[] {
  const voices = source === "both" ? 2 : 1;
  return speech.asked.map(({ seconds }, index) => seconds * 1000 - (index < voices ? 0 : CALL_WINDOW_OVERLAP_MS));
}
