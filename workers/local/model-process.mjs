// A model in a process of its own: one request at a time, started when it is needed and ended when it is not.
import { fork } from "node:child_process";
import process from "node:process";

/** A model takes half a gigabyte to four of memory: it is unloaded after this time without a request. */
const IDLE_MS = 10 * 60_000;

/** The last two: the model does not recognise the trial sentence, or not in time (speech/trial.mjs). @typedef {"no-engine" | "not-a-model" | "memory" | "wrong-words" | "too-slow"} EngineProblem */

/** The model, or the build of the engine for this platform, is not available: another request does not help. */
export class EngineBroken extends Error {
  /** @param {EngineProblem} problem */
  constructor(problem) {
    super(`the engine does not start: ${problem}`);
    this.name = "EngineBroken";
    this.problem = problem;
  }
}

/** The process ended by itself, or the system ended it. */
export class EngineEnded extends Error {}

/**
 * `name` stands in errors. `serialization` is that of `fork`: "advanced" for bytes.
 * @typedef {{ name: string, script: string, args: string[], loadMsMax: number, idleMs?: number | undefined,
 *   serialization?: "json" | "advanced", env?: Record<string, string> }} Options
 */

/** @template {{ type: string }} Message */
export class ModelProcess {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {import("node:child_process").ChildProcess | null} */
    this.child = null;
    /** @type {NodeJS.Timeout | undefined} */
    this.idle = undefined;
    /** The end of the last request: requests run one after the other. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
  }

  /** Loads the model. Throws EngineBroken, or an Error when the process ended. */
  async load() {
    await this.inTurn(async () => {});
  }

  /**
   * Runs one request after those before it, with the process started.
   * @template T @param {(child: import("node:child_process").ChildProcess) => Promise<T>} work
   * @param {AbortSignal} [signal] when it is aborted before the request's turn, no process is started for it
   * @returns {Promise<T>}
   */
  inTurn(work, signal) {
    const done = this.turn.then(async () => {
      clearTimeout(this.idle);
      try {
        signal?.throwIfAborted();
        return await work(await this.#started());
      } finally {
        this.idle = setTimeout(() => this.stop(), this.options.idleMs ?? IDLE_MS);
        this.idle.unref();
      }
    });
    this.turn = done.catch(() => {});
    return done;
  }

  stop() {
    clearTimeout(this.idle);
    this.child?.kill("SIGKILL");
    this.child = null;
  }

  async #started() {
    if (this.child !== null) return this.child;
    const { name, script, args, loadMsMax, serialization = "json", env = {} } = this.options;
    // Its output is discarded: engines write hundreds of lines and may quote what they read, and spoken words must not be in our logs.
    const child = fork(script, args, {
      serialization,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { ...process.env, ...env },
    });
    child.on("exit", () => {
      if (this.child === child) this.child = null;
    });
    this.child = child;
    /** @type {{ type: string, problem?: EngineProblem }} */
    const message = await this.answer(child, loadMsMax);
    if (message.type === "ready") return child;
    this.stop();
    if (message.type === "broken" && message.problem) throw new EngineBroken(message.problem);
    throw new Error(`${name} did not start`);
  }

  /**
   * Waits for the message that ends a request. Messages for which `isPart` returns true do not end it.
   * @param {import("node:child_process").ChildProcess} child @param {number} silenceMs longest pause between two messages
   * @param {(message: Message) => boolean} [isPart]
   * @returns {Promise<Message>}
   */
  answer(child, silenceMs, isPart = () => false) {
    const { name } = this.options;
    return new Promise((resolve, reject) => {
      const onSilence = () => {
        finish();
        this.stop();
        reject(new Error(`${name} fell silent`));
      };
      let timer = setTimeout(onSilence, silenceMs);
      const onMessage = (/** @type {Message} */ message) => {
        if (isPart(message)) {
          clearTimeout(timer);
          timer = setTimeout(onSilence, silenceMs);
          return;
        }
        finish();
        resolve(message);
      };
      const onExit = (/** @type {number | null} */ code, /** @type {string | null} */ signal) => {
        finish();
        reject(new EngineEnded(`${name} ended with ${signal ?? code}`));
      };
      const finish = () => {
        clearTimeout(timer);
        child.off("message", onMessage);
        child.off("exit", onExit);
      };
      child.on("message", onMessage);
      child.on("exit", onExit);
    });
  }
}
