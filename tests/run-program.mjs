// One program of a run. It is ended, with everything that it has started, when it is stuck.
import { spawn, spawnSync } from "node:child_process";
import { setPriority } from "node:os";
import process from "node:process";

/**
 * Limits for programs that no longer get on, not for slow machines: at a load of 10 to 17 the six files of the crash tests took
 * 13 minutes together, and a suite writes after each file.
 * workerd can stop to answer its test runner, which then waits without a limit of its own (docs/decisions/074).
 */
const SILENT_MS_MAX = 15 * 60_000;
const PROGRAM_MS_MAX = 45 * 60_000;
const LOOK_MS = 5_000;
const COMMAND_CHARS_MAX = 160;

/**
 * `code`: null when it was ended here. `stuck`: why it was ended, or null.
 * @typedef {{ code: number | null, text: string, stuck: string | null }} Ended
 * @typedef {{ silentMs: number, programMs: number, lookMs: number }} Limits
 * @typedef {{ pid: number, parent: number, told: string }} Row
 */

/**
 * Runs a program to its end.
 * @param {{ program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv, niceness?: number }} given
 * @param {Limits} limits
 * @returns {Promise<Ended>}
 */
export function runProgram(
  { program, args, cwd, env, niceness = 0 },
  limits = { silentMs: SILENT_MS_MAX, programMs: PROGRAM_MS_MAX, lookMs: LOOK_MS },
) {
  const startedAt = Date.now();
  let wroteAt = startedAt;
  /** @type {Buffer[]} */
  const written = [];
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    // Its own children have the same priority.
    if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
    const look = setInterval(() => {
      const stuck = describeStuck({ silentMs: Date.now() - wroteAt, programMs: Date.now() - startedAt }, limits);
      if (stuck === null) return;
      const rows = endWithChildren(child.pid ?? 0);
      written.push(
        Buffer.from(`\nEnded: ${stuck}. It and what it had started (time is that of the processor):\n${rows}\n`),
      );
      // Programs that are no longer below it may keep its pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
      end({ code: null, stuck });
    }, limits.lookMs);
    const end = (/** @type {{ code: number | null, stuck: string | null }} */ ended) => {
      clearInterval(look);
      resolve({ ...ended, text: Buffer.concat(written).toString("utf8").trim() });
    };
    const keep = (/** @type {Buffer} */ bytes) => {
      wroteAt = Date.now();
      written.push(bytes);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => {
      keep(Buffer.from(`${error.message}\n`));
      end({ code: 1, stuck: null });
    });
    child.on("close", (code) => end({ code: code ?? 1, stuck: null }));
  });
}

/** @param {{ silentMs: number, programMs: number }} now @param {Limits} limits */
function describeStuck(now, limits) {
  if (now.silentMs > limits.silentMs) return `it wrote nothing for ${minutes(limits.silentMs)}`;
  if (now.programMs > limits.programMs) return `it did not end within ${minutes(limits.programMs)}`;
  return null;
}

/** @param {number} ms */
function minutes(ms) {
  return `${Number((ms / 60_000).toFixed(3))} minutes`;
}

/** Kills a process and all below it, parents first, so that none is started anew. @param {number} root @returns {string} a line for each */
function endWithChildren(root) {
  const rows = processRows();
  const below = new Set([root]);
  // A child may come before its parent in the list.
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of rows) if (below.has(parent)) below.add(pid);
  }
  for (const pid of below) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended with its parent.
    }
  }
  return rows
    .filter(({ pid }) => below.has(pid))
    .map(({ told }) => told.slice(0, COMMAND_CHARS_MAX))
    .join("\n");
}

/** @returns {Row[]} */
function processRows() {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,stat=,time=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((told) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s/u.exec(told) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), told }];
  });
}
