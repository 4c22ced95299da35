import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { freePort } from "#tests/support/free-port.ts";
import { type Inside, inspectorOptions, openInside, withWorkspaces } from "#tests/support/inspector.ts";
import { recordWorkerd } from "#tests/support/recorded-workerd.ts";
import { applyMigrations } from "../../workers/local/apply-migrations.mjs";

/**
 * The bundled Worker in a workerd of its own that can be killed and started again within a second, on the same data and
 * with the bindings of wrangler.toml. (tests/e2e/crash.spec.ts tests how `npm start` notices a dead workerd.) Miniflare starts the
 * first process and stays, with the server that workerd reaches it at; the next processes are workerd alone.
 */
export type KillableActa = {
  origin: string;
  /** Resolves when the Worker writes this to its standard output from now on; rejects after `msMax`. */
  says(text: string, msMax: number): Promise<void>;
  /** Kills it with SIGKILL, so that it cannot clean up. */
  kill(): Promise<void>;
  /** Starts it again, with other variables if they are given. */
  start(variables?: Record<string, string>): Promise<void>;
  /** The lines of the log that it has written so far, in all its processes. */
  log(): Record<string, unknown>[];
  /** Every line that it has written so far to its standard output and error, traces aside. */
  lines(): string[];
  /** Log lines that a Tail Worker received for each finished invocation. */
  traces(): Trace[];
  /** The current process, for requests over HTTP. */
  miniflare(): Miniflare;
  /** Its D1 and R2 from outside, of the current process. */
  inside: Inside;
  /** Number of meeting objects that have a database on the disk. */
  objects(): Promise<number>;
  stop(): Promise<void>;
};

/** `url`: of the request that started the invocation; null if no request did. */
export type Trace = { url: string | null; lines: string[] };

const TRACE = "trace: ";
const TAIL = {
  name: "tail",
  modules: true,
  script: `export default {
    tail(items) {
      for (const { event, logs, exceptions } of items) {
        const lines = [...logs.map(({ message }) => JSON.stringify(message)), ...exceptions.map(({ name }) => name)];
        const request = event?.request?.getUnredacted?.() ?? event?.request;
        console.log("${TRACE}" + JSON.stringify({ url: request?.url ?? null, lines }));
      }
    }
  }`,
};

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles `entry` as `wrangler deploy` would, and starts it. The Remix build must be there. */
export async function startKillableActa(
  entry: string,
  variables: Record<string, string>,
  /**
   * `rateLimited`: as in wrangler.toml, not at all, or so many calls a minute for each limit. `traced`: the data that the
   * platform would store of each invocation is kept for traces(). `inspectorPort`: of V8's inspector.
   */
  {
    rateLimited = true,
    traced = false,
    inspectorPort,
  }: { rateLimited?: boolean | number; traced?: boolean; inspectorPort?: number } = {},
): Promise<KillableActa> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-crash-"));
  const script = await bundleOf(entry);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const output = startOutput();
  const { workerOptions } = unstable_getMiniflareWorkerOptions(path.join(root, "wrangler.toml"));
  const { assets: _assets, ratelimits, ...bindings } = workerOptions;
  let changed: Record<string, string> = {};
  const listen = (stdout: Readable, stderr: Readable) => {
    output.listen(stdout);
    output.listen(stderr);
  };
  const workerd = await recordWorkerd(folder, listen);
  const open = async (): Promise<Miniflare> => {
    const worker = {
      ...bindings,
      ratelimits: rateLimited === true ? ratelimits : limited(ratelimits ?? {}, rateLimited || NO_LIMIT),
      name: "acta",
      ...(traced ? { tails: [TAIL.name] } : {}),
      modules: [{ type: "ESModule" as const, path: script }, ...(await binaryModules(path.dirname(script)))],
      modulesRoot: path.dirname(script),
      bindings: { ...bindings.bindings, ENVIRONMENT: "local", APP_ORIGIN: origin, ...variables, ...changed },
    };
    const miniflare = new Miniflare({
      workers: [
        worker,
        withWorkspaces(inspectorOptions(bindings), "acta"),
        ...(traced ? [{ ...TAIL, compatibilityDate: bindings.compatibilityDate }] : []),
      ],
      host: "127.0.0.1",
      port,
      ...(inspectorPort === undefined ? {} : { inspectorPort }),
      cf: false,
      ...keptIn(path.join(folder, "state")),
      handleRuntimeStdio: listen,
    });
    await miniflare.ready;
    return miniflare;
  };

  let miniflare = await workerd.record(open);
  let isDead = false;
  const living = () => {
    if (isDead) throw new Error("Acta is dead at the moment");
    return miniflare;
  };
  const inside = openInside(living);
  await applyMigrations(inside.database, path.join(root, "migrations"));
  return {
    origin,
    says: (text, msMax) => output.says(text, msMax),
    async kill() {
      isDead = true;
      await workerd.kill();
    },
    async start(variables) {
      if (!isDead) return;
      if (variables === undefined) {
        await workerd.start();
      } else {
        changed = variables;
        await miniflare.dispose();
        miniflare = await workerd.record(open);
      }
      isDead = false;
    },
    log: () => output.logged,
    lines: () => output.lines,
    traces: () => output.traces,
    miniflare: living,
    inside,
    async objects() {
      return countMeetingObjects(path.join(folder, "state/objects"));
    },
    async stop() {
      await miniflare.dispose();
      await workerd.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function countMeetingObjects(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((name) => /MeetingObject[\\/][0-9a-f]{64}\.sqlite$/.test(name)).length;
}

/** Folder of the storage that Miniflare has in place of the platform. */
function keptIn(folder: string) {
  return {
    defaultPersistRoot: folder,
    d1Persist: path.join(folder, "d1"),
    r2Persist: path.join(folder, "r2"),
    durableObjectsPersist: path.join(folder, "objects"),
  };
}

const NO_LIMIT = 1_000_000;

/** The same bindings with another limit. The limit of a whole network stays very high: all tests share one network. */
function limited(limits: RateLimits, limit: number): RateLimits {
  return Object.fromEntries(
    Object.keys(limits).map((name) => [
      name,
      { simple: { limit: name === "RATE_NETWORK" ? NO_LIMIT : limit, period: 60 as const } },
    ]),
  );
}
type RateLimits = Record<string, { simple: { limit: number; period?: 10 | 60 } }>;

/** Collects the output of a Worker in all its processes: log lines, other lines, traces, and listeners that wait for a line. */
function startOutput() {
  const logged: Record<string, unknown>[] = [];
  const lines: string[] = [];
  const traces: Trace[] = [];
  const listeners = new Set<(text: string) => void>();
  return {
    logged,
    lines,
    traces,
    listen(stream: Readable) {
      let begun = "";
      stream.on("data", (bytes) => {
        const written = (begun + String(bytes)).split("\n");
        // Text without a line end is kept for the next chunk; a kill leaves it incomplete, and then it is no line.
        begun = written.pop() ?? "";
        for (const line of written) {
          if (line.startsWith(TRACE)) {
            traces.push(JSON.parse(line.slice(TRACE.length)));
            continue;
          }
          lines.push(line);
          if (line.startsWith('{"event"')) logged.push(parseLine(line));
          for (const listener of listeners) listener(line);
        }
      });
    },
    says(wanted: string, msMax: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          listeners.delete(listener);
        };
        const listener = (text: string) => {
          if (!text.includes(wanted)) return;
          stop();
          resolve();
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`the Worker did not say "${wanted}" within ${msMax} ms`));
        }, msMax);
        listeners.add(listener);
      });
    },
  };
}

/** A last line may have been cut off by a kill. */
function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return { event: "cut-off" };
  }
}

const bundles = new Map<string, Promise<string>>();

/** One bundle of an entry for all files of a process; its folder goes with the process. */
function bundleOf(entry: string): Promise<string> {
  const known = bundles.get(entry);
  if (known) return known;
  const folder = mkdtempSync(path.join(tmpdir(), "acta-bundle-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const made = bundle(entry, folder);
  bundles.set(entry, made);
  return made;
}

async function bundle(entry: string, outDir: string): Promise<string> {
  const wrangler = path.join(root, "node_modules/wrangler/bin/wrangler.js");
  const child = spawn(process.execPath, [wrangler, "deploy", entry, "--dry-run", "--env=", `--outdir=${outDir}`], {
    cwd: root,
    env: { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (written += String(bytes)));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`bundling failed:\n${written}`);
  return path.join(outDir, `${path.basename(entry, ".ts")}.js`);
}

/** The Worker's fonts: wrangler puts files that end in .bin beside the script. */
async function binaryModules(folder: string): Promise<{ type: "Data" | "CompiledWasm"; path: string }[]> {
  const names = (await readdir(folder)).filter((name) => /\.(?:bin|wasm)$/u.test(name));
  return names.map((name) => ({
    type: name.endsWith(".bin") ? "Data" : "CompiledWasm",
    path: path.join(folder, name),
  }));
}
