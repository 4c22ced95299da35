// The speech models of this machine: which one a language gets, whether it is there and proved, and its processes.
import { existsSync } from "node:fs";
import process from "node:process";
import { bringFiles, enginePaths, findFiles } from "./bring-files.mjs";
import { EnginePool, mayAddProcess } from "./engine-pool.mjs";
import { EngineProcess } from "./engine-process.mjs";
import { bytesOf, modelNamed, modelsFor, pathOf } from "./models.mjs";
import { Preparation } from "./readiness.mjs";
import { tryModel } from "./trial.mjs";

/** Problems of a model on this machine, after which the next smaller one is used. Others (no network, no disk) a person can change. */
const NEXT_MODEL = new Set(["wrong-words", "too-slow", "crashed", "memory", "not-a-model"]);
/** Memory of a process whose model is somebody's own. */
const OWN_MODEL_BYTES = 1.5e9;

/**
 * `instead`: the better model that does not work on this machine.
 * @typedef {import("./readiness.mjs").Readiness & { model: string, instead: string | null }} ModelReadiness
 * @typedef {{ preparation: Preparation, pool: EnginePool | null }} Entry
 */

export class SpeechEngine {
  /**
   * @param {{ settings: import("./models.mjs").SpeechSettings, speeds: import("./speeds.mjs").Speeds,
   *   log: (event: string, fields: Record<string, unknown>) => void, script?: string, prove?: typeof tryModel, free?: () => number }} needs
   */
  constructor(needs) {
    this.needs = needs;
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
  }

  /**
   * Begins to prepare the model for a language, unless that has begun, and tells how far it is. A model that does not work here is left for the
   * next smaller one.
   * @param {string} ask @param {string | null} language @returns {ModelReadiness}
   */
  prepare(ask, language) {
    const names = this.#namesFor(language);
    /** @type {string | null} */
    let instead = null;
    /** @type {ModelReadiness | null} */
    let last = null;
    for (const name of names) {
      const { preparation } = this.#entry(name);
      // A model that failed its trial is not loaded again for each recording.
      const known = preparation.now;
      const readiness = known?.state === "failed" && NEXT_MODEL.has(known.problem) ? known : preparation.ask(ask);
      last = { ...readiness, model: name, instead };
      if (readiness.state !== "failed" || !NEXT_MODEL.has(readiness.problem)) break;
      instead ??= name;
    }
    if (last?.state === "ready") this.#fetchBetter(names, last.model, ask);
    return last ?? { state: "failed", problem: "no-such-file", model: "", instead: null };
  }

  /** The processes of the model that is ready for a language, or null. @param {string | null} language */
  ready(language) {
    for (const name of this.#namesFor(language)) {
      const entry = this.entries.get(name);
      if (entry?.pool && entry.preparation.isReady)
        return { name, pool: entry.pool, forget: () => entry.preparation.forget() };
      if (entry?.preparation.now?.state !== "failed") return null;
    }
    return null;
  }

  /**
   * Tells what a recording in this language would use: bytes that would have to be fetched first, and the measured speed with all processes.
   * @param {string | null} language
   */
  describe(language) {
    const failed = (/** @type {string} */ name) => this.entries.get(name)?.preparation.now?.state === "failed";
    const name = this.#namesFor(language).find((each) => !failed(each)) ?? "";
    const isOwn = this.needs.settings.wanted.kind === "folder";
    const speed = this.needs.speeds.of(name);
    const processes = this.#processes(name);
    return {
      model: name,
      fetchBytes: isOwn || name === "" || this.#isThere(name) ? 0 : bytesOf(modelNamed(name)),
      minutesPerHour: speed === null ? null : Math.max(1, Math.round((speed * 60) / processes)),
    };
  }

  /** Expected seconds for a second of talk with the present processes on the machine as busy as it is; null before the first piece. @param {string} name */
  pace(name) {
    const { wait } = this.needs.speeds;
    return wait === null ? null : wait / (this.entries.get(name)?.pool?.size ?? 1);
  }

  stop() {
    for (const { pool } of this.entries.values()) pool?.stop();
  }

  /** @param {string | null} language */
  #namesFor(language) {
    const free = this.needs.free?.() ?? process.availableMemory();
    return modelsFor(this.needs.settings.wanted, language, { free, isThere: (name) => this.#isThere(name) });
  }

  /** @param {string} name */
  #processes(name) {
    const bytes =
      this.needs.settings.wanted.kind === "folder" ? OWN_MODEL_BYTES : name === "" ? 0 : modelNamed(name).memoryBytes;
    let count = Math.max(1, this.entries.get(name)?.pool?.members.length ?? 0);
    for (let free = process.availableMemory(); mayAddProcess(bytes, count, { free }); free -= bytes) count += 1;
    return count;
  }

  /** @param {string} name */
  #isThere(name) {
    const { folder, wanted } = this.needs.settings;
    if (wanted.kind === "folder") return true;
    const model = modelNamed(name);
    return model.files.every((file) => existsSync(pathOf(folder, model, file)));
  }

  /** The better model is fetched while a smaller one that was there works already. @param {string[]} names @param {string} used @param {string} ask */
  #fetchBetter(names, used, ask) {
    if (
      this.needs.settings.wanted.kind === "auto" &&
      used === "small" &&
      names.includes("parakeet") &&
      names[0] === "small"
    )
      this.#entry("parakeet").preparation.ask(ask);
  }

  /** @param {string} name @returns {Entry} */
  #entry(name) {
    const known = this.entries.get(name);
    if (known) return known;
    const { settings, log } = this.needs;
    const isOwn = settings.wanted.kind === "folder";
    const model = isOwn ? null : modelNamed(name);
    /** @type {Entry} */
    const entry = {
      pool: null,
      preparation: new Preparation({
        id: name,
        totalBytes: model && bytesOf(model),
        bring: async (progress) => {
          if (model) await bringFiles({ ...settings, model }, progress);
          const folder = settings.wanted.kind === "folder" ? settings.wanted.folder : "";
          const files = model ? enginePaths(settings.folder, model) : await findFiles(folder);
          entry.pool?.stop();
          entry.pool = this.#poolOf(files, model?.memoryBytes ?? OWN_MODEL_BYTES);
        },
        load: () => this.#load(name, entry),
        log,
      }),
    };
    this.entries.set(name, entry);
    return entry;
  }

  /** @param {import("./recogniser.mjs").EngineFiles} files @param {number} bytes */
  #poolOf(files, bytes) {
    const { script } = this.needs;
    return new EnginePool({
      start: () => new EngineProcess({ files, script }),
      mayAdd: (running) => mayAddProcess(bytes, running),
    });
  }

  /** Loads the model and lets it recognise the trial sentence. Somebody's own model may be for another language: it is measured only. @param {string} name @param {Entry} entry */
  async #load(name, { pool }) {
    if (!pool) return;
    await pool.load();
    const { prove = tryModel, settings, speeds } = this.needs;
    const isOwn = settings.wanted.kind === "folder";
    const recognise = async (/** @type {Uint8Array} */ pcm) => {
      const { heard, cpuSeconds } = await pool.recognise({
        rank: [0],
        signal: new AbortController().signal,
        pcm,
        language: "en",
      });
      return { text: heard.text, cpuSeconds };
    };
    try {
      const speed = await prove(recognise);
      if (speeds.of(name) === null) speeds.add(name, speed);
    } catch (error) {
      if (!isOwn) throw error;
    }
  }
}
