/**
 * The memory of a page that records, without a driver: Playwright's network domain keeps the bodies of requests in the page's process, and
 * a recording sends a megabyte a minute. Chromium is started here with a debugging port; the driver begins the recording, leaves, and comes
 * back at its end. In between only /proc is read. Linux, with Chromium, espeak-ng and ffmpeg:
 *
 *   npx remix vite:build && ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/here/memory.ts [minutes]
 *
 * 30 minutes of both sources unless told otherwise. Measured: resident and anonymous memory of the page's process every 10 s, their slopes
 * over all samples and over those after the first two minutes, and both once more after a garbage collection of all its threads. Ends with
 * 1 where less was recorded than time has passed, or where the resident memory drifted by more than 20 MiB after the first two minutes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { env } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { hereState } from "#app/contracts/recording/here-answers.ts";
import { CALL_TITLE, servePages, writeSpeech } from "#tests/bench/here/plain-page.ts";
import { pidOf, slopePerMinute } from "#tests/bench/here/sample-page.ts";
import { startBenchActa } from "#tests/bench/here/start-bench-acta.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

const MINUTES = Number(process.argv[2] ?? "30");
const SAMPLE_MS = 10_000;
/** The first scripts, and the buffers of the encoders, are no part of the steady state. */
const STEADY_S = 120;
const DRIFT_MIB_MAX = 20;
/** Time that a collection needs, and that the browser needs to name its workers. */
const COLLECTED_MS = 3000;
/** Time of the recording that may not have arrived when it is asked for, in ms. */
const BEHIND_MS_MAX = 30_000;
const KIB_OF_MIB = 1024;

type Sample = { at: number; rssMib: number; anonMib: number; load: number };

const folder = await mkdtemp(path.join(tmpdir(), "acta-here-memory-"));
const sounds = [await writeSpeech(folder, "microphone"), await writeSpeech(folder, "tab")] as const;
const pages = await servePages(sounds[1]);
const { acta, stop: stopActa } = await startBenchActa();
const started = await startChromium();
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  started.chromium.kill();
  await stopActa();
  await pages.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function bench(): Promise<boolean> {
  const first = await connect();
  const { name, value } = await localSignIn({ appOrigin: acta.origin, person: "ines" });
  await first.context.addCookies([{ name, value, url: acta.origin }]);
  const call = await first.context.newPage();
  // Another site, so that it has a process of its own.
  await call.goto(pages.origin.replace("127.0.0.1", "call.localhost") + "/call");
  const page = await first.context.newPage();
  await begin(page);
  const meetId = new URL(page.url()).pathname.slice(1);
  const session = await first.context.newCDPSession(page);
  await session.send("Performance.enable");
  const pid = await pidOf(session);
  await first.browser.close();

  const startedAt = Date.now();
  const samples: Sample[] = [];
  while (Date.now() - startedAt < MINUTES * 60_000) {
    await pause(SAMPLE_MS);
    const sample = { at: (Date.now() - startedAt) / 1000, ...(await memoryOf(pid)), load: loadavg()[0] ?? 0 };
    samples.push(sample);
    process.stderr.write(`${JSON.stringify(sample)}\n`);
  }
  const recordedMs = Date.now() - startedAt;
  const last = await connect();
  const again = last.context.pages().find((each) => each.url().endsWith(`/${meetId}`));
  if (again === undefined) throw new Error("the page that records is gone");
  const answer = await again.request.get(`${acta.origin}/api/acta/here/${meetId}`);
  const { safeMs } = hereState.parse(await answer.json());
  const collected = await last.context.newCDPSession(again);
  await collectGarbage(collected);
  const { usedSize } = await collected.send("Runtime.getHeapUsage");
  const end = await memoryOf(pid);
  await again.getByRole("button", { name: "Stop" }).click();
  await again.getByText("Completed").first().waitFor({ timeout: 120_000 });
  await last.browser.close();

  const steady = samples.filter(({ at }) => at >= STEADY_S);
  const drift = slopes(steady).rssMib * ((steady.at(-1)?.at ?? 0) - (steady[0]?.at ?? 0)) * (1 / 60);
  const figures = {
    minutes: recordedMs / 60_000,
    load: samples.reduce((sum, { load }) => sum + load, 0) / samples.length,
    samples: samples.length,
    first: samples[0],
    last: samples.at(-1),
    perMinute: slopes(samples),
    perMinuteAfterTwo: slopes(steady),
    driftAfterTwoMib: drift,
    afterGarbageCollection: { ...end, heapMib: usedSize / (KIB_OF_MIB * KIB_OF_MIB) },
    safeMs,
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  return safeMs >= recordedMs - BEHIND_MS_MAX && Math.abs(drift) <= DRIFT_MIB_MAX;
}

/** Of the page, its workers and its worklet: each has a heap of its own, and what is left then is what the recording holds. */
async function collectGarbage(page: CDPSession): Promise<void> {
  const workers: string[] = [];
  page.on("Target.attachedToTarget", ({ sessionId }) => workers.push(sessionId));
  await page.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  await pause(COLLECTED_MS);
  const message = JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" });
  for (const sessionId of workers) await page.send("Target.sendMessageToTarget", { sessionId, message });
  await page.send("HeapProfiler.collectGarbage");
  await pause(COLLECTED_MS);
  process.stderr.write(`collected the garbage of the page and of ${workers.length} workers and worklets\n`);
}

function slopes(samples: readonly Sample[]): { rssMib: number; anonMib: number } {
  const of = (read: (sample: Sample) => number) =>
    slopePerMinute(samples.map((sample) => ({ at: sample.at, value: read(sample) })));
  return { rssMib: of(({ rssMib }) => rssMib), anonMib: of(({ anonMib }) => anonMib) };
}

async function begin(page: Page): Promise<void> {
  await page.goto(`${acta.origin}/?record=1`);
  const dialog = page.getByRole("dialog", { name: "Record here" });
  await dialog.getByLabel("Both").check();
  await dialog.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
}

/** Chromium with a profile that allows Acta the microphone: what a driver grants ends when it leaves. */
async function startChromium(): Promise<{ chromium: ChildProcess; endpoint: string }> {
  const profile = path.join(folder, "profile");
  await mkdir(path.join(profile, "Default"), { recursive: true });
  const allowed = { [`${acta.origin},*`]: { setting: 1 } };
  const preferences = { profile: { content_settings: { exceptions: { media_stream_mic: allowed } } } };
  await writeFile(path.join(profile, "Default", "Preferences"), JSON.stringify(preferences));
  const child = spawn(
    env.ACTA_BROWSER ?? chromium.executablePath(),
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--window-size=1280,800",
      "--lang=en-GB",
      // A browser without a window calls itself HeadlessChrome, of which Acta knows no sound of tabs (capabilities.ts).
      "--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "--autoplay-policy=no-user-gesture-required",
      "--disable-background-timer-throttling",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${sounds[0]}`,
      `--auto-select-tab-capture-source-by-title=${CALL_TITLE}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  for (;;) {
    const [bytes] = await once(child.stderr, "data");
    said += String(bytes);
    const endpoint = /ws:\/\/\S+/u.exec(said)?.[0];
    if (endpoint !== undefined) {
      child.stderr.resume();
      return { chromium: child, endpoint };
    }
  }
}

async function connect() {
  const browser: Browser = await chromium.connectOverCDP(started.endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("the browser has no context");
  return { browser, context };
}

async function memoryOf(pid: number): Promise<{ rssMib: number; anonMib: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const of = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`, "u").exec(status)?.[1] ?? Number.NaN) / KIB_OF_MIB;
  return { rssMib: of("VmRSS"), anonMib: of("RssAnon") };
}
