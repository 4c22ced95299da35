/**
 * Cost of cutting a recording into audio windows, with both sides of each ratio in one run:
 *   npx tsx tests/bench/media/extract-audio.ts [megabytes] [minutes] [quick]
 * `1900 60` is two gigabytes in one hour, `1900 480 quick` the same in eight hours.
 * In workerd with a local R2 (whose own work is in the figures, because it lives in the same process), and beside it
 * `ffmpeg -vn -c:a copy` on the same file. Needs Linux, ffmpeg, and four times the size in the temporary folder, which it
 * empties again. `quick` leaves out the comparison of packets and samples, which decodes the whole recording twice.
 */
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import {
  addSoundTrack,
  compareWithOriginal,
  copyWithFfmpeg,
  ffmpeg,
  makeRecording,
  PACKINGS,
  warm,
} from "#tests/bench/media/recordings.ts";
import { type BenchWorkerd, startWorkerd } from "#tests/bench/media/workerd.ts";
import { fileSource } from "#tests/support/file-mp4-source.ts";

/** An odd number, large enough that one slow moment of a shared machine does not become the median. */
const ROUNDS = 7;

const say = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const median = (values: number[]) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

const extracted = z.object({
  windows: z.number(),
  audioBytes: z.number(),
  heads: z.number(),
  gets: z.number(),
  puts: z.number(),
});

/** Runs the same code in Node over the file: the cost of the reader itself, without R2. */
async function inNode(path: string): Promise<number> {
  const handle = await open(path);
  const source = await fileSource(handle);
  const before = process.cpuUsage();
  const probe = await probeRecording(source, { fragments: "scan" });
  if (!probe.ok) throw new Error(probe.reason);
  for (const plan of planWindows(probe.value)) await extractWindow(source, plan);
  const { user, system } = process.cpuUsage(before);
  await handle.close();
  return (user + system) / 1e6;
}

async function compare(name: string, path: string, folder: string, workerd: BenchWorkerd): Promise<void> {
  await workerd.put(path);
  const cpu = {
    ffmpeg: [] as number[],
    node: [] as number[],
    read: [] as number[],
    save: [] as number[],
    floor: [] as number[],
  };
  const runs = { "thrown away": [] as number[], saved: [] as number[] };
  let memoryMax = 0;
  let last: z.infer<typeof extracted> | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    await warm(path);
    cpu.ffmpeg.push(copyWithFfmpeg(path, folder));
    cpu.node.push(await inNode(path));
    cpu.read.push((await workerd.ask("/read")).cpuS);
    for (const how of ["thrown away", "saved"] as const) {
      const asked = await workerd.ask(`/extract?save=${how === "saved" ? "yes" : "no"}`);
      runs[how].push(asked.cpuS);
      memoryMax = Math.max(memoryMax, asked.memoryMax);
      last = extracted.parse(asked.answer);
    }
    const sound = `windows=${last?.windows}&bytes=${last?.audioBytes}`;
    cpu.save.push((await workerd.ask(`/save?${sound}`)).cpuS);
    cpu.floor.push((await workerd.ask(`/floor?${sound}`)).cpuS);
  }
  if (last === null) return;
  const theirs = median(cpu.ffmpeg);
  const beside = (values: number[]) =>
    `${median(values).toFixed(2)} s = ${(median(values) / theirs).toFixed(2)} × (${values.map((value) => value.toFixed(2)).join(", ")})`;
  const size = megabytes((await stat(path)).size);
  say(`${name}: ${size}, ${last.windows} windows, ${megabytes(last.audioBytes)} of audio`);
  say(`  CPU, median of ${ROUNDS}: ffmpeg ${beside(cpu.ffmpeg)}`);
  say(`    workerd and its R2, thrown away  ${beside(runs["thrown away"])}`);
  say(`    workerd and its R2, saved to R2  ${beside(runs.saved)}`);
  say(`    of which reading the bytes once  ${beside(cpu.read)}`);
  say(`    of which saving so many bytes    ${beside(cpu.save)}`);
  say(`    the least: read once, save that  ${beside(cpu.floor)}`);
  say(`    the same reader in Node          ${beside(cpu.node)}`);
  say(`  R2: ${last.heads} head, ${last.gets} reads, ${last.puts} windows saved`);
  say(`  isolate at most ${megabytes(memoryMax)} (heap and buffers with garbage, three windows at once)`);
}

async function prove(name: string, path: string, folder: string, at: Parameters<typeof compareWithOriginal>[2]) {
  const { packets, samples, packetCount, sampleCount } = await compareWithOriginal(path, folder, at);
  say(`${name}: ${packetCount} packets ${packets ? "identical" : "DIFFERENT"}`);
  say(`  ${sampleCount} decoded samples ${samples ? "identical" : "DIFFERENT"}`);
  if (!packets || !samples) process.exitCode = 1;
}

const size = Number(process.argv[2] ?? 1900);
const minutes = Number(process.argv[3] ?? 60);
const quick = process.argv[4] === "quick";
const folder = await mkdtemp(join(tmpdir(), "acta-bench-"));
let workerd: BenchWorkerd | null = null;
try {
  workerd = await startWorkerd(folder);
  const last = makeRecording(folder, size, minutes);
  await compare("moov last", last, folder, workerd);
  if (!quick) await prove("moov last", last, folder, {});
  for (const [name, movflags] of PACKINGS) {
    const packed = join(folder, "packed.mp4");
    ffmpeg("-i", last, "-c", "copy", "-movflags", movflags, packed);
    await compare(name, packed, folder, workerd);
    if (!quick) await prove(name, packed, folder, {});
  }
  if (!quick) {
    const two = addSoundTrack(folder, last, minutes * 60);
    await prove("two sound tracks, the first", two, folder, { track: 0, language: "en" });
    await prove("two sound tracks, the second", two, folder, { track: 1, language: "es" });
  }
} finally {
  await workerd?.stop();
  await rm(folder, { recursive: true, force: true });
}
