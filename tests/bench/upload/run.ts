/**
 * Uploads over a line of 20 Mbit/s and 80 ms. Measures the time until the sound is stored and transcribed beside the video, the data
 * that is sent again when the line breaks twenty times at random, and the cost for the page. Starts an Acta of its own over the
 * last build, a speech stand-in, a proxy that acts as the line, and a Chromium that uploads a recording made by ffmpeg.
 *
 *   npx remix vite:build && ACTA_BROWSER=/usr/bin/chromium npx tsx tests/bench/upload/run.ts [--seeds=3] [--cuts=20]
 *     [--minutes=60] [--megabytes=1000] [--mbit=20] [--rtt=80] [--port=0] [--no-clean]
 *
 * One upload without a break (times, memory, tasks), then one for each seed. With the defaults about 7 minutes each. A smaller
 * file gives no valid measurement: breaks affect a larger part of it, and its first window is a larger part of its sound.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { env } from "node:process";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { type Break, openLine } from "#tests/support/shaped-line.ts";
import { type BenchRecording, makeRecording } from "#tests/bench/upload/recording.ts";
import { seeded } from "#tests/support/shared-rate.ts";
import { type Sent, uploadInPage } from "#tests/bench/upload/upload-in-page.ts";
import { serve } from "#tests/fakes/serve.mjs";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { startActa } from "#tests/support/acta-process.ts";

const FIRST_WINDOW_SHARE_MAX = 1 / 20;
const SOUND_SHARE_MAX = 1 / 8;
const SENT_SHARE_MAX = 1.25;
const MEMORY_BYTES_MAX = 100_000_000;
const TASK_MS_MAX = 200;
const DOWN_MS_MAX = 2000;

const { values: told } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    "first-seed": { type: "string", default: "1" },
    cuts: { type: "string", default: "20" },
    minutes: { type: "string", default: "60" },
    megabytes: { type: "string", default: "1000" },
    mbit: { type: "string", default: "20" },
    rtt: { type: "string", default: "80" },
    port: { type: "string", default: "0" },
    "no-clean": { type: "boolean", default: false },
  },
});
const [cuts, seeds, firstSeed] = [Number(told.cuts), Number(told.seeds), Number(told["first-seed"])];
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const failures: string[] = [];
const limit = (what: string, value: number, most: number) => {
  if (value > most) failures.push(what);
  return value > most ? "MISSED" : "kept";
};

const folder = await mkdtemp(path.join(tmpdir(), "acta-bench-upload-"));
const heard: number[] = [];
const standIn = new SpeechStandIn();
const speech = await serve(async (request) => {
  const answer = await standIn.answer(request);
  heard.push(performance.now());
  return answer;
});
const line = await openLine({
  port: Number(told.port),
  bitsPerSecond: Number(told.mbit) * 1_000_000,
  roundTripMs: Number(told.rtt),
});
const acta = await startActa({
  env: { SPEECH_ENGINE: "openai", SPEECH_BASE_URL: speech.origin, SPEECH_MODEL: "whisper-1" },
});
const browser = await chromium.launch({
  ...(env.ACTA_BROWSER ? { executablePath: env.ACTA_BROWSER } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
  proxy: { server: line.proxy, bypass: "<-loopback>" },
});
try {
  const recording = await makeRecording(folder, Number(told.minutes), Number(told.megabytes) * 1_000_000);
  print(
    `${megabytes(recording.bytes)}, ${recording.minutes} min, sound ${megabytes(recording.soundBytes)}; ` +
      `${told.mbit} Mbit/s, ${told.rtt} ms; ${cpus().length} cores, load ${load()}`,
  );
  if (recording.minutes !== 60 || Math.abs(recording.bytes - 1e9) > 1e7) print("NOT the measured size: a look only");
  if (!told["no-clean"]) await withoutBreaks(recording);
  await withBreaks(recording);
} finally {
  await browser.close();
  await acta.stop();
  await line.stop();
  await speech.stop();
  await rm(folder, { recursive: true, force: true });
}
print(failures.length === 0 ? "every limit kept" : `MISSED: ${[...new Set(failures)].join("; ")}`);
process.exitCode = failures.length === 0 ? 0 : 1;

function upload(recording: BenchRecording, title: string, breaks: readonly Break[]): Promise<Sent> {
  line.begin(breaks);
  heard.length = 0;
  return uploadInPage({ browser, line, origin: acta.origin, person: "ines", file: recording.path, title });
}

async function withoutBreaks(recording: BenchRecording): Promise<void> {
  const sent = await upload(recording, "Unbroken", []);
  print(`\nwithout a break (load ${load()})`);
  print(
    `  video landed after ${seconds(sent.videoLandedMs)}, taken after ${seconds(sent.takenMs)}; ${sent.parts} parts`,
  );
  if (sent.soundLandedMs === null) {
    print("  no sound was sent ahead");
    failures.push("no sound was sent ahead");
  } else {
    const share = sent.soundLandedMs / sent.videoLandedMs;
    const kept = limit("all sound landed", share, SOUND_SHARE_MAX);
    print(
      `  all sound (${sent.windows} windows) landed after ${seconds(sent.soundLandedMs)}, ${share.toFixed(3)} of it (limit 0.125, ${kept})`,
    );
  }
  const [first] = heard;
  if (first === undefined || first - sent.startedAt > sent.takenMs)
    print("  nothing was recognised before the video was taken");
  else {
    const share = (first - sent.startedAt) / sent.videoLandedMs;
    const kept = limit("first window recognised", share, FIRST_WINDOW_SHARE_MAX);
    print(
      `  first window recognised after ${seconds(first - sent.startedAt)}, ${share.toFixed(3)} of it (limit 0.05, ${kept})`,
    );
  }
  print(
    `  put ${megabytes(sent.putBytes)}, of which the video ${megabytes(sent.videoPutBytes)}; at most ${sent.mostInFlight} parts at once`,
  );
  cost(sent);
}

async function withBreaks(recording: BenchRecording): Promise<void> {
  const shares: number[] = [];
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const sent = await upload(recording, `Broken, seed ${seed}`, breaksOf(seed, recording));
    const own = recording.bytes + (sent.soundLandedMs === null ? 0 : recording.soundBytes);
    const again = sent.putBytes - own;
    const most = line.breaksDone() * sent.mostInFlight * sent.largestPartBytes;
    shares.push(sent.putBytes / own);
    print(`\nseed ${seed}, ${line.breaksDone()} breaks (load ${load()})`);
    print(
      `  video landed after ${seconds(sent.videoLandedMs)}; put ${megabytes(sent.putBytes)}, ${(sent.putBytes / own).toFixed(3)} × what is to be sent`,
    );
    print(
      `  sent again ${megabytes(again)} (limit ${megabytes(most)}: breaks × ${sent.mostInFlight} in flight × part, ${limit("sent again", again, most)})`,
    );
    print(
      `  acknowledged and sent again all the same: ${sent.acknowledgedTwice.length} (limit 0, ${limit("acknowledged twice", sent.acknowledgedTwice.length, 0)})`,
    );
    cost(sent);
    if (line.breaksDone() < cuts) failures.push(`only ${line.breaksDone()} breaks`);
  }
  if (shares.length === 0) return;
  const average = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  print(
    `\neverything sent, average of ${shares.length} seeds: ${average.toFixed(3)} × (limit 1.25, ${limit("everything sent", average, SENT_SHARE_MAX)})`,
  );
}

/** Breaks at random positions within the recording, so that each one occurs; the line is down for up to two seconds. */
function breaksOf(seed: number, { bytes }: BenchRecording): Break[] {
  const random = seeded(seed);
  return Array.from({ length: cuts }, () => ({ atBytes: random() * bytes, downMs: random() * DOWN_MS_MAX })).toSorted(
    (one, other) => one.atBytes - other.atBytes,
  );
}

function cost(sent: Sent): void {
  const kept = limit("memory", sent.memoryGrownBytes, MEMORY_BYTES_MAX);
  print(
    `  JS heap and array buffers grew by ${megabytes(sent.memoryGrownBytes)} over ${megabytes(sent.memoryBaseBytes)}, ` +
      `${sent.workers} workers included (limit 100 MB, ${kept})`,
  );
  const task = limit("longest task", sent.longestTaskMs, TASK_MS_MAX);
  print(`  longest task of the main thread ${sent.longestTaskMs.toFixed(0)} ms (limit 200, ${task}; 0: none over 50)`);
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
