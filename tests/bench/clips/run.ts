/**
 * Measures how soon a clip plays: from opening its page to the first picture or sound that can be played, and from pressing play to the first
 * `timeupdate`, in Chromium, from Acta as `npm start` runs it. The clip stands late in an hour of each kind of recording. Beside it the same
 * file is opened from a plain server with ranges: the ratio is what Acta itself costs. Requests and bytes are those of the player until the
 * first `timeupdate`. Run after `npx remix vite:build`:
 *   npx tsx tests/bench/clips/run.ts [rounds] [kind …]
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { clip as clipSchema } from "#app/contracts/meeting/clip.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { startBenchActa } from "#tests/bench/here/start-bench-acta.ts";
import { ffmpeg } from "#tests/support/decoded-by-ffmpeg.ts";
import { startFileServer } from "#tests/support/file-server.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const [rounds = "3", ...only] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);
const CHROMIUM = process.env.ACTA_BROWSER ?? "/usr/bin/chromium";

/** Half a minute, again and again, is an hour; nothing is encoded but once. */
const LOOP_S = 30;
const HOUR_LOOPS = 120;
/** Neither a key nor a frame of sound begins there. */
const CLIPS = [
  { fromMs: 52 * 60_000 + 310, lengthS: 30 },
  { fromMs: 44 * 60_000 + 310, lengthS: 600 },
];
const split = (text: string) => text.split(" ");
const PICTURE = split(`-f lavfi -i testsrc2=s=1280x720:r=15:d=${LOOP_S}`);
const SOUND = ["-f", "lavfi", "-i", `aevalsrc=0.4*sin(2*PI*(200+15*t)*t):s=48000:d=${LOOP_S}`];
const H264 = split("-c:v libx264 -preset veryfast -b:v 800k -bf 2 -g 75 -pix_fmt yuv420p");
const VP8 = split("-c:v libvpx -deadline realtime -cpu-used 8 -b:v 800k -g 75");

type Recording = { name: string; kind: RecordingKind; args: string[]; hasPicture?: true };
const RECORDINGS: Recording[] = [
  { name: "MP4", kind: "mp4", hasPicture: true, args: [...H264, ...split("-c:a aac -b:a 64k")] },
  { name: "WebM", kind: "webm", hasPicture: true, args: [...VP8, ...split("-c:a libopus -b:a 48k")] },
  { name: "M4A", kind: "m4a", args: split("-c:a aac -b:a 64k") },
  { name: "WAV", kind: "wav", args: split("-c:a pcm_s16le -ar 16000") },
  { name: "Ogg", kind: "ogg", args: split("-c:a libopus -b:a 48k") },
];

/** Lighthouse's and Chrome's own names: bytes a second each way, and ms of a round trip. */
const NETWORKS = {
  local: null,
  "4G": { downloadThroughput: (9000 * 1000) / 8, uploadThroughput: (9000 * 1000) / 8, latency: 170 },
  "Fast 3G": { downloadThroughput: (1600 * 1000) / 8, uploadThroughput: (750 * 1000) / 8, latency: 150 },
} as const;

type Played = { shownMs: number; playedMs: number; requests: number; bytes: number };

async function openAndPlay(browser: Browser, url: string, network: keyof typeof NETWORKS): Promise<Played> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const limits = NETWORKS[network];
  if (limits) await cdp.send("Network.emulateNetworkConditions", { offline: false, ...limits });
  const media = countMedia(cdp);
  await page.addInitScript(watchPlayer);
  const begun = Date.now();
  await page.goto(url, { waitUntil: "commit" });
  const shownMs = (await momentOf(page, "loadeddata")) - begun;
  const pressed = Date.now();
  await page.evaluate(() => void document.querySelector<HTMLMediaElement>("video, audio")?.play());
  const playedMs = (await momentOf(page, "timeupdate")) - pressed;
  const { requests, bytes } = media();
  await context.close();
  return { shownMs, playedMs, requests, bytes };
}

function countMedia(cdp: CDPSession) {
  const media = new Set<string>();
  let bytes = 0;
  cdp.on("Network.requestWillBeSent", ({ requestId, type }) => {
    if (type === "Media") media.add(requestId);
  });
  cdp.on("Network.dataReceived", ({ requestId, dataLength }) => {
    if (media.has(requestId)) bytes += dataLength;
  });
  return () => ({ requests: media.size, bytes });
}

/** In the page: the wall-clock time of the first event of each name. */
function watchPlayer(): void {
  const moments: Record<string, number> = {};
  Object.assign(globalThis, { moments });
  for (const name of ["loadeddata", "timeupdate"]) {
    document.addEventListener(
      name,
      ({ target }) => {
        const isAtRest = name === "timeupdate" && !((target as HTMLMediaElement).currentTime > 0);
        if (!isAtRest) moments[name] ??= Date.now();
      },
      true,
    );
  }
}

async function momentOf(page: Page, name: string): Promise<number> {
  const found = await page.waitForFunction(
    (event) => (globalThis as unknown as { moments: Record<string, number> }).moments[event],
    name,
    { timeout: 120_000, polling: 20 },
  );
  return Number(await found.jsonValue());
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function medianOf(all: readonly Played[]): Played {
  const of = (name: keyof Played) => median(all.map((each) => each[name]));
  return { shownMs: of("shownMs"), playedMs: of("playedMs"), requests: of("requests"), bytes: of("bytes") };
}

async function measure(browser: Browser, url: string, network: keyof typeof NETWORKS): Promise<Played> {
  const all: Played[] = [];
  for (let round = 0; round < Number(rounds); round++) all.push(await openAndPlay(browser, url, network));
  return medianOf(all);
}

/** The page with a player of a file as any server with ranges sends it. */
async function servePlain(file: Uint8Array, type: string) {
  const tag = type === "video/mp4" ? "video" : "audio";
  return startFileServer((request, response) => {
    if (request.url === "/") {
      response.writeHead(200, { "Content-Type": "text/html" });
      const preload = tag === "video" ? "metadata" : "auto";
      response.end(`<!doctype html><title>Plain</title><${tag} src="/file" preload="${preload}" controls></${tag}>`);
      return;
    }
    const [, first = "0", last = ""] = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? "") ?? [];
    const [start, end] = [Number(first), last === "" ? file.byteLength : Number(last) + 1];
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      "Content-Type": type,
      "Accept-Ranges": "bytes",
      "Content-Length": end - start,
      "Content-Range": `bytes ${start}-${end - 1}/${file.byteLength}`,
    });
    response.end(file.subarray(start, end));
  });
}

const folder = await mkdtemp(path.join(tmpdir(), "acta-bench-clips-"));
const { acta, stop } = await startBenchActa();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required", "--mute-audio"],
});
try {
  const { cookie } = await localSignIn({ appOrigin: acta.origin, person: "quima" });
  const headers = { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" };
  for (const { name, kind, args, hasPicture } of RECORDINGS) {
    if (only.length > 0 && !only.includes(kind)) continue;
    const [loop, hour] = [path.join(folder, `loop.${kind}`), path.join(folder, `hour.${kind}`)];
    ffmpeg(...(hasPicture ? PICTURE : []), ...SOUND, ...args, loop);
    ffmpeg("-stream_loop", String(HOUR_LOOPS - 1), "-i", loop, "-c", "copy", hour);
    const bytes = new Uint8Array(await readFile(hour));
    const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: name, bytes, kind });
    for (const { fromMs, lengthS } of CLIPS) {
      const asked = JSON.stringify({ fromMs, toMs: fromMs + lengthS * 1000 });
      const clip = await madeClip(`${acta.origin}/api/acta/meetings/${meetId}/clips`, headers, asked);
      const answer = await fetch(`${clip.url}/media`);
      const type = answer.headers.get("Content-Type") ?? "";
      const file = new Uint8Array(await answer.arrayBuffer());
      const plain = await servePlain(file, type);
      for (const network of ["local", "4G", "Fast 3G"] as const) {
        const ours = await measure(browser, clip.url ?? "", network);
        const other = await measure(browser, plain.origin, network);
        say(
          [
            `${name} of ${Math.round(bytes.byteLength / 1e6)} MB, clip of ${lengthS} s as ${type}, ${Math.round(file.byteLength / 1e3)} kB, ${network}:`,
            `shown ${ours.shownMs} ms (plain ${other.shownMs}, ratio ${(ours.shownMs / other.shownMs).toFixed(2)}),`,
            `press to playing ${ours.playedMs} ms (plain ${other.playedMs}),`,
            `${ours.requests} requests of ${Math.round(ours.bytes / 1e3)} kB (plain ${other.requests} of ${Math.round(other.bytes / 1e3)} kB)`,
          ].join(" "),
        );
      }
      await plain.close();
    }
    await rm(hour);
  }
} finally {
  await browser.close();
  await stop();
  await rm(folder, { recursive: true, force: true });
}

/** Asked again while the recording is still being read. */
async function madeClip(address: string, headers: Record<string, string>, body: string) {
  for (let left = 240; ; left--) {
    const answer = await fetch(address, { method: "POST", headers, body });
    if (answer.ok) return clipSchema.parse(await answer.json());
    if (left === 0 || answer.status !== 409) throw new Error(`${answer.status}: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
