import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "#tests/support/free-port.ts";
import { copyPrepared } from "#tests/support/prepared-folder.ts";
import { isWorkerd, processRows } from "#tests/support/process-rows.ts";

/**
 * A whole Acta as `npm start` runs it, on free ports and in a folder of its own, so that two runs beside each other
 * never meet. The build must be there.
 */
export type ActaProcess = {
  origin: string;
  identityOrigin: string;
  dataDir: string;
  /** The pids of this instance's workerd processes, found by the folder that they persist to. */
  workerdPids(): Promise<number[]>;
  logs(): Promise<string>;
  stop(): Promise<void>;
};

const root = fileURLToPath(new URL("../..", import.meta.url));
const START_MS_MAX = 120_000;

/** `dataDir`: a folder of the caller's, which stays when Acta stops. */
export async function startActa(
  options: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<ActaProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), "acta-test-")));
  const [port, identityPort] = [await freePort(), await freePort()];
  const [speechPort, recorderPort, languagePort] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, [path.join(root, "workers/local/start.mjs")], {
    cwd: root,
    env: {
      ...process.env,
      ACTA_BUILT: "1",
      ...(options.dataDir ? {} : await copyPrepared(dataDir)),
      ACTA_PORT: String(port),
      ACTA_IDENTITY_PORT: String(identityPort),
      ACTA_SPEECH_PORT: String(speechPort),
      ACTA_RECORDER_PORT: String(recorderPort),
      ACTA_LANGUAGE_PORT: String(languagePort),
      ACTA_DATA_DIR: dataDir,
      // The offer of a model is looked at by a test of its own.
      LANGUAGE_ENGINE: "extractive",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  await started(child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    origin: `http://localhost:${port}`,
    identityOrigin: `http://127.0.0.1:${identityPort}`,
    dataDir,
    workerdPids: () => workerdPidsOf(port),
    logs: () => readFile(path.join(dataDir, "logs/worker.log"), "utf8"),
    stop,
  };
}

async function started(child: ChildProcess): Promise<void> {
  let written = "";
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Acta did not start:\n${written}`)), START_MS_MAX);
    const read = (bytes: Buffer) => {
      written += String(bytes);
      if (written.includes("Ctrl-C stops everything")) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => {
      clearTimeout(timer);
      reject(new Error(`Acta ended:\n${written}`));
    });
  });
}

/** The workerd processes of the Acta on this port: workerd is a child of the `run-worker.mjs` whose command line names it. */
export async function workerdPidsOf(port: number): Promise<number[]> {
  const rows = await processRows();
  const group = new Set(rows.filter((row) => row.args.includes(`--port=${port}`)).map((row) => row.pid));
  for (let grew = true; grew; ) {
    const before = group.size;
    for (const row of rows) if (group.has(row.parent)) group.add(row.pid);
    grew = group.size > before;
  }
  return rows.filter((row) => group.has(row.pid) && isWorkerd(row)).map((row) => row.pid);
}
