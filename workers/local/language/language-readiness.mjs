// Whether the local model can write, and what it lacks if it cannot. A model is fetched only when a person has asked for it; one
// that is there is loaded by the first meeting that needs it.
import { existsSync } from "node:fs";

/**
 * `absent`: there is no model on this machine; `offer` is the one that a person can have fetched, null when there is none.
 * @typedef {import("../speech/readiness.mjs").Readiness
 *   | { state: "absent", offer: { name: string, bytes: number } | null }} LanguageReadiness
 */

export class LanguagePreparation {
  /**
   * @param {{ choice: import("./models.mjs").LanguageModelChoice, preparation: import("../speech/readiness.mjs").Preparation,
   *   exists?: (file: string) => boolean }} needs
   */
  constructor({ choice, preparation, exists }) {
    this.choice = choice;
    this.preparation = preparation;
    this.exists = exists ?? existsSync;
  }

  /**
   * Reports the state to a page, and begins nothing.
   * @returns {LanguageReadiness}
   */
  look() {
    const { now } = this.preparation;
    if (now !== null) return now;
    return this.#isThere() ? { state: "ready" } : this.#absent();
  }

  /**
   * Prepares the model for a meeting that wants to be written: loads it when it is there.
   * @param {string} ask @returns {LanguageReadiness}
   */
  ask(ask) {
    const { now } = this.preparation;
    if (this.#isThere() || now?.state === "preparing") return this.preparation.ask(ask);
    return now?.state === "failed" ? now : this.#absent();
  }

  /**
   * A person asks for the model to be fetched.
   * @param {string} ask @returns {LanguageReadiness}
   */
  fetch(ask) {
    return this.choice.kind === "disabled" ? this.#absent() : this.preparation.ask(ask);
  }

  #isThere() {
    return this.choice.kind !== "disabled" && this.exists(this.choice.path);
  }

  /** @returns {LanguageReadiness} */
  #absent() {
    const { choice } = this;
    return {
      state: "absent",
      offer: choice.kind === "fetched" ? { name: choice.model.name, bytes: choice.model.bytes } : null,
    };
  }
}
