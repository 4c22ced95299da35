// Whether the local model can write, and what it lacks if it cannot. A model is fetched only when a person has asked for it, and a
// person may pause the download; one that is there is loaded by the first meeting that needs it.
import { existsSync, statSync } from "node:fs";
import { EngineBroken } from "../model-process.mjs";
import { ModelError } from "../model-files/bring-model.mjs";
import { partOf } from "../model-files/fetch-file.mjs";

/**
 * `absent`: there is no model on this machine; `offer` is the one that a person can have fetched, null when there is none. `paused`:
 * a part of it is here. `preparing`: it is fetched, or (without `download`) checked and loaded. `failed` lasts until an asker asks that has not been told.
 * @typedef {{ receivedBytes: number, totalBytes: number }} Download
 * @typedef {{ state: "ready" } | { state: "preparing", download: Download | null } | { state: "paused", download: Download }
 *   | { state: "failed", problem: Problem } | { state: "absent", offer: { name: string, bytes: number } | null }} LanguageReadiness
 * @typedef {import("../model-files/bring-model.mjs").ModelProblem | import("../model-process.mjs").EngineProblem | "crashed"} Problem
 */

/** Limit of remembered askers; each is known by the key of its requests. */
const ASKERS_MAX = 1000;

export class LanguagePreparation {
  /**
   * @param {{ choice: import("./models.mjs").LanguageModelChoice, load: () => Promise<void>,
   *   bring: typeof import("../model-files/bring-model.mjs").bringModel,
   *   log: (event: string, fields: Record<string, unknown>) => void }} needs
   */
  constructor(needs) {
    this.needs = needs;
    /** @type {Extract<LanguageReadiness, { state: "ready" | "preparing" | "failed" }> | null} */
    this.now = null;
    /** Keys of the askers that have been told the current state. @type {Set<string>} */
    this.askers = new Set();
    /** Ends the attempt that is under way. */
    this.stop = new AbortController();
    /** The end of the attempt that is under way. */
    this.settled = Promise.resolve();
  }

  /** Reports the state to a page, and begins nothing. @returns {LanguageReadiness} */
  look() {
    if (this.now !== null) return this.now;
    return this.#isThere() ? { state: "ready" } : this.#absent();
  }

  /** Prepares the model for a meeting that wants to be written: loads it when it is there. @param {string} ask @returns {LanguageReadiness} */
  ask(ask) {
    if (this.#isThere() || this.now?.state === "preparing") return this.#prepare(ask);
    return this.now?.state === "failed" ? this.now : this.#absent();
  }

  /** A person asks for the model to be fetched. @param {string} ask @returns {LanguageReadiness} */
  fetch(ask) {
    return this.#prepare(ask);
  }

  /** A person pauses the download; what has arrived is kept. @returns {Promise<LanguageReadiness>} */
  async pause() {
    if (this.now?.state !== "preparing" || this.now.download === null) return this.look();
    this.stop.abort();
    await this.settled;
    return this.look();
  }

  /** Forgets the state, because a ready engine may have broken since: the next asker starts a new attempt. */
  forget() {
    this.now = null;
    this.askers.clear();
  }

  get isReady() {
    return this.now?.state === "ready";
  }

  /**
   * Begins the preparation, unless it has begun. An asker that waited for a failed attempt gets the failure; a new asker (a person who
   * pressed the button, the next meeting) begins another attempt.
   * @param {string} ask @returns {LanguageReadiness}
   */
  #prepare(ask) {
    if (this.now?.state === "failed" && !this.askers.has(ask)) this.forget();
    if (this.askers.size < ASKERS_MAX) this.askers.add(ask);
    if (this.now === null) {
      this.now = { state: "preparing", download: null };
      this.stop = new AbortController();
      this.settled = this.#attempt(this.stop.signal);
    }
    return this.now;
  }

  /** @param {AbortSignal} signal */
  async #attempt(signal) {
    const { choice, bring, load, log } = this.needs;
    const onProgress = (/** @type {number} */ receivedBytes) => {
      if (choice.kind !== "fetched") return;
      this.now = { state: "preparing", download: { receivedBytes, totalBytes: choice.model.bytes } };
    };
    try {
      await bring(choice, onProgress, signal);
      this.now = { state: "preparing", download: null };
      await load();
      this.now = { state: "ready" };
      log("language.ready", { model: choice.id });
    } catch (error) {
      if (signal.aborted) {
        this.forget();
        return;
      }
      const problem = error instanceof ModelError || error instanceof EngineBroken ? error.problem : "crashed";
      this.now = { state: "failed", problem };
      log("language.failed", { model: choice.id, problem, cause: causeOf(error) });
    }
  }

  #isThere() {
    return existsSync(this.needs.choice.path);
  }

  /** @returns {LanguageReadiness} */
  #absent() {
    const { choice } = this.needs;
    if (choice.kind !== "fetched") return { state: "absent", offer: null };
    const { name, bytes } = choice.model;
    const receivedBytes = statSync(partOf(choice.path), { throwIfNoEntry: false })?.size ?? 0;
    if (receivedBytes > 0) return { state: "paused", download: { receivedBytes, totalBytes: bytes } };
    return { state: "absent", offer: { name, bytes } };
  }
}

/** Contains no content of meetings: only addresses, paths and codes of the system. @param {unknown} error */
function causeOf(error) {
  const chain = [];
  for (let at = error; at instanceof Error && chain.length < 4; at = at.cause) {
    chain.push("code" in at ? `${at.message} (${String(at.code)})` : at.message);
  }
  return chain.join(": ");
}
