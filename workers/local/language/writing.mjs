// The parent of the process in which the model writes: one process, one question at a time, started when it is needed and ended
// when it is not.
import { fork } from "node:child_process";
import path from "node:path";
import { EngineBroken } from "../speech/recognition.mjs";

/** A model takes 1 to 4 GB of memory: it is unloaded after this time without a question. */
const IDLE_MS = 10 * 60_000;
/** A model of 3 GB on a slow disk. */
const LOAD_MS_MAX = 3 * 60_000;
/** Longest silence of the process while it reads a question of 7,000 tokens on a slow machine. */
const SILENCE_MS_MAX = 15 * 60_000;

/** @typedef {import("./writer.mjs").WriterMessage} WriterMessage */
/** @typedef {import("./writer.mjs").Usage} Usage */
/** @typedef {{ messages: import("./writer.mjs").Message[], schema: object | null, maxTokens: number, temperature: number }} Question */
/** @typedef {{ kind: "written", reason: "stop" | "length", usage: Usage } | { kind: "too-long" }} Written */

export class Writing {
  /** @param {{ modelPath: string, threads?: string | undefined, script?: string, idleMs?: number }} options */
  constructor({ modelPath, threads, script, idleMs }) {
    this.modelPath = modelPath;
    this.threads = threads ?? "";
    this.script = script ?? path.join(import.meta.dirname, "writer.mjs");
    this.idleMs = idleMs ?? IDLE_MS;
    /** Tokens of a question and its answer together; 0 before the model is loaded. */
    this.contextTokens = 0;
    /** @type {import("node:child_process").ChildProcess | null} */
    this.child = null;
    /** @type {NodeJS.Timeout | undefined} */
    this.idle = undefined;
    /** The end of the last question: questions run one after the other. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
  }

  /** Loads the model. Throws EngineBroken, or an Error when the process ended. */
  async load() {
    await this.#inTurn(() => this.#started());
  }

  /**
   * Writes the answer; `onPiece` gets its text as it comes. Rejects with the signal's reason when it is aborted, before its turn or in the
   * middle, and with an Error when the process ended or fell silent; the next question starts a new process.
   * @param {Question} question @param {(text: string) => void} onPiece @param {AbortSignal} signal @returns {Promise<Written>}
   */
  async write(question, onPiece, signal) {
    return this.#inTurn(async () => {
      signal.throwIfAborted();
      const child = await this.#started();
      signal.throwIfAborted();
      const abort = () => child.connected && child.send({ type: "abort" });
      signal.addEventListener("abort", abort, { once: true });
      try {
        child.send({ type: "write", ...question });
        const message = await this.#end(child, SILENCE_MS_MAX, onPiece);
        if (message.type === "too-long") return { kind: "too-long" };
        if (message.type === "written" && message.reason !== "aborted") {
          return { kind: "written", reason: message.reason, usage: message.usage };
        }
        signal.throwIfAborted();
        throw new Error(`the writer failed: ${message.type === "failed" ? message.error : message.type}`);
      } finally {
        signal.removeEventListener("abort", abort);
      }
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
    // Its output is discarded: the engine may quote what it reads, and spoken words must not be in our logs.
    const child = fork(this.script, [this.modelPath, this.threads], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    child.on("exit", () => {
      if (this.child === child) this.child = null;
    });
    this.child = child;
    const message = await this.#end(child, LOAD_MS_MAX, () => {});
    if (message.type === "ready") {
      this.contextTokens = message.contextTokens;
      return child;
    }
    this.stop();
    if (message.type === "broken") throw new EngineBroken(message.problem);
    throw new Error("the writer did not start");
  }

  /**
   * The message that ends what the process was asked for. `silenceMs`: longest pause between two messages.
   * @param {import("node:child_process").ChildProcess} child @param {number} silenceMs @param {(text: string) => void} onPiece
   * @returns {Promise<WriterMessage>}
   */
  #end(child, silenceMs, onPiece) {
    return new Promise((resolve, reject) => {
      const onSilence = () => {
        finish();
        this.stop();
        reject(new Error("the writer fell silent"));
      };
      let timer = setTimeout(onSilence, silenceMs);
      const onMessage = (/** @type {WriterMessage} */ message) => {
        if (message.type === "piece") {
          clearTimeout(timer);
          timer = setTimeout(onSilence, silenceMs);
          onPiece(message.text);
          return;
        }
        finish();
        resolve(message);
      };
      const onExit = (/** @type {number | null} */ code, /** @type {string | null} */ signal) => {
        finish();
        reject(new Error(`the writer ended with ${signal ?? code}`));
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
