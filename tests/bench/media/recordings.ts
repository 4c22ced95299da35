/** The recordings of this bench, made and judged by ffmpeg. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { decodeWindow, planWindows } from "#app/media/windows/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { fileSource } from "#tests/support/file-mp4-source.ts";

const AUDIO_BITS_PER_SECOND = 128_000;
const RATE = 48_000;
const CHANNELS = 1;
/** Longer ones are made of one minute of sound; only their cost is looked at. */
const LOOPED_MINUTES_MIN = 90;

export const PACKINGS: [name: string, movflags: string][] = [
  ["moov first", "+faststart"],
  ["fragments", "+frag_keyframe+empty_moov+default_base_moof"],
];

export function ffmpeg(...args: string[]): string {
  const run = spawnSync("ffmpeg", ["-hide_banner", "-nostdin", "-y", ...args], {
    encoding: "utf8",
    maxBuffer: 512 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return `${run.stdout}${run.stderr}`;
}

/** A minute of noisy picture and sound, played again and again: interleaved as finely as real recordings are. */
export function makeRecording(folder: string, size: number, minutes: number): string {
  const rate = String(Math.max(50_000, Math.round((size * 8e6) / (minutes * 60) - AUDIO_BITS_PER_SECOND)));
  const minute = join(folder, "minute.mp4");
  const sound = join(folder, "sound.m4a");
  // Played again and again, a minute of AAC leaves a frame of odd length at each turn, in which no two readers agree.
  const seconds = minutes > LOOPED_MINUTES_MIN ? 60 : minutes * 60;
  const picture = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=60", "-vf", "noise=alls=9:allf=t"];
  const speed = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
  const steady = ["-x264-params", "nal-hrd=cbr:keyint=60", "-b:v", rate, "-minrate", rate, "-maxrate", rate];
  ffmpeg(...picture, ...speed, ...steady, "-bufsize", rate, minute);
  // Perceptual noise substitution would draw new random noise for each decoding.
  const noise = ["-f", "lavfi", "-i", `anoisesrc=c=pink:r=${RATE}:a=0.3:d=${seconds}`, "-c:a", "aac", "-aac_pns", "0"];
  ffmpeg(...noise, "-b:a", "128k", sound);
  const loop = ["-stream_loop", String(minutes - 1)];
  const out = join(folder, "recording.mp4");
  const soundLoop = seconds === 60 ? loop : [];
  ffmpeg(...loop, "-i", minute, ...soundLoop, "-i", sound, "-map", "0:v", "-map", "1:a", "-c", "copy", out);
  return out;
}

/** The same recording with a second sound track, which is the default one, in front of the first. */
export function addSoundTrack(folder: string, recording: string, seconds: number): string {
  const out = join(folder, "two-tracks.mp4");
  const other = ["-f", "lavfi", "-i", `sine=f=330:r=${RATE}:d=${seconds}`];
  const maps = ["-map", "0:v", "-map", "1:a", "-map", "0:a", "-c", "copy", "-c:a:0", "aac", "-aac_pns", "0"];
  const spoken = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=spa", "-disposition:a:1", "0"];
  ffmpeg("-i", recording, ...other, ...maps, ...spoken, out);
  return out;
}

/** CPU seconds of `ffmpeg -vn -c:a copy` on the file, as it says itself. */
export function copyWithFfmpeg(path: string, folder: string): number {
  const log = ffmpeg("-benchmark", "-i", path, "-vn", "-c:a", "copy", join(folder, "audio.m4a"));
  const times = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(log);
  return Number(times?.[1]) + Number(times?.[2]);
}

/** Brings the file into the page cache, so that what is compared is work and not the disk. */
export async function warm(path: string): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 4 * 1024 * 1024 })) if (chunk === null) return;
}

/** The MD5 of each packet of a sound track, in order. */
function packetsOf(path: string, track = 0): string[] {
  const table = ffmpeg("-loglevel", "error", "-i", path, "-map", `0:a:${track}`, "-c", "copy", "-f", "framemd5", "-");
  return table
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(",")[5]?.trim() ?? "");
}

const DECODED = ["-f", "s16le", "-c:a", "pcm_s16le", "-"];

/** The MD5 and the number of the samples that ffmpeg decodes. */
async function samplesOf(path: string, track = 0): Promise<{ md5: string; samples: number }> {
  const args = ["-loglevel", "error", "-nostdin", "-i", path, "-map", `0:a:${track}`, ...DECODED];
  const child = spawn("ffmpeg", args, { stdio: ["ignore", "pipe", "inherit"] });
  const hash = createHash("md5");
  let bytes = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { md5: hash.digest("hex"), samples: bytes / 2 / CHANNELS };
}

export type Identity = { packets: boolean; samples: boolean; packetCount: number; sampleCount: number };

/**
 * Whether the windows of a recording, joined at their cores, are the recording: packet by packet, and sample by sample as
 * ffmpeg decodes both.
 */
export async function compareWithOriginal(
  path: string,
  folder: string,
  at: { track?: number; language?: "en" | "es" } = {},
): Promise<Identity> {
  const handle = await open(path);
  const source = await fileSource(handle);
  const { language } = at;
  const probe = await probeRecording(source, { fragments: "scan", ...(language === undefined ? {} : { language }) });
  if (!probe.ok) throw new Error(probe.reason);
  const plans = planWindows(probe.value);
  const packets = new Map<number, string>();
  const hash = createHash("md5");
  let sampleCount = 0;
  for (const plan of plans) {
    const window = await extractWindow(source, plan);
    const windowPath = join(folder, "window.m4a");
    await writeFile(windowPath, window.audio);
    const { offsets } = decodeWindow(plan.bytes).samples;
    const hashes = packetsOf(windowPath);
    if (hashes.length !== offsets.length) throw new Error("ffmpeg sees other packets than were planned");
    for (const [index, offset] of offsets.entries()) packets.set(offset, hashes[index] ?? "");
    const decoded = spawnSync("ffmpeg", ["-loglevel", "error", "-nostdin", "-i", windowPath, ...DECODED], {
      maxBuffer: 2 ** 30,
    }).stdout;
    const place = (ms: number) => Math.round((ms * RATE) / 1000) * 2 * CHANNELS;
    const from = place(plan.startMs) - place(window.audioStartMs);
    const last = plan.index === plans.length - 1;
    const core = decoded.subarray(from, last ? decoded.byteLength : from + place(plan.endMs) - place(plan.startMs));
    hash.update(core);
    sampleCount += core.byteLength / 2 / CHANNELS;
  }
  await handle.close();
  const ours = [...packets].toSorted(([left], [right]) => left - right).map(([, md5]) => md5);
  const theirs = packetsOf(path, at.track);
  const original = await samplesOf(path, at.track);
  return {
    packets: ours.length === theirs.length && ours.every((md5, index) => md5 === theirs[index]),
    samples: original.md5 === hash.digest("hex") && original.samples === sampleCount,
    packetCount: theirs.length,
    sampleCount,
  };
}
