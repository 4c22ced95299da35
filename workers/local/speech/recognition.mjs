// The recogniser's parent: one child, one window at a time, started when it is needed and ended when it is not.
import { fork } from "node:child_process";
import path from "node:path";
import { PCM_BYTES_PER_SECOND } from "./resample.mjs";

/** A model takes half a gigabyte of memory and more: it is unloaded after this time without a request. */
const IDLE_MS = 10 * 60_000;
const LOAD_MS_MAX = 120_000;
/** The slowest supported machine: so many seconds for one second of recording. The limit is never under five minutes. */
const SLOWNESS_MAX = 30;
const HEAR_MS_MIN = 5 * 60_000;

/** @typedef {import("./recogniser.mjs").RecogniserMessage} RecogniserMessage */
/** @typedef {import("./recogniser.mjs").RecognisedSegment} RecognisedSegment */

/** The model, or the build of the engine for this platform, is not available: another request does not help. */
export class EngineBroken extends Error {
  /** @param {"no-engine" | "not-a-model" | "memory"} problem */
  constructor(problem) {
    super(`the engine does not start: ${problem}`);
    this.name = "EngineBroken";
    this.problem = problem;
  }
}

export class Recognition {
  /** @param {{ modelPath: string, script?: string, idleMs?: number }} options */
  constructor({ modelPath, script, idleMs }) {
    this.modelPath = modelPath;
    this.script = script ?? path.join(import.meta.dirname, "recogniser.mjs");
    this.idleMs = idleMs ?? IDLE_MS;
    /** @type {import("node:child_process").ChildProcess | null} */
    this.child = null;
    /** @type {NodeJS.Timeout | undefined} */
    this.idle = undefined;
    /** The end of the last request: requests run one after the other. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
  }

  /** Loads the model. Throws EngineBroken, or an Error when the process ended. */
  async load() {
    await this.#inTurn(() => this.#started());
  }

  /**
   * Throws an Error when the process ended or took too long; the next window starts a new process.
   * @param {Buffer} pcm @param {string} language @returns {Promise<RecognisedSegment[]>}
   */
  async recognise(pcm, language) {
    return this.#inTurn(async () => {
      const child = await this.#started();
      const limitMs = Math.max(HEAR_MS_MIN, (pcm.byteLength / PCM_BYTES_PER_SECOND) * 1000 * SLOWNESS_MAX);
      child.send({ pcm, language });
      const message = await this.#answer(child, limitMs);
      if (message.type === "recognised") return message.segments;
      throw new Error(`the recogniser failed: ${message.type === "failed" ? message.error : message.type}`);
    });
  }

  stop() {
    clearTimeout(this.idle);
    this.child?.kill("SIGKILL");
    this.child = null;
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #inTurn(work) {
    const done = this.turn.then(async () => {
      clearTimeout(this.idle);
      try {
        return await work();
      } finally {
        this.idle = setTimeout(() => this.stop(), this.idleMs);
        this.idle.unref();
      }
    });
    this.turn = done.catch(() => {});
    return done;
  }

  async #started() {
    if (this.child !== null) return this.child;
    // Its output is discarded: whisper.cpp writes hundreds of lines, and spoken words must not be in our logs.
    const child = fork(this.script, [this.modelPath], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("exit", () => {
      if (this.child === child) this.child = null;
    });
    this.child = child;
    const message = await this.#answer(child, LOAD_MS_MAX);
    if (message.type === "ready") return child;
    this.stop();
    if (message.type === "broken") throw new EngineBroken(message.problem);
    throw new Error("the recogniser did not start");
  }

  /** @param {import("node:child_process").ChildProcess} child @param {number} limitMs @returns {Promise<RecogniserMessage>} */
  #answer(child, limitMs) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        finish();
        this.stop();
        reject(new Error("the recogniser took too long"));
      }, limitMs);
      const onMessage = (/** @type {RecogniserMessage} */ message) => {
        finish();
        resolve(message);
      };
      const onExit = (/** @type {number | null} */ code, /** @type {string | null} */ signal) => {
        finish();
        reject(new Error(`the recogniser ended with ${signal ?? code}`));
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
