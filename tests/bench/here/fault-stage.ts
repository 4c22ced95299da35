import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { env } from "node:process";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { type Beeper, writeBeeps } from "#tests/bench/here/beeps.ts";
import { CALL_TITLE } from "#tests/bench/here/plain-page.ts";
import { serve } from "#tests/fakes/serve.mjs";
import { startBenchActa } from "#tests/bench/here/start-bench-acta.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { processRows } from "#tests/support/process-rows.ts";

const PERSON = "ines";
const MINUTES_MS_MAX = 120_000;

/** An Acta of its own, stand-in engines, and a whole Chromium that keeps its files, with a microphone and a tab that beep. */
export type FaultStage = {
  origin: string;
  context: () => BrowserContext;
  /** Opens the page whose sound is shared. */
  openCall: () => Promise<Page>;
  /** Starts a recording of a new page. */
  record: (source: "microphone" | "both") => Promise<Page>;
  signIn: () => Promise<void>;
  /** Ends the session at the server; the browser keeps its cookie. */
  endSession: () => Promise<void>;
  /** Stops all processes of the browser, or lets them go on. */
  signal: (signal: "SIGSTOP" | "SIGCONT") => Promise<void>;
  /** Kills all processes of the browser, and starts it again when `start` is called. */
  kill: () => Promise<{ killedAt: number; start: () => Promise<void> }>;
  /** Closes all pages, so that nothing of a fault is left for the next. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openFaultStage(): Promise<FaultStage> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-here-faults-"));
  const profile = path.join(folder, "profile");
  const [microphone, tab] = [await writeBeeps(folder, "microphone"), await writeBeeps(folder, "tab")];
  const call = await serveCall(tab);
  const { acta, stop: stopActa } = await startBenchActa();
  const launch = async () => {
    const opened = await launchChromium(profile, microphone);
    await opened.grantPermissions(["microphone"], { origin: acta.origin });
    await opened.addInitScript(noteTimes);
    return opened;
  };
  let context = await launch();
  let cookie = "";
  const signIn = async () => {
    const session = await localSignIn({ appOrigin: acta.origin, person: PERSON });
    cookie = session.cookie;
    await context.addCookies([{ name: session.name, value: session.value, url: acta.origin }]);
  };
  await signIn();

  return {
    origin: acta.origin,
    context: () => context,
    async openCall() {
      const page = await context.newPage();
      await page.goto(`${call.origin}/`);
      return page;
    },
    async record(source) {
      const page = await context.newPage();
      await page.goto(`${acta.origin}/?record=1`);
      const dialog = page.getByRole("dialog", { name: "Record here" });
      await dialog.getByLabel(source === "both" ? "Both" : "This microphone").check();
      await dialog.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
      await dialog.getByRole("button", { name: "Start recording" }).click();
      await page.getByRole("button", { name: "Stop" }).waitFor();
      return page;
    },
    signIn,
    async endSession() {
      const headers = { Origin: acta.origin, Cookie: cookie };
      const answer = await fetch(`${acta.origin}/api/auth/signout`, { method: "POST", headers, redirect: "manual" });
      if (answer.status >= 400) throw new Error(`signing out answered ${answer.status}`);
    },
    async signal(name) {
      for (const pid of await processesOf(profile)) process.kill(pid, name);
    },
    async kill() {
      const closed = context.waitForEvent("close");
      const pids = await processesOf(profile);
      const killedAt = Date.now();
      for (const pid of pids) process.kill(pid, "SIGKILL");
      await closed;
      const start = async () => {
        context = await launch();
        await signIn();
      };
      return { killedAt, start };
    },
    async clear() {
      await context.setOffline(false);
      await context.grantPermissions(["microphone"], { origin: acta.origin });
      const blank = await context.newPage();
      for (const page of context.pages()) if (page !== blank) await page.close();
    },
    async close() {
      await context.close();
      await stopActa();
      await call.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function launchChromium(profile: string, microphone: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
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
      `--use-file-for-fake-audio-capture=${microphone}`,
      `--auto-select-tab-capture-source-by-title=${CALL_TITLE}`,
    ],
  });
}

async function serveCall(sound: string) {
  const wav = await readFile(sound);
  const page = `<!doctype html><title>${CALL_TITLE}</title><audio src="/sound" loop autoplay controls></audio>`;
  return serve(async (request) =>
    new URL(request.url).pathname === "/sound"
      ? new Response(wav, { headers: { "Content-Type": "audio/wav" } })
      : new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } }),
  );
}

/** The browser and all that it has started. */
async function processesOf(profile: string): Promise<number[]> {
  const rows = await processRows();
  const own = new Set(rows.filter(({ args }) => args.includes(`--user-data-dir=${profile}`)).map(({ pid }) => pid));
  for (let before = 0; before < own.size; ) {
    before = own.size;
    for (const { pid, parent } of rows) if (own.has(parent)) own.add(pid);
  }
  if (own.size === 0) throw new Error("the browser does not run");
  return [...own];
}

export type Times = { started: number[]; stopped: number[]; microphone: number[]; tab: number[] };

/** Runs in each page before its own scripts: notes when encoders start and stop, and when sources are opened, in epoch ms. */
function noteTimes(): void {
  const times: Times = { started: [], stopped: [], microphone: [], tab: [] };
  Object.assign(window, { times });
  window.MediaRecorder = class extends MediaRecorder {
    override start(timeslice?: number) {
      times.started.push(Date.now());
      super.start(timeslice);
    }
    override stop() {
      times.stopped.push(Date.now());
      super.stop();
    }
  };
  const { mediaDevices } = navigator;
  // Pages without a secure origin have none.
  if (mediaDevices === undefined) return;
  const [openMicrophone, share] = [
    mediaDevices.getUserMedia.bind(mediaDevices),
    mediaDevices.getDisplayMedia.bind(mediaDevices),
  ];
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await openMicrophone(constraints);
    times.microphone.push(Date.now());
    return stream;
  };
  mediaDevices.getDisplayMedia = async (options) => {
    const stream = await share(options);
    times.tab.push(Date.now());
    return stream;
  };
}

export function timesOf(page: Page): Promise<Times> {
  return page.evaluate("window.times");
}

/** The finished recording's file, once its minutes are there. */
export async function finishedFile(page: Page, origin: string): Promise<Buffer> {
  await page.getByText("Completed").first().waitFor({ timeout: MINUTES_MS_MAX });
  const meetId = new URL(page.url()).pathname.slice(1);
  const answer = await page.request.get(`${origin}/api/acta/meetings/${meetId}/recording`);
  if (!answer.ok()) throw new Error(`the recording answered ${answer.status()}`);
  return answer.body();
}

/** A stretch of time in which a source was to be recorded, in epoch ms. */
export type Stretch = { from: number; to: number };
export type Wanted = Partial<Record<Beeper, Stretch[]>>;
