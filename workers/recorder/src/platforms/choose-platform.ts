import { existsSync } from "node:fs";
import path from "node:path";
import type { BotPlatform } from "#app/domain/meeting/call.ts";
import { localPlatform } from "./local.ts";
import { JITSI_PAGE } from "./pages/jitsi-page.ts";
import { MEET_PAGE } from "./pages/meet-page.ts";
import { TEAMS_PAGE } from "./pages/teams-page.ts";
import { ZOOM_PAGE } from "./pages/zoom-page.ts";
import type { PlatformAdapter } from "./platform-adapter.ts";
import { webPlatform } from "./web-visit.ts";

export type PlatformSettings = {
  /** The one exact http origin on loopback where a meeting server of this machine is; null in production. */
  localOrigin: string | null;
  /** Hosts of Jitsi servers, as the operator named them. */
  jitsiHosts: string[];
  /** Folder with `<platform>.json`: accounts of the bot's own, signed in by hand. */
  profiles?: string | null;
};

/** The adapter of a platform. */
export function choosePlatform(platform: BotPlatform, settings: PlatformSettings): PlatformAdapter | null {
  const profile = findProfile(settings.profiles ?? null, platform);
  switch (platform) {
    case "local":
      return localPlatform({ origin: settings.localOrigin });
    case "meet":
      return webPlatform(MEET_PAGE, settings, profile);
    case "teams":
      return webPlatform(TEAMS_PAGE, settings, profile);
    case "zoom":
      return webPlatform(ZOOM_PAGE, settings, profile);
    case "jitsi":
      return webPlatform(JITSI_PAGE, settings, profile);
  }
}

/** The file of the bot's own account for a platform, made by `sign-in.mjs`; null where there is none: the bot is a guest. */
function findProfile(folder: string | null, platform: BotPlatform): string | null {
  if (folder === null || platform === "local") return null;
  const file = path.join(folder, `${platform}.json`);
  return existsSync(file) ? file : null;
}
