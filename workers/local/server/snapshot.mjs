// A copy of a data folder at one moment. The Worker must not run meanwhile: its databases are many files, and they belong together.
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** All that cannot be made again. Logs, the bundle and models can; the recorder's spool holds what Acta has not taken yet. */
const KEPT = ["state", "secrets.json", "admin-token", "language.json", "stripe.json"];

const NAME = "snapshot-";

/**
 * Removes copies that were left by a backup that was killed: their links keep recordings that people delete. No backup of this folder may run.
 * @param {string} dataDir
 */
export function removeSnapshots(dataDir) {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(NAME)))
    rmSync(path.join(dataDir, name), { recursive: true, force: true });
}

/**
 * Returns the folder of the copy, inside the data folder: one of its own, as two backups may be made at once. Recordings are linked, which takes no time and no room: a stored object is
 * never written again, only removed.
 * @param {string} dataDir
 */
export function takeSnapshot(dataDir) {
  const to = mkdtempSync(path.join(dataDir, NAME));
  try {
    for (const name of KEPT)
      if (existsSync(path.join(dataDir, name))) copy(path.join(dataDir, name), path.join(to, name));
  } catch (error) {
    // A full disk would stay full.
    rmSync(to, { recursive: true, force: true });
    throw error;
  }
  return to;
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  if (isFile(from)) return copyFileSync(from, to, constants.COPYFILE_FICLONE);
  mkdirSync(to, { mode: 0o700 });
  const isOfObjects = path.basename(from) === "blobs";
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copy(source, target);
    else if (entry.isFile() && !(isOfObjects && linked(source, target))) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
    }
  }
}

/** @param {string} entry */
function isFile(entry) {
  try {
    readdirSync(entry);
    return false;
  } catch {
    return true;
  }
}

/** False on a file system without links. @param {string} source @param {string} target */
function linked(source, target) {
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}
