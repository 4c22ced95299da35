import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** The operator's secret of one data folder, made on the first start and readable by its owner only. @param {string} dataDir */
export function adminToken(dataDir) {
  if (process.env.ADMIN_TOKEN) return process.env.ADMIN_TOKEN;
  const file = path.join(dataDir, "admin-token");
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}
