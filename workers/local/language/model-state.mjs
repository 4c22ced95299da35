// The state of this machine's language model as pages see it: Acta's own model, the servers that a person runs, and the one of them
// that the person has chosen.
import { findServers } from "./find-servers.mjs";
import { readChosenServer, writeChosenServer } from "./chosen-server.mjs";

/** Pages look every few seconds; servers come and go more slowly. */
const FOUND_MS = 5_000;

/**
 * `servers`: those that a person runs, each with its best model. `uses`: the one that writes instead of Acta's own model.
 * @typedef {{ server: "Ollama" | "LM Studio", model: string }} ServerModel
 * @typedef {(import("./language-readiness.mjs").LanguageReadiness | { state: "failed", problem: "server-gone" })
 *   & { servers: ServerModel[], uses: ServerModel | null }} ModelState
 */

export class ModelStates {
  /**
   * @param {{ readiness: Pick<import("./language-readiness.mjs").LanguagePreparation, "look" | "fetch" | "pause">, file: string,
   *   now: () => number, find?: typeof findServers }} needs
   */
  constructor({ readiness, file, now, find = findServers }) {
    this.needs = { readiness, file, now, find };
    /** @type {{ at: number, servers: import("./find-servers.mjs").FoundServer[] }} */
    this.found = { at: -FOUND_MS, servers: [] };
  }

  /** @returns {Promise<ModelState>} */
  async look() {
    const { readiness, file } = this.needs;
    const found = await this.#servers();
    const servers = found.flatMap(({ name, models: [model] }) => (model ? [{ server: name, model }] : []));
    const uses = readChosenServer(file);
    if (uses === null) return { ...readiness.look(), servers, uses };
    const { server, model } = uses;
    const isThere = found.some((each) => each.name === server && each.models.includes(model));
    const state = isThere
      ? { state: /** @type {const} */ ("ready") }
      : { state: /** @type {const} */ ("failed"), problem: /** @type {const} */ ("server-gone") };
    return { ...state, servers, uses: { server, model } };
  }

  /** A person wants the model fetched, or goes on with a download that was paused. @param {string} ask */
  async fetch(ask) {
    writeChosenServer(this.needs.file, null);
    this.needs.readiness.fetch(ask);
    return this.look();
  }

  async pause() {
    await this.needs.readiness.pause();
    return this.look();
  }

  /** A person wants a server of their own to write; null: Acta's own model again. Nothing changes for one that is not there. @param {ServerModel | null} wanted */
  async use(wanted) {
    const found = (await this.#servers()).find(({ name }) => name === wanted?.server);
    if (wanted === null) writeChosenServer(this.needs.file, null);
    else if (found?.models.includes(wanted.model)) {
      writeChosenServer(this.needs.file, { ...wanted, origin: found.origin });
    }
    return this.look();
  }

  async #servers() {
    const { find, now } = this.needs;
    if (now() - this.found.at >= FOUND_MS) this.found = { at: now(), servers: await find() };
    return this.found.servers;
  }
}
