import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, open, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import * as z from "zod";

/**
 * Starts a workerd again as Miniflare started it, without Miniflare: a new Miniflare costs 0.8 s of CPU to write the same
 * configuration again. The first start goes through a script that stores its arguments, its configuration and its process id.
 */
type RecordedWorkerd = {
  /** Calls `start`, which makes a Miniflare and waits for it, and stores how it starts workerd. */
  record<Started>(start: () => Promise<Started>): Promise<Started>;
  /** Kills it with SIGKILL, so that it cannot clean up. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** Miniflare's variable with the path of the program to run instead of its own workerd. */
const PROGRAM = "MINIFLARE_WORKERD_PATH";
const EXIT_MS_MAX = 10_000;
const CONTROL_FD = 3;

/** `listen` gets the output of each process that Miniflare did not start. */
export async function recordWorkerd(
  folder: string,
  listen: (stdout: Readable, stderr: Readable) => void,
): Promise<RecordedWorkerd> {
  const stored = (name: string) => path.join(folder, `workerd.${name}`);
  const program = workerdPath();
  await writeFile(
    stored("sh"),
    `#!/bin/sh
echo $$ > '${stored("pid")}'
printf '%s\\n' "$@" > '${stored("arguments")}'
cat > '${stored("config")}'
exec '${program}' "$@" < '${stored("config")}'
`,
  );
  await chmod(stored("sh"), 0o755);
  let pid: number | null = null;
  let child: ChildProcess | null = null;
  const killChild = () => child?.kill("SIGKILL");
  return {
    async record(start) {
      const { [PROGRAM]: before } = process.env;
      process.env[PROGRAM] = stored("sh");
      try {
        const started = await start();
        pid = Number(await readFile(stored("pid"), "utf8"));
        return started;
      } finally {
        if (before === undefined) delete process.env[PROGRAM];
        else process.env[PROGRAM] = before;
      }
    },
    async kill() {
      if (pid === null) return;
      process.removeListener("exit", killChild);
      const killed = pid;
      pid = null;
      child = null;
      if (isAlive(killed)) process.kill(killed, "SIGKILL");
      await gone(killed);
    },
    async start() {
      const args = (await readFile(stored("arguments"), "utf8")).trimEnd().split("\n");
      const config = await open(stored("config"));
      child = spawn(program, args, { stdio: [config.fd, "pipe", "pipe", "pipe"] });
      process.once("exit", killChild);
      const { stdout, stderr, stdio } = child;
      if (!stdout || !stderr) throw new Error("workerd has no output");
      listen(stdout, stderr);
      pid = child.pid ?? null;
      const exited = once(child, "exit").then(() => Promise.reject(new Error("workerd ended when it was started")));
      await Promise.race([listening(stdio[CONTROL_FD]), exited]);
      // It ends with SIGKILL later.
      exited.catch(() => {});
      await config.close();
    },
  };
}

/** The workerd of the installed Miniflare. */
function workerdPath(): string {
  const ofMiniflare = createRequire(createRequire(import.meta.url).resolve("miniflare"));
  return z.object({ default: z.string() }).parse(ofMiniflare("workerd")).default;
}

const controlMessage = z.object({ event: z.string(), socket: z.string().optional() });

/** Resolves when workerd listens on the socket that answers requests. */
async function listening(control: unknown): Promise<void> {
  if (!(control instanceof Readable)) throw new Error("workerd has no control channel");
  for await (const line of createInterface(control)) {
    const { event, socket } = controlMessage.parse(JSON.parse(line));
    if (event === "listen" && socket === "entry") return;
  }
  throw new Error("workerd listens on no socket");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  const deadline = Date.now() + EXIT_MS_MAX;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`workerd ${pid} outlived SIGKILL`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
