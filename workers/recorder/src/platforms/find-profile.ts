import { existsSync } from "node:fs";
import path from "node:path";
import type { CallPlatform } from "#app/domain/meeting/call.ts";

/** The file of the bot's own account for a platform, made by `sign-in.mjs`; null where there is none: the bot is a guest. */
export function findProfile(folder: string | null, platform: CallPlatform): string | null {
  if (folder === null || platform === "local") return null;
  const file = path.join(folder, `${platform}.json`);
  return existsSync(file) ? file : null;
}
