import { readdir, readFile } from "node:fs/promises";
import type { CDPSession, Page } from "@playwright/test";
import { watchWorkers } from "#tests/bench/here/worker-heaps.ts";
import { processRows } from "#tests/support/process-rows.ts";

/** CPU and memory of the process that draws a page, from /proc: Linux only. */

/** The unit of CPU times in /proc (USER_HZ), the same on all Linux machines. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;
/** The browser's own figure and that of /proc are read one after the other. */
const MATCH_SECONDS_MAX = 0.2;

export type Sample = {
  /** Seconds since the first sample. */
  at: number;
  /** CPU in cores since the sample before it, without what the measuring itself needed. */
  cores: number;
  /** JS heap after a garbage collection, and the process's resident memory, in MiB. */
  heapMib: number;
  rssMib: number;
};

interface PageSampler {
  take(): Promise<Sample>;
  /** Heaps of the page's workers. Their garbage is collected, so that this is for the end. */
  workers(): Promise<{ name: string; heapMib: number; rssMib: number }[]>;
  /** CPU seconds of each kind of thread since the beginning, the busiest first. */
  threads(): Promise<[name: string, seconds: number][]>;
}

export async function samplePage(page: Page): Promise<PageSampler> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const workerHeaps = await watchWorkers(session);
  const pid = await pidOf(session);
  const startedAt = Date.now();
  const threadsBefore = await threadSeconds(pid);
  let before = { at: startedAt, cpu: await cpuSeconds(pid) };
  return {
    async take() {
      const [at, cpu] = [Date.now(), await cpuSeconds(pid)];
      const cores = ((cpu - before.cpu) * 1000) / (at - before.at);
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      const rssMib = (await residentBytes(pid)) / MIB;
      before = { at: Date.now(), cpu: await cpuSeconds(pid) };
      return { at: (at - startedAt) / 1000, cores, heapMib: usedSize / MIB, rssMib };
    },
    async workers() {
      const found = [];
      for (const worker of await workerHeaps.read())
        found.push({ ...worker, rssMib: (await residentBytes(pid)) / MIB });
      return found;
    },
    async threads() {
      const now = await threadSeconds(pid);
      const spent = [...now].map(([name, seconds]): [string, number] => [
        name,
        seconds - (threadsBefore.get(name) ?? 0),
      ]);
      return spent.filter(([, seconds]) => seconds > 0).toSorted((one, other) => other[1] - one[1]);
    },
  };
}

/** CDP names no process of a page: it is the one whose CPU time the page reports. */
export async function pidOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  const wanted = metrics.find(({ name }) => name === "ProcessTime")?.value ?? 0;
  const renderers = (await processRows()).filter(({ args }) => args.includes("--type=renderer"));
  let best = { pid: 0, off: Number.POSITIVE_INFINITY };
  for (const { pid } of renderers) {
    const off = Math.abs((await cpuSeconds(pid).catch(() => Number.POSITIVE_INFINITY)) - wanted);
    if (off < best.off) best = { pid, off };
  }
  if (best.off > MATCH_SECONDS_MAX) throw new Error(`no process has the page's CPU time of ${wanted} s`);
  return best.pid;
}

/** CPU seconds of the processes whose command line contains all of these, each with what it is. */
export async function cpuOfKinds(
  kinds: Readonly<Record<string, string>>,
  root: string,
): Promise<Record<string, number>> {
  const rows = (await processRows()).filter(({ args }) => args.includes(root));
  const spent: Record<string, number> = {};
  for (const [name, mark] of Object.entries(kinds)) {
    const those = rows.filter(({ args }) => args.includes(mark));
    const seconds = await Promise.all(those.map(({ pid }) => cpuSeconds(pid).catch(() => 0)));
    spent[name] = seconds.reduce((sum, each) => sum + each, 0);
  }
  return spent;
}

export async function cpuSeconds(pid: number): Promise<number> {
  return ticksOf(await readFile(`/proc/${pid}/stat`, "utf8"));
}

/** The name of a program may hold spaces and brackets; the times are the 14th and the 15th field. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, "utf8");
  return Number(statm.split(" ")[1]) * PAGE_BYTES;
}

async function threadSeconds(pid: number): Promise<Map<string, number>> {
  const spent = new Map<string, number>();
  for (const task of await readdir(`/proc/${pid}/task`)) {
    const stat = await readFile(`/proc/${pid}/task/${task}/stat`, "utf8").catch(() => null);
    if (stat === null) continue;
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    spent.set(name, (spent.get(name) ?? 0) + ticksOf(stat));
  }
  return spent;
}

/** Change per minute by least squares; `at` in seconds. */
export function slopePerMinute(samples: readonly { at: number; value: number }[]): number {
  const meanAt = samples.reduce((sum, { at }) => sum + at, 0) / samples.length;
  const mean = samples.reduce((sum, { value }) => sum + value, 0) / samples.length;
  const above = samples.reduce((sum, { at, value }) => sum + (at - meanAt) * (value - mean), 0);
  const below = samples.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0);
  return below === 0 ? 0 : (above / below) * 60;
}
