import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { planClip } from "#app/media/clips/plan-clip.ts";
import { ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { startFileServer } from "#tests/support/file-server.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { readClip } from "#tests/support/read-clip.ts";

const CHROMIUM = process.env.ACTA_BROWSER ?? "/usr/bin/chromium";
const canPlay =
  hasEncoders("played clips", "libx264", "libvpx", "libopus", "libmp3lame", "aac") && existsSync(CHROMIUM);

const RANGE = { fromMs: 5310, toMs: 10_310 };
/** A grey that tells the time within two seconds, and a tone that tells it within the whole. */
const GREY = { from: 20, perS: 100, everyS: 2 };
const TONE = { from: 200, perS: 200 };
const PICTURE = [
  "-f",
  "lavfi",
  "-i",
  `nullsrc=s=64x36:r=25:d=12,geq=${GREY.from}+${GREY.perS}*mod(T\\,${GREY.everyS}):128:128,scale=out_range=full`,
];
const SOUND = ["-f", "lavfi", "-i", `aevalsrc=0.4*sin(2*PI*(${TONE.from}*t+${TONE.perS / 2}*t*t)):s=48000:d=12`];
const split = (args: string) => args.split(" ");
const H264 = split("-c:v libx264 -preset veryfast -bf 2 -g 60 -pix_fmt yuv420p");
const AAC = split("-c:a aac -b:a 96k");
const OPUS = split("-c:a libopus -b:a 64k");

type Row = { name: string; kind: RecordingKind; args: string[] };
const ROWS: Row[] = [
  { name: "talk.mp4", kind: "mp4", args: [...H264, ...AAC] },
  { name: "fragments.mp4", kind: "mp4", args: [...H264, ...AAC, ...split("-movflags frag_keyframe+delay_moov")] },
  { name: "talk.webm", kind: "webm", args: [...split("-c:v libvpx -deadline realtime -cpu-used 8 -g 60"), ...OPUS] },
  { name: "talk.mov", kind: "mov", args: [...H264, "-c:a", "pcm_s16le"] },
  { name: "voice.m4a", kind: "m4a", args: AAC },
  { name: "voice.mp3", kind: "mp3", args: split("-c:a libmp3lame -b:a 64k") },
  { name: "voice.flac", kind: "flac", args: split("-c:a flac") },
  { name: "voice.opus", kind: "ogg", args: OPUS },
  { name: "voice.wav", kind: "wav", args: split("-c:a pcm_s16le") },
];

/** The sound and the picture at one moment of playing; `grey` is null without a picture. */
type Moment = { at: number; hz: number; grey: number | null };
type Playing = { duration: number; firstGrey: number | null; startedMs: number; moments: Moment[] };

describe.skipIf(!canPlay)(`played clips${canPlay ? "" : " (left out: needs ffmpeg and Chromium)"}`, () => {
  let folder = "";
  let browser: Browser;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "acta-played-clips-"));
    const args = ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"];
    browser = await chromium.launch({ executablePath: CHROMIUM, args });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(ROWS)(
    "Chromium plays a clip of $name from its first moment on, sound and picture together",
    async ({ name, kind, args }) => {
      const path = join(folder, name);
      ffmpeg(...(args.includes("-c:v") ? PICTURE : []), ...SOUND, ...args, path);
      const source = memorySource(new Uint8Array(readFileSync(path)));
      const planned = await planClip(source, RANGE, { kind });
      if (!planned.ok) throw new Error(planned.reason);
      const clip = await readClip(source, planned.value);
      const server = await startFileServer((request, response) =>
        request.url === "/" ? sendPage(response) : sendRange(clip, planned.value.type, request, response),
      );
      const page = await browser.newPage();
      try {
        await page.goto(server.origin);
        const played = await page.evaluate(playClip);
        expect(Math.abs(played.duration - 5)).toBeLessThan(0.1);
        const hasPicture = planned.value.type === "video/mp4";
        const beginS = RANGE.fromMs / 1000;
        const greyAt = (s: number) => GREY.from + GREY.perS * ((beginS + s) % GREY.everyS);
        // Four levels a frame.
        expect(hasPicture ? Math.abs((played.firstGrey ?? 0) - greyAt(0)) : 0).toBeLessThan(15);
        expect(played.moments.length).toBeGreaterThan(3);
        const late = played.moments.map(({ at, hz }) => (hz - TONE.from) / TONE.perS - beginS - at);
        expect(Math.abs(median(late))).toBeLessThan(0.3);
        const away = played.moments.map(({ at, grey }) => (hasPicture ? Math.abs((grey ?? 0) - greyAt(at)) : 0));
        expect(median(away)).toBeLessThan(25);
      } finally {
        await page.close();
        await server.close();
      }
    },
    120_000,
  );
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function sendPage(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "text/html" });
  response.end("<!doctype html><title>Clip</title><video src='/clip' muted></video>");
}

function sendRange(clip: Uint8Array, type: string, request: IncomingMessage, response: ServerResponse): void {
  const [, first = "0", last = ""] = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? "") ?? [];
  const [start, end] = [Number(first), last === "" ? clip.byteLength : Number(last) + 1];
  response.writeHead(request.headers.range === undefined ? 200 : 206, {
    "Content-Type": type,
    "Accept-Ranges": "bytes",
    "Content-Length": end - start,
    "Content-Range": `bytes ${start}-${end - 1}/${clip.byteLength}`,
  });
  response.end(clip.subarray(start, end));
}

/** In the page: the first picture, and then what is heard and seen during a second and a half. */
async function playClip(): Promise<Playing> {
  const video = document.querySelector("video");
  if (video === null) throw new Error("no player");
  const until = (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
    });
  const begun = performance.now();
  if (video.readyState < 2) await until("loadeddata");
  const startedMs = performance.now() - begun;
  const canvas = new OffscreenCanvas(1, 1);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const greyNow = () => {
    if (pen === null || video.videoWidth === 0) return null;
    pen.drawImage(video, 0, 0, 1, 1);
    return pen.getImageData(0, 0, 1, 1).data[0] ?? null;
  };
  // The first picture is decoded, and drawn soon; a canvas without one is black.
  let firstGrey = greyNow();
  for (let left = 40; firstGrey === 0 && left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    firstGrey = greyNow();
  }
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 8192;
  analyser.smoothingTimeConstant = 0;
  context.createMediaElementSource(video).connect(analyser).connect(context.destination);
  video.muted = false;
  await video.play();
  const moments: Moment[] = [];
  const levels = new Float32Array(analyser.frequencyBinCount);
  while (video.currentTime < 2.5) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (video.currentTime < 1) continue;
    analyser.getFloatFrequencyData(levels);
    const loudest = levels.reduce((most, level, bin) => (level > (levels[most] ?? 0) ? bin : most), 0);
    moments.push({ at: video.currentTime, hz: (loudest * context.sampleRate) / analyser.fftSize, grey: greyNow() });
  }
  return { duration: video.duration, firstGrey, startedMs, moments };
}
