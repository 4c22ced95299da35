// The parent of the process that finds voices (voice-finder.mjs).
import path from "node:path";
import { ModelProcess } from "../model-process.mjs";
import { PCM_BYTES_PER_SECOND } from "../speech/resample.mjs";

const LOAD_MS_MAX = 60_000;
/** The slowest supported machine: so many seconds for one second of sound. The limit is never under a minute. */
const SLOWNESS_MAX = 3;
const ANSWER_MS_MIN = 60_000;

/** Each thread that asks for memory would get an arena of its own, which it keeps. */
const FEW_ARENAS = { UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "2" };

/** @typedef {import("./voice-finder.mjs").VoiceMessage} VoiceMessage */

/** @extends {ModelProcess<VoiceMessage>} */
export class VoicesProcess extends ModelProcess {
  /** @param {{ files: import("./voice-finder.mjs").VoiceFiles, script?: string | undefined, idleMs?: number | undefined }} options */
  constructor({ files, script, idleMs }) {
    super({
      name: "the voice finder",
      script: script ?? path.join(import.meta.dirname, "voice-finder.mjs"),
      args: [JSON.stringify(files)],
      loadMsMax: LOAD_MS_MAX,
      idleMs,
      serialization: "advanced",
      env: FEW_ARENAS,
    });
  }

  /**
   * Turns of voices and an embedding for each piece of a turn, in overlapping frames of ten seconds. Throws an Error when the process ended or
   * took too long; the next request starts a new process.
   * @param {Uint8Array} pcm 16-bit mono at 16 kHz @param {AbortSignal} signal a request that nobody wants any more is not sent
   */
  async find(pcm, signal) {
    return this.inTurn(async (child) => {
      signal.throwIfAborted();
      const limitMs = Math.max(ANSWER_MS_MIN, (pcm.byteLength / PCM_BYTES_PER_SECOND) * 1000 * SLOWNESS_MAX);
      child.send({ type: "find", pcm });
      const message = await this.answer(child, limitMs);
      if (message.type !== "found") throw new Error(`the voice finder answered ${message.type}`);
      return message.frames;
    }, signal);
  }
}
