// Process groups that an Acta of this data folder left behind, as where its supervisor was killed together with the watch of its children.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const STOP_MS_MAX = 5_000;
/** @param {string} dataDir */
const fileOf = (dataDir) => path.join(dataDir, "children.json");

/** Notes the groups that run. A full disk costs the note only: the children watch their parent. @param {string} dataDir @param {readonly number[]} groups */
export function noteGroups(dataDir, groups) {
  try {
    writeFileSync(fileOf(dataDir), JSON.stringify(groups), { mode: 0o600 });
  } catch {
    // The next start finds the groups of an earlier note, or none.
  }
}

/** @param {string} dataDir */
export function forgetGroups(dataDir) {
  rmSync(fileOf(dataDir), { force: true });
}

/**
 * Ends those that still run, and are of this copy of Acta: a number may belong to somebody else's program by now. The caller holds the folder, so
 * that no other Acta is using it. Returns how many there were.
 * @param {{ dataDir: string, root: string }} input
 */
export async function endOrphans({ dataDir, root }) {
  const noted = readNote(dataDir);
  const ours = noted.filter((group) => isOurs(group, root));
  for (const group of ours) signal(group, "SIGTERM");
  const deadline = Date.now() + STOP_MS_MAX;
  while (ours.some((group) => isOurs(group, root)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const group of ours) if (isOurs(group, root)) signal(group, "SIGKILL");
  forgetGroups(dataDir);
  return ours.length;
}

/** @param {string} dataDir @returns {number[]} */
function readNote(dataDir) {
  try {
    const groups = JSON.parse(readFileSync(fileOf(dataDir), "utf8"));
    return Array.isArray(groups) ? groups.filter((group) => Number.isInteger(group) && group > 1) : [];
  } catch {
    return [];
  }
}

/** Whether a process of the group runs a program of this folder. Windows has no groups and no `ps`. @param {number} group @param {string} root */
function isOurs(group, root) {
  if (process.platform === "win32") return false;
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pgid=,stat=,command="], {
    encoding: "utf8",
    maxBuffer: 2 ** 25,
  });
  return (stdout ?? "").split("\n").some((line) => {
    const [, pgid, stat = "", command = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)$/u.exec(line) ?? [];
    // A zombie has ended.
    return Number(pgid) === group && !stat.startsWith("Z") && command.includes(`${root}${path.sep}`);
  });
}

/** @param {number} group @param {NodeJS.Signals} name */
function signal(group, name) {
  try {
    process.kill(-group, name);
  } catch {
    // It has ended meanwhile.
  }
}
