// The voices of recordings on this machine: whether the files are there, and the process that reads sounds with them.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Preparation } from "../speech/readiness.mjs";
import { soundsOf } from "./split-channels.mjs";
import { bringVoiceFiles, findVoiceFiles, VOICE_BYTES } from "./voice-files.mjs";
import { VoicesProcess } from "./voices-process.mjs";

/**
 * `given`: a folder with the files; null where they are fetched.
 * @typedef {{ given: string | null, origin: string, folder: string }} VoicesSettings
 */

/**
 * Nothing is fetched beside a folder with somebody's own speech model: the files are then looked for beside it.
 * @param {Record<string, string | undefined>} env @param {import("../speech/models.mjs").SpeechSettings} speech @returns {VoicesSettings}
 */
export function readVoicesSettings(env, { origin, folder, wanted }) {
  const beside = wanted.kind === "folder" ? path.dirname(wanted.folder) : null;
  return { given: env.ACTA_VOICES_MODEL_PATH ? path.resolve(env.ACTA_VOICES_MODEL_PATH) : beside, origin, folder };
}

export class VoicesEngine {
  /**
   * @param {{ settings: VoicesSettings, log: (event: string, fields: Record<string, unknown>) => void,
   *   decode: (file: Uint8Array) => Promise<import("../speech/decode.mjs").DecodedChannels>, script?: string }} needs
   */
  constructor({ settings, log, decode, script }) {
    this.decode = decode;
    /** @type {number | null} */
    this.preparingSince = null;
    /** @type {import("./voice-finder.mjs").VoiceFiles | null} */
    let files = null;
    /** @type {VoicesProcess | null} */
    this.process = null;
    /** Names the weights of the embeddings: those of two models cannot be compared. @type {string | null} */
    this.model = null;
    this.preparation = new Preparation({
      id: "voices",
      totalBytes: settings.given === null ? VOICE_BYTES : null,
      bring: async (progress) => {
        files =
          settings.given === null ? await bringVoiceFiles(settings, progress) : await findVoiceFiles(settings.given);
        this.model = await digestOf(files.embedding);
      },
      load: async () => {
        if (files === null) throw new Error("no files");
        this.process?.stop();
        this.process = new VoicesProcess({ files, script });
        await this.process.load();
      },
      log,
    });
  }

  /** Begins to prepare, unless that has begun, and tells how far it is and since when. @param {string} ask */
  prepare(ask) {
    const readiness = this.preparation.ask(ask);
    if (readiness.state !== "preparing") this.preparingSince = null;
    else this.preparingSince ??= Date.now();
    return { ...readiness, forMs: this.preparingSince === null ? 0 : Date.now() - this.preparingSince };
  }

  /**
   * Frames of a sound, or null while the engine is not ready. Throws UnreadableAudio, or an Error when the engine failed.
   * @param {Uint8Array} file @param {AbortSignal} signal
   */
  async find(file, signal) {
    if (!this.preparation.isReady || this.process === null) return null;
    const sounds = soundsOf(await this.decode(file));
    try {
      /** @type {(import("./voice-finder.mjs").VoiceFrame & { channel?: number })[]} */
      const frames = [];
      for (const { pcm, channel } of sounds) {
        const found = await this.process.find(pcm, signal);
        frames.push(...(channel === null ? found : found.map((frame) => ({ ...frame, channel }))));
      }
      return frames;
    } catch (error) {
      // A file may have been damaged since: the next asker checks it again.
      if (!signal.aborted) this.preparation.forget();
      throw error;
    }
  }

  stop() {
    this.process?.stop();
  }
}

const MODEL_LETTERS = 16;

/** The beginning of the SHA-256 of a file, so that the same weights have the same name on each machine. @param {string} file */
async function digestOf(file) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex").slice(0, MODEL_LETTERS);
}
