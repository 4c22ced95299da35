// The parent of the process that finds voices (voice-finder.mjs).
import path from "node:path";
import { SherpaProcess } from "../sherpa-process.mjs";

const LOAD_MS_MAX = 60_000;
const SLOWNESS_MAX = 3;

/** @extends {SherpaProcess<import("./voice-finder.mjs").VoiceMessage>} */
export class VoicesProcess extends SherpaProcess {
  /** @param {{ files: import("./voice-finder.mjs").VoiceFiles, script?: string | undefined, idleMs?: number | undefined }} options */
  constructor({ files, script = path.join(import.meta.dirname, "voice-finder.mjs"), idleMs }) {
    super({ name: "the voice finder", script, files, loadMsMax: LOAD_MS_MAX, slownessMax: SLOWNESS_MAX, idleMs });
  }

  /**
   * Turns of voices and an embedding for each piece of a turn, in overlapping frames of ten seconds. Throws as `ask` does.
   * @param {Uint8Array} pcm 16-bit mono at 16 kHz @param {AbortSignal} signal a request that nobody wants any more is not sent
   */
  async find(pcm, signal) {
    const message = await this.ask({ type: "find", pcm }, signal);
    if (message.type !== "found") throw new Error(`the voice finder answered ${message.type}`);
    return message.frames;
  }
}
