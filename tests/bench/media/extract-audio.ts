/**
 * How much CPU it costs to cut a recording into audio windows, beside `ffmpeg -vn -c:a copy` on the same file in the same
 * run, for each way of packing it: npx tsx --expose-gc tests/bench/media/extract-audio.ts [megabytes] [minutes]
 * Needs ffmpeg, and three times the size in the temporary folder, which it empties again.
 */
import { spawnSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ByteSource, ByteStream } from "#app/media/byte-source.ts";
import { extractWindow } from "#app/media/extract-window.ts";
import { planWindows } from "#app/media/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { fileSource } from "#tests/support/file-mp4-source.ts";

const ROUNDS = 3;
const AUDIO_BITS_PER_SECOND = 128_000;

const PACKINGS: [name: string, movflags: string][] = [
  ["moov first", "+faststart"],
  ["fragments", "+frag_keyframe+empty_moov+default_base_moof"],
  ["fragments for each track", "+frag_keyframe+empty_moov+separate_moof+default_base_moof"],
  ["dash with an index", "+dash+global_sidx+frag_keyframe+delay_moov"],
];

const say = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const median = (values: number[]) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

function ffmpeg(...args: string[]): string {
  const run = spawnSync("ffmpeg", ["-hide_banner", "-nostdin", "-y", ...args], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stderr;
}

/** A minute of noisy picture and sound, played again and again: interleaved as finely as real recordings are. */
function makeRecording(folder: string, size: number, minutes: number): string {
  const rate = String(Math.max(50_000, Math.round((size * 8e6) / (minutes * 60) - AUDIO_BITS_PER_SECOND)));
  const minute = join(folder, "minute.mp4");
  const sound = join(folder, "minute.m4a");
  const picture = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=60", "-vf", "noise=alls=9:allf=t"];
  const codec = [
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-x264-params",
    "nal-hrd=cbr:keyint=60",
    "-pix_fmt",
    "yuv420p",
  ];
  ffmpeg(...picture, ...codec, "-b:v", rate, "-minrate", rate, "-maxrate", rate, "-bufsize", rate, minute);
  ffmpeg("-f", "lavfi", "-i", "anoisesrc=c=pink:r=48000:a=0.3:d=60", "-c:a", "aac", "-b:a", "128k", sound);
  const loop = ["-stream_loop", String(minutes - 1)];
  const out = join(folder, "recording.mp4");
  ffmpeg(...loop, "-i", minute, ...loop, "-i", sound, "-map", "0:v", "-map", "1:a", "-c", "copy", out);
  return out;
}

/** Brings the file into the page cache, so that what is compared is work and not the disk. */
async function warm(path: string): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 4 * 1024 * 1024 })) if (chunk === null) return;
}

async function ours(path: string) {
  const handle = await open(path);
  const source = await fileSource(handle);
  const before = process.cpuUsage();
  const started = performance.now();
  const probe = await probeRecording(source, { fragments: "scan" });
  if (!probe.ok) throw new Error(probe.reason);
  const plans = planWindows(probe.value);
  const probed = process.cpuUsage(before);
  let audioBytes = 0;
  for (const plan of plans) audioBytes += (await extractWindow(source, plan)).audio.byteLength;
  const { user, system } = process.cpuUsage(before);
  const wallS = (performance.now() - started) / 1000;
  await handle.close();
  const planBytesMax = Math.max(...plans.map((plan) => plan.bytes.byteLength));
  const probeS = (probed.user + probed.system) / 1e6;
  const cpuS = (user + system) / 1e6;
  return { cpuS, probeS, wallS, windows: plans.length, audioBytes, planBytesMax, use: source.use };
}

/**
 * What is really held, looked at behind a garbage collection between steps and at every 50th chunk that is read, in a run
 * of its own that is not timed.
 */
async function heldMemory(path: string): Promise<number> {
  const handle = await open(path);
  const file = await fileSource(handle);
  let memoryMax = 0;
  const held = () => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  // What the timed runs left behind is given back little by little.
  for (let round = 0; round < 10; round++) {
    held();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const before = held();
  const look = (): void => {
    memoryMax = Math.max(memoryMax, held() - before);
  };
  const source: ByteSource = { ...file, stream: (start, end) => watched(file.stream(start, end), look) };
  const probe = await probeRecording(source, { fragments: "scan" });
  if (!probe.ok) throw new Error(probe.reason);
  look();
  const plans = planWindows(probe.value);
  for (const plan of plans) {
    const { audio } = await extractWindow(source, plan);
    look();
    // Named behind the collection, so that the window itself is counted.
    memoryMax = Math.max(memoryMax, audio.byteLength);
  }
  await handle.close();
  return memoryMax;
}

function watched(stream: ByteStream, look: () => void): ByteStream {
  let chunks = 0;
  return {
    next() {
      if (++chunks % 50 === 0) look();
      return stream.next();
    },
    cancel: () => stream.cancel(),
  };
}

function theirs(path: string, folder: string): number {
  const log = ffmpeg("-benchmark", "-i", path, "-vn", "-c:a", "copy", join(folder, "audio.m4a"));
  const times = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(log);
  return Number(times?.[1]) + Number(times?.[2]);
}

async function compare(name: string, path: string, folder: string): Promise<void> {
  const size = (await stat(path)).size;
  const oursS: number[] = [];
  const theirsS: number[] = [];
  let last: Awaited<ReturnType<typeof ours>> | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    await warm(path);
    last = await ours(path);
    oursS.push(last.cpuS);
    await warm(path);
    theirsS.push(theirs(path, folder));
  }
  if (last === null) return;
  const ratio = (median(oursS) / median(theirsS)).toFixed(2);
  say(`${name}: ${megabytes(size)}, ${last.windows} windows, ${megabytes(last.audioBytes)} of audio`);
  say(
    `  CPU, median of ${ROUNDS}: ours ${median(oursS).toFixed(2)} s, ffmpeg ${median(theirsS).toFixed(2)} s, ratio ${ratio}`,
  );
  say(
    `  probe, scan and plan ${last.probeS.toFixed(2)} s CPU; wall ${last.wallS.toFixed(2)} s; largest plan ${last.planBytesMax} bytes`,
  );
  say(`  reads: ${last.use.reads} small, ${last.use.streams} streamed, ${megabytes(last.use.bytes)} in all`);
  if (globalThis.gc !== undefined)
    say(`  held at most: ${megabytes(await heldMemory(path))} (heap and buffers, with all plans)`);
}

const size = Number(process.argv[2] ?? 1000);
const minutes = Number(process.argv[3] ?? 60);
const folder = await mkdtemp(join(tmpdir(), "acta-bench-"));
try {
  const last = makeRecording(folder, size, minutes);
  await compare("moov last", last, folder);
  for (const [name, movflags] of PACKINGS) {
    const packed = join(folder, "packed.mp4");
    ffmpeg("-i", last, "-c", "copy", "-movflags", movflags, packed);
    await compare(name, packed, folder);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
