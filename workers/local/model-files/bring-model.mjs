// Brings a model's file onto this machine, once, and proves that it is one. Two Actas share the folder: one of them fetches, the
// other watches.
import { existsSync } from "node:fs";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { FetchFileError, fetchFile, partOf, sha256Of, sizeOf } from "./fetch-file.mjs";

/**
 * `fetched`: a file of this size and SHA-256 from `url`; `file`: one that a person has.
 * @typedef {{ kind: "file", path: string }
 *   | { kind: "fetched", path: string, url: string, model: { bytes: number, sha256: string } }} WantedModel
 * @typedef {import("./fetch-file.mjs").FetchProblem | "no-such-file" | "not-a-model"} ModelProblem
 */

const WATCH_EVERY_MS = 500;
/** "GGUF" in hexadecimal. */
const MAGIC = "47475546";

export class ModelError extends Error {
  /** @param {ModelProblem} problem @param {unknown} [cause] */
  constructor(problem, cause) {
    super(`no model: ${problem}`, { cause });
    this.name = "ModelError";
    this.problem = problem;
  }
}

/** The system's cache folder, for files that can be fetched again. @param {Record<string, string | undefined>} env */
export function cacheFolder(env, platform = process.platform) {
  const home = os.homedir();
  if (platform === "win32") return path.join(env.LOCALAPPDATA || path.join(home, "AppData", "Local"), "acta", "models");
  if (platform === "darwin") return path.join(home, "Library", "Caches", "acta", "models");
  return path.join(env.XDG_CACHE_HOME || path.join(home, ".cache"), "acta", "models");
}

/**
 * Resolves when the file at `wanted.path` is a model and whole; throws ModelError, and the signal's reason once it is aborted.
 * `progress` is told the bytes that are there while it is being fetched.
 * @param {WantedModel} wanted @param {(bytes: number) => void} progress @param {AbortSignal} signal
 */
export async function bringModel(wanted, progress, signal) {
  if (wanted.kind === "fetched") await bringFile(wanted, progress, signal);
  const magic = await magicOf(wanted.path);
  if (magic === null) throw new ModelError("no-such-file");
  if (magic !== MAGIC) throw new ModelError("not-a-model");
}

/**
 * A file of known size and SHA-256, fetched unless it is there. Throws as `bringModel` does.
 * @param {Omit<Extract<WantedModel, { kind: "fetched" }>, "kind">} wanted @param {(bytes: number) => void} progress @param {AbortSignal} signal
 */
export async function bringFile({ path: target, url, model }, progress, signal) {
  while (!(await isWhole(target, model))) {
    signal.throwIfAborted();
    const unlock = await lock(target);
    if (unlock === null) {
      progress(await sizeOf(partOf(target)));
      await new Promise((resolve) => setTimeout(resolve, WATCH_EVERY_MS));
      continue;
    }
    try {
      await rm(target, { force: true });
      await fetchFile({ url, target, bytes: model.bytes, sha256: model.sha256, progress, signal });
      return;
    } catch (error) {
      throw error instanceof FetchFileError ? new ModelError(error.problem, error.cause) : error;
    } finally {
      await unlock();
    }
  }
}

/** A file that was damaged since it was fetched is fetched again. @param {string} file @param {{ bytes: number, sha256: string }} model */
async function isWhole(file, model) {
  return (await sizeOf(file)) === model.bytes && (await sha256Of(file)) === model.sha256;
}

/**
 * Null while a living process holds it; what a dead one left behind is taken over.
 * @param {string} target @returns {Promise<(() => Promise<void>) | null>}
 */
async function lock(target) {
  const file = `${target}.lock`;
  try {
    await mkdir(path.dirname(target), { recursive: true });
    const handle = await open(file, "wx");
    await handle.write(String(process.pid));
    await handle.close();
    return () => rm(file, { force: true });
  } catch (error) {
    if (!existsSync(file)) throw new ModelError("disk", error);
  }
  const holder = Number(await readFile(file, "utf8").catch(() => "0"));
  if (!isAlive(holder)) await rm(file, { force: true });
  return null;
}

/** @param {number} pid */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The first four bytes in hexadecimal, or null where there is no such file. @param {string} file */
async function magicOf(file) {
  try {
    const handle = await open(file, "r");
    try {
      const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return buffer.toString("hex");
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
