// Fetches one file of known size and SHA-256. What has arrived stays beside the target as `.part`, so that a later try, also of a
// later start, goes on where this one ended; only bytes whose sum is right get the target's name.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

/** A connection that is silent for so long is given up. */
const IDLE_MS_MAX = 30_000;
/** Tries in a row that brought nothing. */
const TRIES_MAX = 4;
const TRY_AGAIN_MS = 1000;

/** `offline`: the server cannot be reached at all. @typedef {"offline" | "download-failed" | "checksum" | "disk"} FetchProblem */

export class FetchFileError extends Error {
  /** @param {FetchProblem} problem @param {unknown} cause */
  constructor(problem, cause) {
    super(`the file could not be fetched: ${problem}`, { cause });
    this.name = "FetchFileError";
    this.problem = problem;
  }
}

/** The server said no, and will say it again. */
class Refused extends Error {}

/**
 * Throws FetchFileError, and the signal's reason once it is aborted. `progress` is told the bytes that are there, also those of an
 * earlier try.
 * @param {{ url: string, target: string, bytes: number, sha256: string, progress: (bytes: number) => void, signal: AbortSignal,
 *   tryAgainMs?: number, idleMs?: number }} wanted
 */
export async function fetchFile(wanted) {
  const { target, bytes, sha256, signal, tryAgainMs = TRY_AGAIN_MS } = wanted;
  const part = partOf(target);
  try {
    await mkdir(path.dirname(target), { recursive: true });
  } catch (cause) {
    throw new FetchFileError("disk", cause);
  }
  let wrong = 0;
  let tries = 0;
  for (;;) {
    signal.throwIfAborted();
    const before = await sizeOf(part);
    wanted.progress(before);
    if (before < bytes) {
      try {
        await fetchRest(wanted, part, before);
      } catch (cause) {
        signal.throwIfAborted();
        const problem = problemOf(cause);
        tries = (await sizeOf(part)) > before ? 1 : tries + 1;
        if (problem === "disk" || cause instanceof Refused || tries >= TRIES_MAX)
          throw new FetchFileError(problem, cause);
        await pause(tryAgainMs * 2 ** (tries - 1), signal);
      }
      continue;
    }
    if (before === bytes && (await sha256Of(part)) === sha256) break;
    await rm(part, { force: true });
    wrong += 1;
    // Once may be a broken piece of an earlier try; twice it is another file.
    if (wrong > 1) throw new FetchFileError("checksum", new Error("size or SHA-256 differ"));
  }
  await rename(part, target);
}

/** Path of a file's bytes until it is whole. @param {string} target */
export function partOf(target) {
  return `${target}.part`;
}

/** @param {Parameters<typeof fetchFile>[0]} wanted @param {string} part @param {number} from */
async function fetchRest({ url, bytes, progress, signal, idleMs = IDLE_MS_MAX }, part, from) {
  const idle = new AbortController();
  let timer = setTimeout(() => idle.abort(), idleMs);
  const file = await open(part, "a");
  try {
    const headers = new Headers({ "Accept-Encoding": "identity" });
    if (from > 0) headers.set("Range", `bytes=${from}-`);
    const response = await fetch(url, { headers, signal: AbortSignal.any([idle.signal, signal]) });
    const start = await startOf(response, from);
    // The server sends the whole file, whatever was asked: begin anew.
    if (start < from) await file.truncate(start);
    let received = start;
    const reader = response.body?.getReader();
    for (;;) {
      const { value: piece } = (await reader?.read()) ?? {};
      if (piece === undefined) break;
      clearTimeout(timer);
      timer = setTimeout(() => idle.abort(), idleMs);
      await file.write(piece);
      received += piece.length;
      progress(Math.min(received, bytes));
      // More than announced is another file; its sum will be wrong, and there is no need to store all of it.
      if (received > bytes) break;
    }
    if (received < bytes) throw new Error("the connection ended early");
  } finally {
    clearTimeout(timer);
    // Also ends a connection that still has something to send.
    idle.abort();
    await file.close();
  }
}

/** At which byte the answer begins. @param {Response} response @param {number} from */
async function startOf(response, from) {
  const { status } = response;
  if (status === 200) return 0;
  if (status === 206) {
    const start = Number(/^bytes (\d+)-/.exec(response.headers.get("Content-Range") ?? "")?.[1]);
    if (start === from) return from;
    throw new Refused("another range than the one asked for");
  }
  await response.body?.cancel();
  if (status >= 500 || status === 408 || status === 429) throw new Error(`the server answered ${status}`);
  throw new Refused(`the server answered ${status}`);
}

const DISK = new Set(["ENOSPC", "EACCES", "EROFS", "EDQUOT", "EPERM"]);
/** The name has no address, or no way leads there. */
const OFFLINE = new Set(["ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "ECONNREFUSED"]);

/** @param {unknown} error @returns {FetchProblem} */
function problemOf(error) {
  const codes = codesOf(error);
  if (codes.some((code) => DISK.has(code))) return "disk";
  return codes.some((code) => OFFLINE.has(code)) ? "offline" : "download-failed";
}

/** Node's `fetch` says why it failed in its cause, which may hold several errors: one for each address of a name. @param {unknown} error @returns {string[]} */
function codesOf(error) {
  if (!(error instanceof Error)) return [];
  const own = "code" in error ? [String(error.code)] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...own, ...inner, ...codesOf(error.cause)];
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

/** 0 where there is no such file. @param {string} file */
export async function sizeOf(file) {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

/** @param {string} file */
export async function sha256Of(file) {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest("hex");
}
