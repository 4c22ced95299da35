import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BotOrder, BotReport } from "#app/contracts/recording/recorder.ts";
import { within } from "./waits.ts";

const TOKEN = "a-token-for-this-test-only";
/** The service ends a bot for another attempt in 25 s at most; it answers everything else at once. */
const ANSWER_MS_MAX = 60_000;

/** The recorder as it is run: the bundle, in a process of its own. */
export type RecorderProcess = {
  url: string;
  data: string;
  pid: number;
  log(): Record<string, unknown>[];
  ask(path: string, init?: { method?: string; body?: unknown; token?: string }): Promise<Response>;
  start(order: BotOrder): Promise<BotReport>;
  report(botId: string): Promise<BotReport | null>;
  stop(botId: string): Promise<void>;
  /** The processes of its bots. */
  botPids(): number[];
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  close(): Promise<void>;
};

export async function startRecorder(given: {
  localOrigin: string;
  data?: string;
  botsMax?: number;
}): Promise<RecorderProcess> {
  const data = given.data ?? mkdtempSync(path.join(tmpdir(), "acta-recorder-test-"));
  const root = path.resolve(import.meta.dirname, "../../..");
  const program = path.join(root, "build/recorder/main.js");
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      ...process.env,
      RECORDER_TOKEN: TOKEN,
      RECORDER_PORT: "0",
      RECORDER_DATA: data,
      // More than tests that run at once: a bot that has left counts until its process has ended.
      RECORDER_BOTS_MAX: String(given.botsMax ?? 12),
      RECORDER_LOCAL_ORIGIN: given.localOrigin,
      ...(process.env.ACTA_BROWSER ? { RECORDER_CHROMIUM: process.env.ACTA_BROWSER } : {}),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const url = await readUrl(child, lines);
  const ask: RecorderProcess["ask"] = (where, { method = "GET", body, token = TOKEN } = {}) =>
    fetch(`${url}${where}`, {
      method,
      // One connection for each request. Behind a blocking decoder the close of a kept connection is noticed so late that the
      // connection is used again; that is the probable cause of a request that never ended here.
      headers: { Connection: "close", ...(token === "" ? {} : { Authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = async (signal: "SIGKILL" | "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await within(gone, "the recorder has ended");
  };
  return {
    url,
    data,
    pid: child.pid ?? 0,
    log: () => lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)),
    ask,
    async start(order) {
      const answer = await ask("/v1/bots", { method: "POST", body: order });
      if (!answer.ok) throw new Error(`the recorder answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
    async report(botId) {
      const answer = await ask(`/v1/bots/${botId}`);
      return answer.ok ? answer.json() : null;
    },
    async stop(botId) {
      const answer = await ask(`/v1/bots/${botId}/stop`, { method: "POST" });
      if (answer.status !== 202) throw new Error(`the recorder answered ${answer.status}`);
    },
    botPids: () => childrenOf(child.pid ?? 0),
    kill,
    async close() {
      await kill("SIGTERM");
      if (given.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
}

async function readUrl(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let rest = "";
    child.once("exit", (code) => reject(new Error(`the recorder ended (${code})`)));
    child.stdout?.on("data", (bytes) => {
      rest += String(bytes);
      const all = rest.split("\n");
      rest = all.pop() ?? "";
      for (const line of all) {
        lines.push(line);
        const url = /^recorder on (\S+)/u.exec(line)?.[1];
        if (url) resolve(url);
      }
    });
  });
}
