/**
 * Our container readers beside mediabunny, in workerd over a local R2:
 *   npx tsx tests/bench/media/compare-readers.ts [minutes] [part of a file's name] [own | mediabunny]
 * For each file: packets and their lengths (equal to ffprobe's or not), the sound's end, CPU of the process, the isolate's highest
 * memory (with garbage of the request before, so run one reader alone for it), reads of R2 and bytes asked for (a stream that is closed early counts in full). CPU includes the local R2's own work, which is the same for both. Needs ffmpeg.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import * as z from "zod";
import { compareFiles } from "#tests/bench/media/compare-files.ts";
import { type BenchWorkerd, startWorkerd } from "#tests/bench/media/workerd.ts";

const MEMORY_BYTES_MAX = 96e6;
/** A hostile file must not hold a request for longer than a request for other people waits. */
const ANSWER_MS_MAX = 10_000;

const scanned = z.object({
  refused: z.string().nullable(),
  packets: z.number(),
  bytes: z.number(),
  digest: z.number(),
  startMs: z.number(),
  endMs: z.number(),
  gets: z.number(),
  bytesRead: z.number(),
});

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Packets of the first sound stream as ffprobe reads them. */
function ffprobe(path: string): { packets: number; bytes: number; digest: number; endMs: number } | null {
  const args = [
    "-v",
    "quiet",
    "-select_streams",
    "a:0",
    "-show_entries",
    "packet=pts_time,duration_time,size",
    "-of",
    "csv=p=0",
    path,
  ];
  const { stdout } = spawnSync("ffprobe", args, { encoding: "utf8", maxBuffer: 1 << 28, timeout: 60_000 });
  const done = { packets: 0, bytes: 0, digest: 0, endMs: 0 };
  for (const line of (stdout ?? "").split("\n")) {
    const [pts, duration, size] = line.split(",").map(Number);
    if (size === undefined || Number.isNaN(size)) continue;
    done.packets += 1;
    done.bytes += size;
    done.digest = (Math.imul(done.digest, 31) + size) >>> 0;
    done.endMs = ((pts ?? 0) + (Number.isNaN(duration) ? 0 : (duration ?? 0))) * 1000;
  }
  return done.packets === 0 ? null : done;
}

async function askWithin(workerd: BenchWorkerd, path: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_MS_MAX);
  });
  const asked = workerd.ask(path);
  // After the limit no code waits for it, and it fails when its workerd is killed.
  asked.catch(() => {});
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function main(): Promise<void> {
  const [minutes = "60", part = "", only] = process.argv.slice(2);
  const folder = await mkdtemp(join(tmpdir(), "compare-readers-"));
  const folders = [folder];
  let workerd = await startWorkerd(folder, "compare-worker");
  try {
    for (const file of compareFiles(Number(minutes)).filter(({ name }) => name.includes(part))) {
      const path = join(folder, `file.${file.kind}`);
      await rm(path, { force: true });
      await file.make(path, folder);
      await workerd.put(path);
      const truth = ffprobe(path);
      const { size } = await stat(path);
      say(
        `${file.name} (${(size / 1e6).toFixed(1)} MB)${truth ? ` ffprobe: ${truth.packets} packets, ${truth.bytes} bytes, ${truth.digest}, ${truth.endMs.toFixed(0)} ms` : ""}`,
      );
      for (const reader of ["own", "mediabunny"] as const) {
        if (only !== undefined && only !== reader) continue;
        const asked = await askWithin(workerd, `/${reader}?kind=${file.kind}`);
        if (asked === null) {
          say(`  ${reader}: no answer within ${ANSWER_MS_MAX / 1000} s`);
          // The isolate is still busy: another one, with a bucket of its own, for the next file.
          workerd.kill();
          folders.push(await mkdtemp(join(tmpdir(), "compare-readers-")));
          workerd = await startWorkerd(folders.at(-1) ?? folder, "compare-worker");
          await workerd.put(path);
          continue;
        }
        const { answer, cpuS, memoryMax, memoryBefore } = asked;
        const { refused, packets, bytes, digest, startMs, endMs, gets, bytesRead } = scanned.parse(answer);
        const isEqual = truth !== null && truth.packets === packets && truth.digest === digest;
        const verdict =
          refused ??
          `${isEqual ? "equal" : "DIFFERS"}: ${packets} packets, ${bytes} bytes, ${startMs.toFixed(1)} to ${endMs.toFixed(0)} ms`;
        const memory = `${(memoryMax / 1e6).toFixed(1)} MB (before ${(memoryBefore / 1e6).toFixed(1)})${memoryMax > MEMORY_BYTES_MAX ? " OVER THE LIMIT" : ""}`;
        say(
          `  ${reader}: ${verdict}; CPU ${cpuS.toFixed(2)} s, ${memory}, ${gets} reads, ${(bytesRead / 1e6).toFixed(1)} MB`,
        );
      }
    }
  } finally {
    await workerd.stop();
    for (const one of folders) await rm(one, { recursive: true, force: true });
  }
}

await main();
