// The parent of one process of the speech engine (recogniser.mjs).
import path from "node:path";
import { SherpaProcess } from "../sherpa-process.mjs";

const LOAD_MS_MAX = 120_000;
const SLOWNESS_MAX = 30;
/** About ten minutes of talk, which is searched for speech and then recognised. In an hour a process would grow from 530 to 770 MB. */
const SOUND_SECONDS_MAX = 20 * 60;

/** @extends {SherpaProcess<import("./recogniser.mjs").EngineMessage>} */
export class EngineProcess extends SherpaProcess {
  /** @param {{ files: import("./recogniser.mjs").EngineFiles, script?: string | undefined, soundSecondsMax?: number, idleMs?: number | undefined }} options */
  constructor({
    files,
    script = path.join(import.meta.dirname, "recogniser.mjs"),
    soundSecondsMax = SOUND_SECONDS_MAX,
    idleMs,
  }) {
    super({
      name: "the recogniser",
      script,
      files,
      loadMsMax: LOAD_MS_MAX,
      slownessMax: SLOWNESS_MAX,
      soundSecondsMax,
      idleMs,
    });
  }
}
