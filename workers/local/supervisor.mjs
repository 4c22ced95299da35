// Starts child processes in groups of their own, watches their health, restarts what is dead, and ends all of them.
// A killed workerd leaves the process that started it alive and useless, so being alive is not enough: a child must answer.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import process from "node:process";
import { openLogFile } from "./log-file.mjs";
import { logLine } from "./log-line.mjs";

const END_WITH_PARENT = new URL("./end-with-parent.mjs", import.meta.url).href;
const READY_MS_MAX = 90_000;
const PROBE_EVERY_MS = 1_000;
const PROBE_MS_MAX = 5_000;
/** So many silent probes in a row, after it once answered, and the group is started again. */
const SILENT_PROBES_MAX = 3;
const RESTART_DELAY_MS = 500;
const STOP_MS_MAX = 5_000;
const TAIL_LINES = 25;

/**
 * @typedef {{ name: string, args: string[], env: Record<string, string>, healthUrl: string }} ChildSpec
 * @typedef {{ spec: ChildSpec, process: import("node:child_process").ChildProcess | null, tail: string[],
 *   silent: number, answered: boolean, restarting: boolean }} Child
 */

export class Supervisor {
  /**
   * `secrets`: values that no line may show, beside what logLine leaves out of any.
   * `onGroups`: called with the groups that run, whenever they change.
   * @param {{ logDir: string, echo: boolean, secrets?: readonly string[], onGroups?: (groups: number[]) => void }} options
   */
  constructor(options) {
    this.options = options;
    /** @type {Child[]} */
    this.children = [];
    this.stopping = false;
    mkdirSync(options.logDir, { recursive: true, mode: 0o700 });
  }

  /** @param {ChildSpec} spec */
  start(spec) {
    /** @type {Child} */
    const child = { spec, process: null, tail: [], silent: 0, answered: false, restarting: false };
    this.children.push(child);
    this.#spawn(child);
  }

  /** Resolves when every child has answered once, or with the one that did not. */
  async ready() {
    const deadline = Date.now() + READY_MS_MAX;
    for (const child of this.children) {
      while (!(await answers(child.spec.healthUrl))) {
        const dead = child.process === null || child.process.exitCode !== null;
        if (dead || Date.now() > deadline) {
          return { ok: false, name: child.spec.name, tail: child.tail.join("\n") };
        }
        await sleep(200);
      }
      child.answered = true;
    }
    void this.#watch();
    return { ok: true, name: "", tail: "" };
  }

  /** Ends every group: politely first, then for certain. */
  async stop() {
    this.stopping = true;
    await Promise.all(this.children.map((child) => endGroup(child.process)));
  }

  /** Starts a child again, for example after its program has changed. Resolves when it answers. @param {string} name */
  async restart(name) {
    const child = this.children.find(({ spec }) => spec.name === name);
    if (child && !child.restarting) await this.#restart(child);
  }

  /** Ends a child, waits for `act`, and starts it again. @template T @param {string} name @param {() => T} act @returns {Promise<T>} */
  async whileStopped(name, act) {
    const child = this.children.find(({ spec }) => spec.name === name);
    if (!child) throw new RangeError(`there is no ${name}`);
    while (child.restarting) await sleep(200);
    child.restarting = true;
    await endGroup(child.process);
    try {
      return act();
    } finally {
      await this.#restart(child);
    }
  }

  async #watch() {
    while (!this.stopping) {
      await sleep(PROBE_EVERY_MS);
      for (const child of this.children) {
        if (this.stopping) return;
        if (child.restarting) continue;
        child.silent = (await answers(child.spec.healthUrl)) ? 0 : child.silent + 1;
        if (child.silent < SILENT_PROBES_MAX) continue;
        process.stdout.write(`${child.spec.name} does not answer; starting it again.\n`);
        await this.#restart(child);
      }
    }
  }

  /** @param {Child} child */
  async #restart(child) {
    child.restarting = true;
    await endGroup(child.process);
    await sleep(RESTART_DELAY_MS);
    if (this.stopping) return;
    this.#spawn(child);
    const deadline = Date.now() + READY_MS_MAX;
    // One that has died again is not waited for: the next round starts another.
    const isComing = () => !this.stopping && child.process?.exitCode === null && Date.now() < deadline;
    while (isComing() && !(await answers(child.spec.healthUrl))) await sleep(200);
    child.silent = 0;
    child.restarting = false;
  }

  /** @param {Child} child */
  #spawn(child) {
    const { logDir, echo, secrets } = this.options;
    const log = openLogFile(path.join(logDir, `${child.spec.name}.log`));
    const spawned = spawn(process.execPath, ["--import", END_WITH_PARENT, ...child.spec.args], {
      env: { ...process.env, ...child.spec.env, ACTA_SUPERVISOR: String(process.pid) },
      // Standard input is never written: its end tells the child that this process is gone.
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own: a signal to the group reaches workerd and esbuild too, and Ctrl-C reaches only us.
      detached: true,
    });
    child.process = spawned;
    spawned.stdin.on("error", () => {});
    this.options.onGroups?.(this.children.flatMap((each) => each.process?.pid ?? []));
    for (const stream of [spawned.stdout, spawned.stderr]) {
      createInterface({ input: stream }).on("line", (printed) => {
        const line = logLine(printed, secrets);
        log.write(line);
        if (echo) process.stdout.write(`${line}\n`);
        child.tail.push(line);
        child.tail.splice(0, Math.max(0, child.tail.length - TAIL_LINES));
      });
    }
    spawned.on("close", () => log.end());
  }
}

/** @param {string} url */
async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(PROBE_MS_MAX) })).ok;
  } catch {
    return false;
  }
}

/** @param {import("node:child_process").ChildProcess | null} child */
async function endGroup(child) {
  if (!child?.pid) return;
  const group = -child.pid;
  signalGroup(group, "SIGTERM");
  const deadline = Date.now() + STOP_MS_MAX;
  while (groupIsAlive(group) && Date.now() < deadline) await sleep(50);
  signalGroup(group, "SIGKILL");
}

/** @param {number} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    process.kill(group, signal);
  } catch {
    // The group is gone already.
  }
}

/** @param {number} group */
function groupIsAlive(group) {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
