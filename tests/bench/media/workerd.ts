/** A workerd with the bench's Worker and a local R2 of its own, whose CPU and memory can be read. */
import { spawnSync } from "node:child_process";
import { createReadStream, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { fetch, Miniflare } from "miniflare";
import * as z from "zod";
import { freePort } from "#tests/support/free-port.ts";

const SAMPLE_MS = 20;
const SETTLE_MS = 300;
const CLOCK_TICKS_PER_SECOND = 100;

export type BenchWorkerd = {
  put(path: string): Promise<void>;
  /**
   * Asks the Worker; answers with its JSON, the CPU of the whole workerd meanwhile, and the isolate's memory, looked at
   * every 20 ms.
   */
  ask(path: string): Promise<{ answer: unknown; cpuS: number; wallS: number; memoryMax: number; memoryBefore: number }>;
  stop(): Promise<void>;
  /** For a workerd that no longer answers. */
  kill(): void;
};

export async function startWorkerd(folder: string, worker = "bench-worker"): Promise<BenchWorkerd> {
  const bundle = join(folder, "worker");
  const entry = `tests/bench/media/${worker}.ts`;
  const date = ["--compatibility-date", "2026-04-01"];
  const config = ["--config", "tests/bench/media/wrangler.toml", "--outdir", bundle];
  const built = spawnSync("npx", ["wrangler", "deploy", entry, "--dry-run", ...date, ...config], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`);
  const port = await freePort();
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: `${worker}.js`, contents: readFileSync(join(bundle, `${worker}.js`), "utf8") }],
    compatibilityDate: "2026-04-01",
    r2Buckets: ["RECORDINGS"],
    r2Persist: join(folder, "r2"),
    inspectorPort: port,
  });
  const origin = await miniflare.ready;
  const pid = workerdOf(process.pid);
  const memory = await openInspector(port);
  return {
    put: (path) => putFile(new URL("/recording", origin), path),
    async ask(path) {
      const memoryBefore = await memory.settle();
      const watch = memory.watch();
      const cpuBefore = cpuSecondsOf(pid);
      const started = performance.now();
      const response = await fetch(new URL(path, origin));
      if (!response.ok) throw new Error(await response.text());
      const answer: unknown = await response.json();
      const wallS = (performance.now() - started) / 1000;
      const cpuS = cpuSecondsOf(pid) - cpuBefore;
      return { answer, cpuS, wallS, memoryMax: await watch.stop(), memoryBefore };
    },
    async stop() {
      memory.close();
      await miniflare.dispose();
    },
    kill: () => void process.kill(pid, "SIGKILL"),
  };
}

/** The workerd that this process started last. */
export function workerdOf(parent: number): number {
  const own = workerdsOf(parent).at(-1);
  if (own === undefined) throw new Error("workerd is not there");
  return own;
}

/** Every workerd that this process started, by process id. */
export function workerdsOf(parent: number): number[] {
  const table = spawnSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" }).stdout;
  const rows = table.split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  return rows.flatMap((row) =>
    Number(row?.[2]) === parent && row?.[3]?.startsWith("workerd") ? [Number(row[1])] : [],
  );
}

/** User and system time of a process, all threads: fields 14 and 15 of its `stat`, behind a name in brackets. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

const targets = z.array(z.object({ webSocketDebuggerUrl: z.string(), title: z.string().optional() }));
const heapUsage = z.object({
  id: z.number(),
  result: z.object({ usedSize: z.number().optional(), backingStorageSize: z.number().optional() }).optional(),
});

/**
 * The memory of the Worker's isolate from its inspector: the heap in use and its ArrayBuffers, including garbage that is not yet
 * collected. `worker`: by name, where a workerd has several.
 */
export async function openInspector(port: number, worker: string | null = null) {
  const found = targets.parse(await (await fetch(`http://127.0.0.1:${port}/json`)).json());
  const target = found.find(
    ({ title, webSocketDebuggerUrl }) =>
      worker === null || title?.endsWith(worker) || new URL(webSocketDebuggerUrl).pathname.endsWith(`/${worker}`),
  );
  if (target === undefined) throw new Error("no inspector");
  const url = target.webSocketDebuggerUrl.replace(/^ws/, "http");
  const { webSocket } = await fetch(url, { headers: { Upgrade: "websocket" } });
  if (!webSocket) throw new Error("the inspector takes no socket");
  const socket = webSocket;
  socket.accept();
  let asked = 0;
  const waiting = new Map<number, (bytes: number) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = heapUsage.safeParse(typeof data === "string" ? JSON.parse(data) : null);
    if (!message.success) return;
    const { id, result } = message.data;
    waiting.get(id)?.((result?.usedSize ?? 0) + (result?.backingStorageSize ?? 0));
    waiting.delete(id);
  });
  const command = (method: string) =>
    new Promise<number>((resolve) => {
      asked++;
      waiting.set(asked, resolve);
      socket.send(JSON.stringify({ id: asked, method }));
    });
  return {
    close: () => socket.close(),
    /** Collects garbage, so that garbage of an earlier request is not counted for this one. */
    async settle() {
      // workerd runs this command, but never answers it.
      void command("HeapProfiler.collectGarbage");
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      return command("Runtime.getHeapUsage");
    },
    watch() {
      let highest = 0;
      const state = { going: true };
      const loop = (async () => {
        while (state.going) {
          highest = Math.max(highest, await command("Runtime.getHeapUsage"));
          await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
        }
      })();
      return {
        async stop() {
          state.going = false;
          await loop;
          return highest;
        },
      };
    },
  };
}

async function putFile(url: URL, path: string): Promise<void> {
  const { size } = await stat(path);
  await new Promise<void>((resolve, reject) => {
    const put = request(url, { method: "PUT", headers: { "Content-Length": size } }, (response) => {
      response.resume();
      response.on("end", () => (response.statusCode === 200 ? resolve() : reject(new Error("not stored"))));
    });
    put.on("error", reject);
    createReadStream(path, { highWaterMark: 1024 * 1024 }).pipe(put);
  });
}
