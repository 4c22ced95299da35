// Requests to transcribe sounds. A slow machine needs longer for a window than a caller waits for an answer: then the work goes on, and the next
// request for the same sound finds it running or done. Work that nobody waits for any more is stopped; its finished pieces stay.
import { createHash } from "node:crypto";
import { transcribe } from "./transcription.mjs";

/** Limit of windows that wait or are being recognised; a further request is asked to come back. */
const WAITING_MAX = 8;
/** Limits of finished or stopped windows: the oldest go when there are more, each goes after KEPT_MS. */
const KEPT_MAX = 64;
const KEPT_MS = 60 * 60_000;
/** A caller whose patience ended asks again after two seconds; a caller who was cut off may be a Worker that is starting anew. */
const RETURN_MS = 15_000;

/**
 * `recording` names the recording among all; windows of a call that is under way (`isLive`) go before uploads. `position` orders the windows of
 * a recording. `language` null: it is heard.
 * @typedef {{ file: Uint8Array, language: string | null, recording: string, isLive: boolean, position: number }} Question
 * `pace`: expected seconds for a second of sound; null before the first measurement. `ahead`: recordings that are before this one.
 * @typedef {{ until: number, pace: number | null, ahead: number, model: string }} Progress
 * @typedef {{ onPart: (segments: import("./transcription.mjs").VerboseSegment[]) => void, onProgress: (progress: Progress) => void }} Listener
 * @typedef {{ pool: import("./engine-pool.mjs").EnginePool, name: string, measure: import("./transcription.mjs").Measure,
 *   pace: () => number | null }} Engine
 * @typedef {{ key: string, recording: string, kept: import("./transcription.mjs").Kept, segments: import("./transcription.mjs").VerboseSegment[],
 *   until: number, answer: ReturnType<typeof transcribe> | null, controller: AbortController, listeners: Set<Listener>, restedAt: number | null,
 *   leaving: NodeJS.Timeout | undefined, engine: Engine, isDone: boolean }} Job
 */

export class Transcriptions {
  /** @param {{ decode: (file: Uint8Array) => Promise<Buffer>, now: () => number, returnMs?: number }} needs */
  constructor(needs) {
    this.needs = needs;
    /** By the sound and its language. @type {Map<string, Job>} */
    this.jobs = new Map();
    /** Recordings in the order in which they came. @type {Map<string, number>} */
    this.order = new Map();
    this.recordings = 0;
  }

  /**
   * The answer in OpenAI's verbose JSON, or null when it is not there after `patienceMs`, or when too many wait. Throws UnreadableAudio, or an
   * Error when the engine failed. Where the caller's signal is aborted nobody waits for the answer: unless somebody else does, the work stops.
   * @param {Question} question @param {{ engine: Engine, listener: Listener, signal: AbortSignal, patienceMs: number }} caller
   */
  async ask(question, { engine, listener, signal, patienceMs }) {
    this.#tidy();
    const key = createHash("sha256")
      .update(question.language ?? "")
      .update("\0")
      .update(question.file)
      .digest("hex");
    const job = this.jobs.get(key) ?? this.#add(key, question, engine);
    if (job === null) return null;
    clearTimeout(job.leaving);
    job.listeners.add(listener);
    // Segments that were told before this caller came.
    if (job.segments.length > 0) listener.onPart(job.segments);
    listener.onProgress(this.#progressOf(job));
    job.answer ??= this.#begin(job, question);
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    let leave = () => {};
    /** @type {Promise<null>} */
    const patience = new Promise((resolve) => {
      timer = setTimeout(() => resolve(null), patienceMs);
      leave = () => resolve(null);
    });
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([job.answer, patience]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
      job.listeners.delete(listener);
      if (job.listeners.size === 0 && !job.isDone)
        this.#leave(job, signal.aborted ? 0 : (this.needs.returnMs ?? RETURN_MS));
    }
  }

  /** Recordings that wait or are being recognised. */
  get recordingsAtWork() {
    return new Set(
      [...this.jobs.values()].filter((job) => job.answer !== null && !job.isDone).map((job) => job.recording),
    ).size;
  }

  /** @param {string} key @param {Question} question @param {Engine} engine @returns {Job | null} */
  #add(key, { recording }, engine) {
    const waiting = [...this.jobs.values()].filter(({ answer, isDone }) => answer !== null && !isDone).length;
    if (waiting >= WAITING_MAX) return null;
    /** @type {Job} */
    const job = {
      key,
      recording,
      kept: { texts: new Map(), language: null },
      segments: [],
      until: 0,
      answer: null,
      controller: new AbortController(),
      listeners: new Set(),
      restedAt: null,
      leaving: undefined,
      engine,
      isDone: false,
    };
    this.jobs.set(key, job);
    return job;
  }

  /** @param {Job} job @param {Question} question */
  #begin(job, question) {
    const { recording, isLive, position } = question;
    if (!this.order.has(recording)) this.order.set(recording, (this.recordings += 1));
    job.controller = new AbortController();
    job.segments = [];
    job.restedAt = null;
    const answer = transcribe({
      file: question.file,
      decode: this.needs.decode,
      engine: job.engine,
      language: question.language,
      kept: job.kept,
      rank: [isLive ? 0 : 1, this.order.get(recording) ?? 0, position],
      signal: job.controller.signal,
      onPart: (segments, until) => this.#tell(job, segments, until),
    });
    void this.#watch(job, answer);
    return answer;
  }

  /** @param {Job} job @param {import("./transcription.mjs").VerboseSegment[]} segments @param {number} until */
  #tell(job, segments, until) {
    job.segments.push(...segments);
    job.until = until;
    for (const { onPart, onProgress } of job.listeners) {
      onPart(segments);
      onProgress(this.#progressOf(job));
    }
  }

  /** @param {Job} job @returns {Progress} */
  #progressOf({ recording, until, engine }) {
    const own = this.order.get(recording) ?? Number.POSITIVE_INFINITY;
    const others = [...this.jobs.values()].filter(
      (job) => job.answer !== null && !job.isDone && job.recording !== recording,
    );
    const ahead = new Set(others.map((job) => job.recording).filter((each) => (this.order.get(each) ?? 0) < own)).size;
    return { until, pace: engine.pace(), ahead, model: engine.name };
  }

  /** @param {Job} job @param {ReturnType<typeof transcribe>} answer */
  async #watch(job, answer) {
    try {
      await answer;
      job.isDone = true;
      job.restedAt = this.needs.now();
    } catch {
      // Stopped work has left the job already. After a failure waiting callers get it, and the next request begins anew.
      if (job.answer === answer) this.jobs.delete(job.key);
    }
    const isLast = ![...this.jobs.values()].some(
      (other) => other.recording === job.recording && other.answer !== null && !other.isDone,
    );
    if (isLast) this.order.delete(job.recording);
  }

  /** Stops the work unless somebody asks for it again in time. @param {Job} job @param {number} ms */
  #leave(job, ms) {
    const stop = () => {
      if (job.listeners.size > 0) return;
      // Its pieces stay for the next request.
      job.answer = null;
      job.restedAt = this.needs.now();
      job.controller.abort(new DOMException("nobody waits", "AbortError"));
    };
    if (ms === 0) return stop();
    job.leaving = setTimeout(stop, ms);
    job.leaving.unref();
  }

  #tidy() {
    const now = this.needs.now();
    for (const [key, { restedAt }] of this.jobs) {
      if (restedAt !== null && (now - restedAt > KEPT_MS || this.jobs.size > KEPT_MAX)) this.jobs.delete(key);
    }
  }
}
