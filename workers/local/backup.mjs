// `npm run backup -- <folder>`: a copy of the data folder of this machine's Acta in a new folder there. A running Acta answers nothing for
// the few seconds of the snapshot; calls that are being recorded go on, and the recorder sends what it has afterwards.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fail, holdFolder } from "./preflight.mjs";
import { askControl } from "./server/control.mjs";
import { takeSnapshot } from "./server/snapshot.mjs";

process.umask(0o077);
const root = path.resolve(import.meta.dirname, "../..");
const dataDir = path.resolve(process.env.ACTA_DATA_DIR ?? ".acta");
const into = process.argv[2];
if (into === undefined) fail("Say where the backup goes: npm run backup -- /folder/for/backups");
const snapshot = (await askControl(dataDir)) ?? (await ofStopped());
const madeAt = new Date().toISOString();
const to = path.join(path.resolve(into), `acta-${madeAt.slice(0, 19).replaceAll(":", "-")}Z`);
const unfinished = `${to}.unfinished`;
mkdirSync(path.dirname(to), { recursive: true });
try {
  cpSync(snapshot, unfinished, { recursive: true, errorOnExist: true, force: false });
  const { files, bytes } = sizeOf(unfinished);
  const migrations = readdirSync(path.join(root, "migrations")).filter((name) => name.endsWith(".sql"));
  writeFileSync(path.join(unfinished, "backup.json"), JSON.stringify({ madeAt, files, bytes, migrations }, null, 2));
  // Under its name only once it is whole.
  renameSync(unfinished, to);
  process.stdout.write(
    `${to}: ${files} files, ${bytes} bytes. It holds every secret of this Acta; keep it as safe as the data.\n`,
  );
} finally {
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(snapshot, { recursive: true, force: true });
}
process.exit(0);

async function ofStopped() {
  if (!existsSync(path.join(dataDir, "state"))) fail(`${dataDir} has no data of Acta.`);
  await holdFolder(dataDir);
  return takeSnapshot(dataDir);
}

/** @param {string} folder */
function sizeOf(folder) {
  let [files, bytes] = [0, 0];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    bytes += statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size;
  }
  return { files, bytes };
}
