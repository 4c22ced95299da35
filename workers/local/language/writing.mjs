// The parent of the process in which the model writes.
import path from "node:path";
import { ModelProcess } from "../model-process.mjs";

/** A model of 3 GB on a slow disk. */
const LOAD_MS_MAX = 3 * 60_000;
/** Longest silence of the process while it reads a question of 7,000 tokens on a slow machine. */
const SILENCE_MS_MAX = 15 * 60_000;

/** @typedef {import("./writer.mjs").WriterMessage} WriterMessage */
/** @typedef {import("./writer.mjs").Usage} Usage */
/** @typedef {{ messages: import("./writer.mjs").Message[], schema: object | null, maxTokens: number, temperature: number }} Question */
/** @typedef {import("./judge-lines.mjs").JudgeRequest} JudgeRequest */
/** @typedef {{ kind: "judged", probabilities: number[], usage: Usage } | { kind: "too-long" }} Judged */
/** @typedef {{ kind: "written", reason: "stop" | "length", usage: Usage } | { kind: "too-long" }} Written */

/** @extends {ModelProcess<WriterMessage>} */
export class Writing extends ModelProcess {
  /** @param {{ modelPath: string, threads?: string | undefined, script?: string, idleMs?: number }} options */
  constructor({ modelPath, threads, script, idleMs }) {
    super({
      name: "the writer",
      script: script ?? path.join(import.meta.dirname, "writer.mjs"),
      args: [modelPath, threads ?? ""],
      loadMsMax: LOAD_MS_MAX,
      idleMs,
    });
  }

  /**
   * Writes the answer; `onPiece` gets its text as it comes. Rejects with the signal's reason when it is aborted, before its turn or in the
   * middle, and with an Error when the process ended or fell silent; the next question starts a new process.
   * @param {Question} question @param {(text: string) => void} onPiece @param {AbortSignal} signal @returns {Promise<Written>}
   */
  async write(question, onPiece, signal) {
    const message = await this.#ask({ type: "write", ...question }, signal, onPiece);
    if (message.type === "too-long") return { kind: "too-long" };
    if (message.type === "written" && message.reason !== "aborted") {
      return { kind: "written", reason: message.reason, usage: message.usage };
    }
    return failed(message, signal);
  }

  /**
   * Returns the probability that the model takes each line for something that was said (judge-lines.mjs). Rejects as `write` does.
   * @param {JudgeRequest} request @param {AbortSignal} signal @returns {Promise<Judged>}
   */
  async judge(request, signal) {
    const message = await this.#ask({ type: "judge", ...request }, signal);
    if (message.type === "too-long") return { kind: "too-long" };
    if (message.type === "judged") {
      return { kind: "judged", probabilities: message.probabilities, usage: message.usage };
    }
    return failed(message, signal);
  }

  /** @param {object} request @param {AbortSignal} signal @param {(text: string) => void} [onPiece] @returns {Promise<WriterMessage>} */
  async #ask(request, signal, onPiece) {
    return this.inTurn(async (child) => {
      signal.throwIfAborted();
      const abort = () => child.connected && child.send({ type: "abort" });
      signal.addEventListener("abort", abort, { once: true });
      try {
        child.send(request);
        return await this.answer(child, SILENCE_MS_MAX, (part) => {
          if (part.type === "piece") onPiece?.(part.text);
          return part.type === "piece";
        });
      } finally {
        signal.removeEventListener("abort", abort);
      }
    }, signal);
  }
}

/** @param {WriterMessage} message @param {AbortSignal} signal @returns {never} */
function failed(message, signal) {
  signal.throwIfAborted();
  throw new Error(`the writer failed: ${message.type === "failed" ? message.error : message.type}`);
}
