// Keeps the files of `npm start` private to their owner: folders 0700, files 0600. New files get these modes from the process's
// umask; files that an earlier start, or an unpacked copy, left open are closed here.
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
} from "node:fs";
import { once } from "node:events";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { logLine } from "./log-line.mjs";

const OTHERS = 0o077;
/** Entries that Acta creates in its data folder. A folder with other entries belongs to a person: only Acta's entries are closed. */
const OURS =
  /^(?:state|logs|recorder|bundle|models|snapshot-[A-Za-z0-9]+|restoring|admin-token|secrets\.json(?:\.new)?|language\.json|stripe\.json|reserve|children\.json|worker\.(?:env|json)(?:\.\d+)?)$/;

/**
 * Creates the data folder if it is missing, and closes it to other users. Logs that were open come from a version that wrote
 * whole paths into them, and are cleaned. Throws a RangeError with one clear sentence when the folder belongs to another user.
 * @param {string} folder
 */
export async function closeDataFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows has no such modes: the location of a person's folders keeps other users out.
  if (process.platform === "win32") return;
  const names = readdirSync(folder);
  await cleanOpenLogs(path.join(folder, "logs"));
  for (const name of names.filter((each) => OURS.test(each))) closeToOthers(path.join(folder, name));
  if (names.every((name) => OURS.test(name))) closeOne(folder, lstatSync(folder).mode);
}

/**
 * Removes every right of group and others, from the contents first, so that the next start completes an interrupted one.
 * The contents of a closed folder are not checked. @param {string} entry a file or a folder; links are left as they are
 */
export function closeToOthers(entry) {
  const stat = lstatSync(entry, { throwIfNoEntry: false });
  if (process.platform === "win32" || !stat || stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return;
  if (stat.isDirectory()) for (const name of readdirSync(entry)) closeToOthers(path.join(entry, name));
  closeOne(entry, stat.mode);
}

/** @param {string} entry @param {number} mode */
function closeOne(entry, mode) {
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(entry, mode & 0o700);
  } catch {
    throw new RangeError(`${entry} can be read by other users and cannot be closed to them. It has to belong to you.`);
  }
}

/** @param {string} folder */
async function cleanOpenLogs(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".log"))) {
    const file = path.join(folder, name);
    const stat = lstatSync(file);
    if (stat.isFile() && (stat.mode & OTHERS) !== 0) await cleanLog(file);
  }
}

/** @param {string} file */
async function cleanLog(file) {
  const clean = `${file}.clean`;
  const out = createWriteStream(clean, { mode: 0o600 });
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!out.write(`${logLine(line)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  renameSync(clean, file);
}
