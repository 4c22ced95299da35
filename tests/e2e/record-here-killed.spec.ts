import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Page, test } from "@playwright/test";
import { hereState } from "#app/contracts/recording/here-answers.ts";
import { HERE_PIECE_MS } from "#app/domain/limits/here.ts";
import { decode, placesOf, RATE, spokenAlone } from "#tests/recorder/stage/voices.ts";
import { workerdPidsOf } from "#tests/support/acta-process.ts";
import { ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { processRows } from "#tests/support/process-rows.ts";
import { awake, expect, fixture } from "#tests/e2e/acta-test.ts";

/**
 * A recording whose server, network and browser go, one after the other. The browser keeps its files in a folder of its own, so that it
 * finds them when it is started again; its microphone plays a talk of a minute, which is looked for in the finished recording.
 */

const TITLE = "Killed while it recorded";
const NAME = "a server and a browser that are killed lose at most five seconds";

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "acta-killed-browser-"));
});
let context: BrowserContext | undefined;
test.afterAll(async () => {
  await context?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.skip(!hasEncoders(NAME, "pcm_s16le"), "needs ffmpeg, which decodes the recording");

test(NAME, async ({ launchOptions }) => {
  test.setTimeout(180_000);
  const microphone = path.join(folder, "talk.wav");
  ffmpeg("-i", fixture("talk-captions.mp4"), "-vn", "-ac", "1", "-ar", "48000", microphone);
  const open = () =>
    openBrowser({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--use-file-for-fake-audio-capture=${microphone}`],
    });
  context = await open();
  let page = await context.newPage();
  await page.goto("/?record=1");
  const dialog = page.getByRole("dialog", { name: "Record here" });
  await dialog.getByLabel("Title").fill(TITLE);
  await dialog.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  const meetId = new URL(page.url()).pathname.slice(1);
  const safeMs = async () => (await stateOf(page, meetId))?.safeMs ?? 0;
  await expect.poll(safeMs).toBeGreaterThan(0);

  // The server. The page goes on, and what waited arrives at the next one.
  const unreachable = page.getByText("The server cannot be reached.");
  for (const pid of await workerdPidsOf(Number(new URL(origin()).port))) process.kill(pid, "SIGKILL");
  await expect(unreachable).toBeVisible();
  const serverKilledAt = await recordedMs(page);
  await expect.poll(safeMs, { timeout: 60_000 }).toBeGreaterThan(serverKilledAt);
  await expect(unreachable).toHaveCount(0);

  // The network, and then the browser.
  await context.setOffline(true);
  const offlineAt = await recordedMs(page);
  await expect.poll(() => recordedMs(page)).toBeGreaterThanOrEqual(offlineAt + 7000);
  const killedAt = await recordedMs(page);
  await killBrowser(context);

  context = await open();
  page = await context.newPage();
  await page.goto("/");
  await awake(page);
  const waits = page.getByRole("region", { name: /^\d+ s wait here$/ });
  await expect(waits).toContainText(`“${TITLE}”`);
  await waits.getByRole("button", { name: "Finish the recording" }).click();
  await expect(page).toHaveURL(new RegExp(`/${meetId}$`));
  await expect.poll(safeMs).toBeGreaterThan(killedAt + 3000);
  const tracks = (await stateOf(page, meetId))?.tracks ?? [];
  const goesOnAt = tracks[0]?.segments.find(({ segment }) => segment > 0)?.startMs ?? 0;
  expect(goesOnAt).toBeGreaterThan(killedAt - HERE_PIECE_MS);
  const stoppedAt = await recordedMs(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Completed").first()).toBeVisible({ timeout: 60_000 });

  const file = await page.request.get(`/api/acta/meetings/${meetId}/recording`);
  const recording = decode(await file.body());
  expect((recording.length / RATE) * 1000).toBeGreaterThan(stoppedAt - HERE_PIECE_MS);
  expectUnbroken(recording, goesOnAt);
});

/**
 * Until the browser was killed, the talk is there from some moment on: of its excerpts, each is found near its place, one after the other,
 * and no more than a piece is missing anywhere. (A busy machine damages some, and delays all that follow by a little.)
 */
function expectUnbroken(recording: Float32Array, untilMs: number): void {
  const talk = decode(new Uint8Array(ffmpeg("-i", fixture("talk-captions.mp4"), "-vn", "-f", "wav", "-")));
  const heard = recording.subarray(0, msToSamples(untilMs));
  const excerpts = spokenAlone({ samples: talk, lag: 0 }, []);
  const lag = lagOf(heard, excerpts);
  const expected = excerpts.filter(({ at, samples }) => at + lag >= 0 && at + lag + samples.length <= heard.length);
  const found = expected.flatMap(({ at, samples }) => {
    const from = Math.max(0, at + lag - REACH);
    const [place] = placesOf(heard.subarray(from, at + lag + samples.length + REACH), samples, SCORE_MIN);
    return place === undefined ? [] : [{ at, place: from + place }];
  });
  expect(found.length).toBeGreaterThanOrEqual(0.6 * expected.length);
  const places = found.map(({ place }) => place);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  const late = found.map(({ at, place }) => place - at);
  expect(Math.max(...late) - Math.min(...late)).toBeLessThan(msToSamples(HERE_PIECE_MS));
  expect(places.at(-1)).toBeGreaterThan(heard.length - msToSamples(HERE_PIECE_MS) - RATE);
}

function lagOf(heard: Float32Array, excerpts: ReturnType<typeof spokenAlone>): number {
  for (const { at, samples } of excerpts) {
    const [place] = placesOf(heard, samples, SCORE_MIN);
    if (place !== undefined) return place - at;
  }
  throw new Error("nothing of the talk was recorded");
}

const SCORE_MIN = 0.35;
/** So far from its place an excerpt is looked for. */
const REACH = 2.5 * RATE;

function msToSamples(ms: number): number {
  return Math.round((ms / 1000) * RATE);
}

function origin(): string {
  return process.env.ACTA_ORIGIN ?? "";
}

async function openBrowser(
  launchOptions: Parameters<typeof chromium.launchPersistentContext>[1],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(path.join(folder, "profile"), {
    ...launchOptions,
    baseURL: origin(),
    locale: "en-GB",
    timezoneId: "Europe/Madrid",
    reducedMotion: "reduce",
    permissions: ["microphone"],
  });
  const { name, value } = await localSignIn({ appOrigin: origin(), person: "lucia" });
  await context.addCookies([{ name, value, url: origin() }]);
  return context;
}

/** All of its processes at once, so that none of them can write anything more. */
async function killBrowser(context: BrowserContext): Promise<void> {
  const closed = context.waitForEvent("close");
  const own = (await processRows()).filter(({ args }) => args.includes(`--user-data-dir=${folder}`));
  expect(own.length).toBeGreaterThan(0);
  for (const { pid } of own) process.kill(pid, "SIGKILL");
  await closed;
}

/** Null while the server is away. */
async function stateOf(page: Page, meetId: string) {
  const answer = await page.request.get(`/api/acta/here/${meetId}`).catch(() => null);
  return answer?.ok() ? hereState.parse(await answer.json()) : null;
}

/** Length of the recording, as the page shows it. */
async function recordedMs(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = ((await page.getByRole("timer").locator("b").textContent()) ?? "")
    .split(":")
    .map(Number);
  return (minutes * 60 + seconds) * 1000;
}
