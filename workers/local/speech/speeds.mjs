// The measured speed of each model on this machine, kept beside the models: people are told before an upload how long it will take.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";

/** Weight of a new measurement: pieces differ by a factor of two. */
const NEW_SHARE = 0.1;
/** The file is written at most this often. */
const WRITE_EVERY_MS = 30_000;

export class Speeds {
  /** @param {{ folder: string, now: () => number }} needs */
  constructor({ folder, now }) {
    this.file = path.join(folder, "speeds.json");
    this.now = now;
    /** Seconds of a processor for a second of talk, by the model's name. @type {Map<string, number>} */
    this.known = new Map();
    this.writtenAt = 0;
    /**
     * Seconds of waiting for a second of talk in one process, whatever else the machine does. @type {number | null}
     */
    this.wait = null;
  }

  async read() {
    try {
      const stored = JSON.parse(await readFile(this.file, "utf8"));
      for (const [name, speed] of Object.entries(stored))
        if (typeof speed === "number" && speed > 0) this.known.set(name, speed);
    } catch {
      // Not measured yet.
    }
  }

  /** @param {number} wait */
  addWait(wait) {
    if (Number.isFinite(wait) && wait > 0)
      this.wait = this.wait === null ? wait : this.wait + (wait - this.wait) * NEW_SHARE;
  }

  /** @param {string} name @returns {number | null} */
  of(name) {
    return this.known.get(name) ?? null;
  }

  /** @param {string} name @param {number} speed */
  add(name, speed) {
    if (!Number.isFinite(speed) || speed <= 0) return;
    const before = this.known.get(name);
    this.known.set(name, before === undefined ? speed : before + (speed - before) * NEW_SHARE);
    if (this.now() - this.writtenAt < WRITE_EVERY_MS) return;
    this.writtenAt = this.now();
    void this.#write();
  }

  /** A file that cannot be written costs a measurement after the next start, and nothing else. */
  async #write() {
    try {
      await mkdir(path.dirname(this.file), { recursive: true });
      await writeFile(`${this.file}.${process.pid}`, JSON.stringify(Object.fromEntries(this.known)));
      await rename(`${this.file}.${process.pid}`, this.file);
    } catch {
      this.writtenAt = 0;
    }
  }
}
