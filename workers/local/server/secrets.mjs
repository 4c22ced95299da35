// The secrets of an own server: made on its first start, kept in its data folder, readable by its owner only.
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

const FILE = "secrets.json";

/** The maker of each secret. None is ever written to a log: supervisor and Worker leave out values of these names. */
const MAKERS = {
  SHARE_SECRET: () => randomBytes(32).toString("base64url"),
  CALL_SECRET: () => randomBytes(32).toString("base64url"),
  R2_SECRET_ACCESS_KEY: () => randomBytes(32).toString("base64url"),
  SECRET_BOX_KEYS: () => `first:${randomBytes(32).toString("base64")}`,
};

/**
 * The secrets that the environment does not give. Throws a RangeError where a folder with data has lost its file: with new secrets shared
 * links would end, and what is sealed in the database could not be opened again.
 * @param {{ dataDir: string, env: Record<string, string | undefined> }} input
 * @returns {Record<string, string>}
 */
export function serverSecrets({ dataDir, env }) {
  const file = path.join(dataDir, FILE);
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const missing = Object.entries(MAKERS).filter(([name]) => !env[name] && typeof kept[name] !== "string");
  if (missing.length === 0) return kept;
  if (existsSync(path.join(dataDir, "state/v3"))) {
    const names = missing.map(([name]) => name).join(", ");
    throw new RangeError(
      `${dataDir} has data, and ${FILE} lacks ${names}. Bring the file back from a backup, or set them.`,
    );
  }
  const secrets = { ...kept, ...Object.fromEntries(missing.map(([name, make]) => [name, make()])) };
  // Whole or not at all, also where the power goes.
  const opened = openSync(`${file}.new`, "w", 0o600);
  writeFileSync(opened, `${JSON.stringify(secrets, null, 2)}\n`);
  fsyncSync(opened);
  closeSync(opened);
  renameSync(`${file}.new`, file);
  return secrets;
}
