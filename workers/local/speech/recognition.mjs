// The parent of the process that recognises speech.
import path from "node:path";
import { ModelProcess } from "../model-process.mjs";
import { PCM_BYTES_PER_SECOND } from "./resample.mjs";

const LOAD_MS_MAX = 120_000;
/** The slowest supported machine: so many seconds for one second of recording. The limit is never under five minutes. */
const SLOWNESS_MAX = 30;
const RECOGNISE_MS_MIN = 5 * 60_000;

/** @typedef {import("./recogniser.mjs").RecogniserMessage} RecogniserMessage */
/** @typedef {import("./recogniser.mjs").RecognisedSegment} RecognisedSegment */

/** @extends {ModelProcess<RecogniserMessage>} */
export class Recognition extends ModelProcess {
  /** @param {{ modelPath: string, script?: string, idleMs?: number }} options */
  constructor({ modelPath, script, idleMs }) {
    super({
      name: "the recogniser",
      script: script ?? path.join(import.meta.dirname, "recogniser.mjs"),
      args: [modelPath],
      loadMsMax: LOAD_MS_MAX,
      idleMs,
      serialization: "advanced",
    });
  }

  /**
   * Throws an Error when the process ended or took too long; the next window starts a new process.
   * @param {Buffer} pcm @param {string} language @returns {Promise<RecognisedSegment[]>}
   */
  async recognise(pcm, language) {
    return this.inTurn(async (child) => {
      const silenceMs = Math.max(RECOGNISE_MS_MIN, (pcm.byteLength / PCM_BYTES_PER_SECOND) * 1000 * SLOWNESS_MAX);
      child.send({ pcm, language });
      const message = await this.answer(child, silenceMs);
      if (message.type === "recognised") return message.segments;
      throw new Error(`the recogniser failed: ${message.type === "failed" ? message.error : message.type}`);
    });
  }
}
