// Brings the chosen model onto this machine, once, and proves that it is one. Two Actas share the folder: one of them
// fetches, the other watches.
import { existsSync } from "node:fs";
import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { FetchModelError, fetchModel, sha256Of } from "./fetch-model.mjs";

/**
 * @typedef {{ name: string, file: string, bytes: number, sha256: string }} FileFacts
 * @typedef {{ kind: "fetched", id: string, path: string, url: string, model: FileFacts }} FetchedFile
 * @typedef {{ kind: "file", id: string, path: string } | FetchedFile} ModelChoice
 */
/** @typedef {import("./fetch-model.mjs").FetchProblem | "no-such-file" | "not-a-model"} ModelProblem */

const WATCH_EVERY_MS = 500;
/** "GGUF", the format of language models. */
const GGUF_MAGIC = "47475546";

export class ModelError extends Error {
  /** @param {ModelProblem} problem @param {unknown} [cause] */
  constructor(problem, cause) {
    super(`no model: ${problem}`, { cause });
    this.name = "ModelError";
    this.problem = problem;
  }
}

/**
 * Resolves when the file at `choice.path` is a model and whole; throws ModelError. `progress` is told the bytes that are
 * there while it is being fetched.
 * @param {ModelChoice} choice @param {(bytes: number) => void} progress
 */
export async function bringModel(choice, progress) {
  if (choice.kind === "fetched") await bringFile(choice, progress);
  const magic = await magicOf(choice.path);
  if (magic === null) throw new ModelError("no-such-file");
  if (magic !== GGUF_MAGIC) throw new ModelError("not-a-model");
}

/**
 * A file of known size and SHA-256, fetched unless it is there.
 * @param {FetchedFile} choice @param {(bytes: number) => void} progress
 */
export async function bringFile({ path: target, url, model }, progress) {
  while (!(await isWhole(target, model))) {
    const unlock = await lock(target);
    if (unlock === null) {
      progress(await sizeOf(`${target}.part`));
      await new Promise((resolve) => setTimeout(resolve, WATCH_EVERY_MS));
      continue;
    }
    try {
      await rm(target, { force: true });
      await fetchModel({ url, target, bytes: model.bytes, sha256: model.sha256, progress });
      return;
    } catch (error) {
      throw error instanceof FetchModelError ? new ModelError(error.problem, error.cause) : error;
    } finally {
      await unlock();
    }
  }
}

/** A file that was damaged since it was fetched is fetched again. @param {string} file @param {FileFacts} model */
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

/** @param {string} file */
async function sizeOf(file) {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The first four bytes, or null where there is no such file. @param {string} file */
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
