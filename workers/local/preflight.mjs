// What must hold before anything is started. Each failure is one clear sentence and exit code 1.
import { createServer } from "node:net";
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
