// A copy of a data folder at one moment. The Worker must not run meanwhile: its databases are many files, and they belong together.
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** All that cannot be made again. Logs, the bundle and models can; the recorder's spool holds what Acta has not taken yet. */
const KEPT = ["state", "secrets.json", "admin-token", "language.json", "stripe.json"];

/**
 * Returns the folder of the copy, inside the data folder. Recordings are linked, which takes no time and no room: a stored object is
 * never written again, only removed.
 * @param {string} dataDir
 */
export function takeSnapshot(dataDir) {
  const to = path.join(dataDir, "snapshot");
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { mode: 0o700 });
  for (const name of KEPT)
    if (existsSync(path.join(dataDir, name))) copy(path.join(dataDir, name), path.join(to, name));
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
