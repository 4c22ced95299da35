// Requests to transcribe audio. A slow machine needs longer for a window than a caller waits for an answer: then the work
// goes on, and the next request for the same audio finds it running or done. No audio is recognised twice while it is kept.
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { loudnessOf, PCM_BYTES_PER_SECOND, SPEECH_DBFS_MIN } from "./resample.mjs";

/** Limit of windows that wait or are being recognised; a further request is asked to come back. */
const WAITING_MAX = 8;
/** Limits of finished windows: the oldest go when there are more, each goes after KEPT_MS. */
const KEPT_MAX = 64;
const KEPT_MS = 60 * 60_000;

/** @typedef {import("./recogniser.mjs").RecognisedSegment} RecognisedSegment */

export class Transcriptions {
  /**
   * @param {{ decode: (file: Uint8Array) => Promise<Buffer>, now: () => number,
   *   recognise: (pcm: Buffer, language: string) => Promise<RecognisedSegment[]> }} needs
   */
  constructor(needs) {
    this.needs = needs;
    /** By the audio and its language. @type {Map<string, { answer: Promise<unknown>, doneAt: number | null }>} */
    this.jobs = new Map();
  }

  /**
   * The answer in OpenAI's verbose JSON, or null when it is not there after `patienceMs`, or when too many wait. Throws
   * UnreadableAudio, or an Error when the engine failed.
   * @param {Uint8Array} file @param {string} language @param {number} patienceMs
   */
  async ask(file, language, patienceMs) {
    this.#tidy();
    const key = createHash("sha256").update(language).update("\0").update(file).digest("hex");
    let job = this.jobs.get(key);
    if (!job) {
      const waiting = [...this.jobs.values()].filter(({ doneAt }) => doneAt === null).length;
      if (waiting >= WAITING_MAX) return null;
      job = this.#begin(key, file, language);
    }
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const patience = new Promise((resolve) => {
      timer = setTimeout(() => resolve(null), patienceMs);
    });
    try {
      return await Promise.race([job.answer, patience]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {string} key @param {Uint8Array} file @param {string} language */
  #begin(key, file, language) {
    /** @type {{ answer: Promise<unknown>, doneAt: number | null }} */
    const job = { answer: this.#transcribe(file, language), doneAt: null };
    this.jobs.set(key, job);
    void this.#watch(key, job);
    return job;
  }

  /** @param {string} key @param {{ answer: Promise<unknown>, doneAt: number | null }} job */
  async #watch(key, job) {
    try {
      await job.answer;
      job.doneAt = this.needs.now();
    } catch {
      // Waiting callers get the failure; the next request begins anew.
      this.jobs.delete(key);
    }
  }

  /** @param {Uint8Array} file @param {string} language */
  async #transcribe(file, language) {
    const bytes = await this.needs.decode(file);
    const pcm = new Int16Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength - (bytes.byteLength % 2)),
    );
    const duration = bytes.byteLength / PCM_BYTES_PER_SECOND;
    // Silent audio is not recognised: Whisper would invent text for it.
    const silent = loudnessOf(pcm) < SPEECH_DBFS_MIN;
    return verbose(silent ? [] : await this.needs.recognise(bytes, language), pcm, { duration, language });
  }

  #tidy() {
    const now = this.needs.now();
    for (const [key, { doneAt }] of this.jobs) {
      if (doneAt !== null && (now - doneAt > KEPT_MS || this.jobs.size > KEPT_MAX)) this.jobs.delete(key);
    }
  }
}

/**
 * The engine reports neither the probability of its words nor whether somebody spoke, so these are null. Measured values
 * are reported: the repetition of the text (as Whisper counts it) and the level of the loudest tenth of a second.
 * @param {RecognisedSegment[]} heard @param {Int16Array} pcm @param {{ duration: number, language: string }} about
 */
function verbose(heard, pcm, { duration, language }) {
  return {
    task: "transcribe",
    language,
    duration,
    text: heard.map(({ text }) => text.trim()).join(" "),
    segments: heard.map(({ startMs, endMs, text }, id) => ({
      id,
      start: startMs / 1000,
      end: endMs / 1000,
      text,
      avg_logprob: null,
      no_speech_prob: null,
      compression_ratio: repetition(text),
      loudness_dbfs: loudnessOf(pcm, startMs, endMs),
    })),
  };
}

/** @param {string} text */
function repetition(text) {
  const bytes = Buffer.from(text.trim());
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}
