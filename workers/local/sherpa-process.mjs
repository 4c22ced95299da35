// The parent of a process that runs models of sherpa-onnx: it gets their files as its argument, and sounds as messages.
import { ModelProcess } from "./model-process.mjs";
import { PCM_BYTES_PER_SECOND } from "./speech/resample.mjs";

/** The limit of an answer is never under this. */
const ANSWER_MS_MIN = 60_000;

/**
 * Memory that the library gives back stays with the process unless it was a mapping of its own. Each thread that asks for memory would also get an arena of its own. One thread decodes, and one runs Node. (glibc.)
 */
const SMALL_MEMORY = {
  UV_THREADPOOL_SIZE: "1",
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "262144",
  MALLOC_TRIM_THRESHOLD_: "262144",
};

/** @template {{ type: string }} Message @extends {ModelProcess<Message>} */
export class SherpaProcess extends ModelProcess {
  /**
   * `slownessMax`: the slowest supported machine needs so many seconds for one second of sound. `soundSecondsMax`: a new process takes over after so
   * much sound, because the library keeps memory in pieces that fit no later sound.
   * @param {{ name: string, script: string, files: unknown, loadMsMax: number, slownessMax: number, soundSecondsMax?: number | undefined,
   *   idleMs: number | undefined }} options
   */
  constructor({ name, script, files, loadMsMax, slownessMax, soundSecondsMax = Number.POSITIVE_INFINITY, idleMs }) {
    super({
      name,
      script,
      args: [JSON.stringify(files)],
      loadMsMax,
      idleMs,
      serialization: "advanced",
      env: SMALL_MEMORY,
    });
    this.slownessMax = slownessMax;
    this.soundSecondsMax = soundSecondsMax;
    this.soundSeconds = 0;
  }

  /**
   * The message that answers the request. Throws an Error when the process refused it, ended or took too long; the next request starts a new
   * process.
   * @param {{ type: string, pcm: Uint8Array }} request @param {AbortSignal} signal a request that nobody wants any more is not sent
   * @returns {Promise<Message>}
   */
  async ask(request, signal) {
    return this.inTurn(async (child) => {
      signal.throwIfAborted();
      const seconds = request.pcm.byteLength / PCM_BYTES_PER_SECOND;
      child.send(request);
      const message = await this.answer(child, Math.max(ANSWER_MS_MIN, seconds * 1000 * this.slownessMax));
      this.soundSeconds += seconds;
      if (this.soundSeconds > this.soundSecondsMax) {
        this.stop();
        this.soundSeconds = 0;
      }
      if ("error" in message) throw new Error(`${this.options.name} failed: ${String(message.error)}`);
      return message;
    }, signal);
  }
}
