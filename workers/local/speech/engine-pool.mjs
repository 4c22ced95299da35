// Processes of one speech model. Each recognises one piece at a time; the pieces that wait are taken in the order of their rank.
import os from "node:os";
import process from "node:process";
import { EngineEnded } from "../model-process.mjs";

/**
 * `rank`: numbers that are compared one after the other; the lowest goes first.
 * @typedef {{ rank: readonly number[], signal: AbortSignal }} Turn
 * @typedef {Turn & { request: import("./recogniser.mjs").EngineRequest }} Task
 * @typedef {{ task: Task, resolve: (answer: import("./recogniser.mjs").EngineMessage) => void, reject: (error: unknown) => void,
 *   giveUp: () => void }} Waiting
 * @typedef {Pick<import("./engine-process.mjs").EngineProcess, "load" | "ask" | "stop">} Engine
 */

/** Memory that stays free for the browser and the rest of Acta before another process is started. */
const MEMORY_FREE_BYTES = 1.5e9;

/**
 * Whether one more process of this size has a core and memory. @param {number} bytes of one process @param {number} running
 * @param {{ cores?: number, free?: number }} [machine]
 */
export function mayAddProcess(
  bytes,
  running,
  { cores = os.availableParallelism(), free = process.availableMemory() } = {},
) {
  return running < cores && free - bytes > MEMORY_FREE_BYTES;
}

export class EnginePool {
  /** @param {{ start: () => Engine, mayAdd: (running: number) => boolean }} needs */
  constructor(needs) {
    this.needs = needs;
    /** @type {{ engine: Engine, current: Waiting | null }[]} */
    this.members = [];
    /** @type {Waiting[]} */
    this.waiting = [];
    this.isStopped = false;
  }

  get size() {
    return Math.max(1, this.members.length);
  }

  /** Loads the model in one process. Throws EngineBroken, or an Error when the process ended. */
  async load() {
    await (this.members[0] ?? this.#add()).engine.load();
  }

  /**
   * Stretches of speech, in samples. Rejects as `recognise` does.
   * @param {Turn & { pcm: Uint8Array }} input
   */
  async detect({ rank, signal, pcm }) {
    const message = await this.#run({ rank, signal, request: { type: "detect", pcm } });
    if (message.type !== "detected") throw new Error(`the recogniser answered ${message.type}`);
    return message.spans;
  }

  /**
   * The text of one piece. Rejects when the engine failed, and at once when the signal is aborted: a process that is at this piece is then
   * killed, because a decode cannot be stopped in another way.
   * @param {Turn & { pcm: Uint8Array, language: string | null }} input
   */
  async recognise({ rank, signal, pcm, language }) {
    const message = await this.#run({ rank, signal, request: { type: "recognise", pcm, language } });
    if (message.type !== "recognised") throw new Error(`the recogniser answered ${message.type}`);
    return message;
  }

  /** @param {Task} task @returns {Promise<import("./recogniser.mjs").EngineMessage>} */
  #run(task) {
    return new Promise((resolve, reject) => {
      if (task.signal.aborted) return reject(task.signal.reason);
      /** @type {Waiting} */
      const waiting = { task, resolve, reject, giveUp: () => this.#giveUp(waiting) };
      task.signal.addEventListener("abort", waiting.giveUp, { once: true });
      const at = this.waiting.findIndex((other) => compareRanks(task.rank, other.task.rank) < 0);
      this.waiting.splice(at === -1 ? this.waiting.length : at, 0, waiting);
      this.#next();
    });
  }

  stop() {
    this.isStopped = true;
    for (const { engine } of this.members) engine.stop();
  }

  #add() {
    const member = { engine: this.needs.start(), current: /** @type {Waiting | null} */ (null) };
    this.members.push(member);
    return member;
  }

  #next() {
    while (this.waiting.length > 0) {
      const idle = this.members.find(({ current }) => current === null);
      const member = idle ?? (this.members.length === 0 || this.needs.mayAdd(this.members.length) ? this.#add() : null);
      const waiting = member && this.waiting.shift();
      if (!member || !waiting) return;
      member.current = waiting;
      void this.#perform(member, waiting);
    }
  }

  /** @param {{ engine: Engine, current: Waiting | null }} member @param {Waiting} waiting */
  async #perform(member, waiting) {
    try {
      waiting.resolve(await this.#ask(member.engine, waiting.task));
    } catch (error) {
      waiting.reject(error);
    } finally {
      waiting.task.signal.removeEventListener("abort", waiting.giveUp);
      member.current = null;
      this.#next();
    }
  }

  /** A piece in which the process ended is asked of a new one: the cause may have been another, such as memory. @param {Engine} engine @param {Task} task */
  async #ask(engine, { request, signal }) {
    try {
      return await engine.ask(request, signal);
    } catch (error) {
      if (!(error instanceof EngineEnded) || signal.aborted || this.isStopped) throw error;
      return engine.ask(request, signal);
    }
  }

  /** @param {Waiting} waiting */
  #giveUp(waiting) {
    const at = this.waiting.indexOf(waiting);
    if (at !== -1) this.waiting.splice(at, 1);
    this.members.find(({ current }) => current === waiting)?.engine.stop();
    waiting.reject(waiting.task.signal.reason);
  }
}

/** @param {readonly number[]} one @param {readonly number[]} other */
function compareRanks(one, other) {
  for (const [at, number] of one.entries()) {
    const difference = number - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
