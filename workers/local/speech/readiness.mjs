// Whether a speech model can work on this machine, and the problem if it cannot. Nothing is fetched or loaded before a request.
import { EngineBroken } from "../model-process.mjs";
import { ModelError } from "../model-files/bring-model.mjs";

/**
 * `download` is null while nothing has to come over the network. `failed` lasts until an asker asks that has not been told.
 * @typedef {{ state: "ready" } | { state: "preparing", download: { receivedBytes: number, totalBytes: number } | null }
 *   | { state: "failed", problem: Problem }} Readiness
 * @typedef {import("../model-files/bring-model.mjs").ModelProblem | import("../model-process.mjs").EngineProblem | "crashed"} Problem
 */

/** Limit of remembered askers; each is known by the key of its requests. */
const ASKERS_MAX = 1000;

export class Preparation {
  /**
   * `totalBytes`: of the files that may have to be fetched; null where somebody has them.
   * @param {{ id: string, totalBytes: number | null, bring: (progress: (bytes: number) => void) => Promise<void>,
   *   load: () => Promise<void>, log: (event: string, fields: Record<string, unknown>) => void }} needs
   */
  constructor(needs) {
    this.needs = needs;
    /** @type {Readiness | null} */
    this.now = null;
    /** Keys of the askers that have been told the current state. @type {Set<string>} */
    this.askers = new Set();
    /** The end of the attempt that is under way. */
    this.settled = Promise.resolve();
  }

  /**
   * Begins the preparation, unless it has begun. An asker that waited for a failed attempt gets the failure; a new asker (a
   * person who pressed the button, the next recording) begins another attempt.
   * @param {string} ask @returns {Readiness}
   */
  ask(ask) {
    if (this.now?.state === "failed" && !this.askers.has(ask)) this.forget();
    if (this.askers.size < ASKERS_MAX) this.askers.add(ask);
    if (this.now === null) {
      this.now = { state: "preparing", download: null };
      this.settled = this.#attempt();
    }
    return this.now;
  }

  /** Forgets the state, because a ready engine may have broken since: the next asker starts a new attempt. */
  forget() {
    this.now = null;
    this.askers.clear();
  }

  get isReady() {
    return this.now?.state === "ready";
  }

  async #attempt() {
    const { id, totalBytes, bring, load, log } = this.needs;
    try {
      await bring((receivedBytes) => {
        if (totalBytes !== null) this.now = { state: "preparing", download: { receivedBytes, totalBytes } };
      });
      this.now = { state: "preparing", download: null };
      await load();
      this.now = { state: "ready" };
      log("speech.ready", { model: id });
    } catch (error) {
      const problem = problemOf(error);
      this.now = { state: "failed", problem };
      log("speech.failed", { model: id, problem, cause: causeOf(error) });
    }
  }
}

/** @param {unknown} error @returns {Problem} */
function problemOf(error) {
  return error instanceof ModelError || error instanceof EngineBroken ? error.problem : "crashed";
}

/** Contains no content of meetings: only addresses, paths and codes of the system. @param {unknown} error */
function causeOf(error) {
  const chain = [];
  for (let at = error; at instanceof Error && chain.length < 4; at = at.cause) {
    chain.push("code" in at ? `${at.message} (${String(at.code)})` : at.message);
  }
  return chain.join(": ");
}
