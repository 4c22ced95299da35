// The parent of one process of the speech engine (recogniser.mjs).
import path from "node:path";
import { ModelProcess } from "../model-process.mjs";
import { PCM_BYTES_PER_SECOND } from "./resample.mjs";

const LOAD_MS_MAX = 120_000;
/** The slowest supported machine: so many seconds for one second of sound. The limit is never under a minute. */
const SLOWNESS_MAX = 30;
const ANSWER_MS_MIN = 60_000;

/** Each thread that asks for memory would get an arena of its own, which it keeps: 60 MB after an hour. One thread decodes, and one runs Node. */
const FEW_ARENAS = { UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "2" };

/** @typedef {import("./recogniser.mjs").EngineMessage} EngineMessage */
/** @typedef {import("./recogniser.mjs").EngineRequest} EngineRequest */

/** @extends {ModelProcess<EngineMessage>} */
export class EngineProcess extends ModelProcess {
  /** @param {{ files: import("./recogniser.mjs").EngineFiles, script?: string | undefined, idleMs?: number | undefined }} options */
  constructor({ files, script, idleMs }) {
    super({
      name: "the recogniser",
      script: script ?? path.join(import.meta.dirname, "recogniser.mjs"),
      args: [JSON.stringify(files)],
      loadMsMax: LOAD_MS_MAX,
      idleMs,
      serialization: "advanced",
      env: FEW_ARENAS,
    });
  }

  /**
   * The message that answers the request. Throws an Error when the process refused it, ended or took too long; the next request starts a new
   * process.
   * @param {EngineRequest} request @param {AbortSignal} signal a request that nobody wants any more is not sent
   * @returns {Promise<EngineMessage>}
   */
  async ask(request, signal) {
    return this.inTurn(async (child) => {
      signal.throwIfAborted();
      const limitMs = Math.max(ANSWER_MS_MIN, (request.pcm.byteLength / PCM_BYTES_PER_SECOND) * 1000 * SLOWNESS_MAX);
      child.send(request);
      const message = await this.answer(child, limitMs);
      if (message.type === "failed") throw new Error(`the recogniser failed: ${message.error}`);
      return message;
    }, signal);
  }
}
