// Conditions that must hold before anything is started. Each failure is one clear sentence and exit code 1.
import { createHash } from "node:crypto";
import { readdirSync, statSync, unlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";

/** @param {string} sentence @returns {never} */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Node 20.19 and later of 20, or 22.12 and later: what package.json's `engines` says. */
export function assertNodeVersion(version = process.versions.node) {
  if (!isSupportedNode(version))
    fail(`Acta needs Node 20.19 or later of 20, or Node 22.12 or later; this is Node ${version}.`);
}

/** @param {string} version */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

/** @param {number} port @param {string} variable */
export async function assertFreePort(port, variable) {
  if (!(await isFreePort(port))) fail(`Port ${port} is in use. Stop what uses it, or set ${variable} to another port.`);
}

/** @param {number} port @returns {Promise<boolean>} */
export function isFreePort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/**
 * Two Actas on one data folder would write over each other. @param {string} folder absolute
 * @returns {Promise<import("node:net").Server>} held until this process ends
 */
export async function holdFolder(folder) {
  await clearLocks(lockFolder());
  const lock = lockOf(folder);
  const held = await tryHold(lock);
  // A process that calls process.exit leaves its sockets' files behind.
  if (held) process.once("exit", () => removeLock(lock));
  return held ?? fail(`Another Acta is using ${folder}. Stop it, or set ACTA_DATA_DIR to another folder.`);
}

/** In a container: the volume, so that another container on it finds the lock. */
const lockFolder = () => process.env.ACTA_LOCK_DIR || tmpdir();

/** A socket, not a file with a process id: it stops answering as soon as its holder ends, for any reason. @param {string} folder */
export function lockOf(folder) {
  return path.join(lockFolder(), `acta-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.sock`);
}

const LOCK_NAME = /^acta-[0-9a-f]{16}\.sock$/;
/** A younger lock may belong to an Acta that is just beginning to listen. */
const LOCK_STALE_MS = 60_000;

/** Removes the locks of killed Actas, which no longer answer. Other users' locks stay. @param {string} folder */
export async function clearLocks(folder, now = Date.now()) {
  for (const name of readdirSync(folder).filter((each) => LOCK_NAME.test(each))) {
    const lock = path.join(folder, name);
    const madeAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - madeAt > LOCK_STALE_MS && !(await isAnswered(lock))) removeLock(lock);
  }
}

/** @param {string} lock */
function removeLock(lock) {
  try {
    unlinkSync(lock);
  } catch {
    // The lock is gone already, or belongs to another user.
  }
}

/** @param {string} lock @returns {Promise<import("node:net").Server | null>} null when another process holds it */
export async function tryHold(lock) {
  for (const last of [false, true]) {
    const server = await listen(lock);
    if (server) return server;
    if (last || (await isAnswered(lock))) return null;
    removeLock(lock);
  }
  return null;
}

/** @param {string} lock @returns {Promise<import("node:net").Server | null>} */
function listen(lock) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.end());
    server.once("error", () => resolve(null));
    server.listen(lock, () => resolve(server.unref()));
  });
}

/** @param {string} lock @returns {Promise<boolean>} */
function isAnswered(lock) {
  return new Promise((resolve) => {
    const socket = connect(lock);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
