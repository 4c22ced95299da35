// `npm run restore -- <backup>`: brings a backup back into an empty data folder. Acta must not run.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fail, holdFolder } from "./preflight.mjs";

process.umask(0o077);
const root = path.resolve(import.meta.dirname, "../..");
const dataDir = path.resolve(process.env.ACTA_DATA_DIR ?? ".acta");
const from = path.resolve(process.argv[2] ?? "");
const note = path.join(from, "backup.json");
if (process.argv[2] === undefined || !existsSync(note))
  fail("Name a backup: the folder that `npm run backup` made, with its backup.json.");
/** @type {{ madeAt: string, files: number, bytes: number, migrations: string[] }} */
const backup = JSON.parse(readFileSync(note, "utf8"));

const known = new Set(readdirSync(path.join(root, "migrations")));
const newer = backup.migrations.filter((name) => !known.has(name));
if (newer.length > 0) fail(`The backup is of a newer Acta, which has ${newer.at(-1)}. Update this one first.`);
const held = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const bytes = held
  .filter(({ name }) => name !== "backup.json")
  .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size, 0);
if (held.length - 1 !== backup.files || bytes !== backup.bytes)
  fail(`${from} is not as it was made: files are missing or others.`);

mkdirSync(dataDir, { recursive: true, mode: 0o700 });
await holdFolder(dataDir);
if (existsSync(path.join(dataDir, "state"))) {
  fail(`${dataDir} has data. Move its \`state\` and \`secrets.json\` away first; nothing was changed.`);
}
const names = readdirSync(from).filter((name) => name !== "backup.json");
const unfinished = path.join(dataDir, "restoring");
rmSync(unfinished, { recursive: true, force: true });
cpSync(from, unfinished, { recursive: true });
// The databases last: a start in between finds a folder without data, and not half of it.
for (const name of names.toSorted((one) => (one === "state" ? 1 : -1))) {
  rmSync(path.join(dataDir, name), { recursive: true, force: true });
  renameSync(path.join(unfinished, name), path.join(dataDir, name));
}
rmSync(unfinished, { recursive: true, force: true });
process.stdout.write(`${dataDir} is as it was at ${backup.madeAt}.\n`);
process.exit(0);
