// Answers that are awaited as a whole. A slow machine needs longer for one than a caller waits: then the work goes on, and the next
// request with the same question finds it running or done. No question is answered twice while its answer is kept.
import { createHash } from "node:crypto";

/** Limit of questions that wait or are being answered; a further one is asked to come back. */
const WAITING_MAX = 8;
/** Limits of finished answers: the oldest go when there are more, each goes after KEPT_MS. */
const KEPT_MAX = 64;
const KEPT_MS = 60 * 60_000;
/** An answer for which no caller has come back for so long is given up: its meeting may be gone. */
const LEFT_MS = 5 * 60_000;

/** @typedef {import("./writing.mjs").Question} Question */
/** @typedef {import("./writing.mjs").Written} Written */
/**
 * @template Said
 * @typedef {{ answer: Promise<Said & { text: string }>, doneAt: number | null, callers: number, leftAt: number, stop: AbortController }} Job
 */

/** `Said`: what the engine returns beside the words that it writes. @template [Asked=Question] @template [Said=Written] */
export class Answers {
  /**
   * @param {{ write: (question: Asked, onPiece: (text: string) => void, signal: AbortSignal) => Promise<Said>,
   *   now: () => number }} needs
   */
  constructor(needs) {
    this.needs = needs;
    /** By the question. @type {Map<string, Job<Said>>} */
    this.jobs = new Map();
  }

  /**
   * The answer, or null when it is not there after `patienceMs`, or when too many wait. Throws an Error when the engine failed.
   * @param {Asked} question @param {number} patienceMs
   */
  async ask(question, patienceMs) {
    this.#tidy();
    const key = createHash("sha256").update(JSON.stringify(question)).digest("hex");
    let job = this.jobs.get(key);
    if (!job) {
      const waiting = [...this.jobs.values()].filter(({ doneAt }) => doneAt === null).length;
      if (waiting >= WAITING_MAX) return null;
      job = this.#begin(key, question);
    }
    job.callers += 1;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const patience = new Promise((resolve) => {
      timer = setTimeout(() => resolve(null), patienceMs);
    });
    try {
      return /** @type {(Said & { text: string }) | null} */ (await Promise.race([job.answer, patience]));
    } finally {
      clearTimeout(timer);
      job.callers -= 1;
      job.leftAt = this.needs.now();
    }
  }

  /** Gives up the answers that nobody waits for any more, and forgets old ones. Called from time to time. */
  tidy() {
    this.#tidy();
  }

  /** @param {string} key @param {Asked} question */
  #begin(key, question) {
    const stop = new AbortController();
    const now = this.needs.now();
    /** @type {Job<Said>} */
    const job = { answer: this.#write(question, stop.signal), doneAt: null, callers: 0, leftAt: now, stop };
    this.jobs.set(key, job);
    void this.#watch(key, job);
    return job;
  }

  /** @param {string} key @param {Job<Said>} job */
  async #watch(key, job) {
    try {
      await job.answer;
      job.doneAt = this.needs.now();
    } catch {
      // Waiting callers get the failure; the next request begins anew.
      this.jobs.delete(key);
    }
  }

  /** @param {Asked} question @param {AbortSignal} signal @returns {Promise<Said & { text: string }>} */
  async #write(question, signal) {
    let text = "";
    const written = await this.needs.write(question, (piece) => (text += piece), signal);
    return { ...written, text };
  }

  #tidy() {
    const now = this.needs.now();
    for (const [key, job] of this.jobs) {
      if (job.doneAt !== null && (now - job.doneAt > KEPT_MS || this.jobs.size > KEPT_MAX)) this.jobs.delete(key);
      if (job.doneAt === null && job.callers === 0 && now - job.leftAt > LEFT_MS) job.stop.abort();
    }
  }
}
