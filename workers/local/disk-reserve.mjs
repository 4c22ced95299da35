// A file of 64 MB that is given up when the disk is full, so that reading, deleting and ending still find room for the little that they write.
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { randomBytes } from "node:crypto";
import path from "node:path";

const MIB = 2 ** 20;
export const RESERVE_BYTES = 64 * MIB;
/** Below this the disk counts as full: SQLite and logs write a little with each request. */
export const LOW_BYTES = 16 * MIB;

/**
 * Whether the disk of the data folder is full for `bytes` more. Takes the reserve up again once there is room for it. Several processes may ask.
 * @param {string} dataDir
 * @param {number} [bytes]
 * @param {(folder: string) => number} [freeBytes]
 */
export function isDiskFull(dataDir, bytes = 0, freeBytes = freeBytesOf) {
  const file = path.join(dataDir, "reserve");
  const free = freeBytes(dataDir);
  const isHeld = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= RESERVE_BYTES;
  if (isHeld && free >= LOW_BYTES) return free - bytes < LOW_BYTES;
  if (!isHeld && free >= RESERVE_BYTES + 2 * LOW_BYTES && take(file)) return freeBytes(dataDir) - bytes < LOW_BYTES;
  rmSync(file, { force: true });
  return true;
}

/** Bytes that no file system compresses or leaves out. @param {string} file */
function take(file) {
  const block = randomBytes(MIB);
  try {
    const handle = openSync(file, "w", 0o600);
    try {
      for (let written = 0; written < RESERVE_BYTES; written += writeSync(handle, block));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return true;
  } catch {
    return false;
  }
}

/** For a process without rights of its own on the disk. @param {string} folder */
function freeBytesOf(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
