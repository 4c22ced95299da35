import type { CallPlatform } from "#app/domain/meeting/call.ts";
import { localPlatform } from "./local.ts";
import type { PlatformAdapter } from "./platform-adapter.ts";

export type PlatformSettings = {
  /** The one exact http origin on loopback where a meeting server of this machine is; null in production. */
  localOrigin: string | null;
  /** Hosts of Jitsi servers, as the operator named them. */
  jitsiHosts: string[];
};

/** The adapter of a platform; null where this recorder cannot join it. */
export function choosePlatform(platform: CallPlatform, settings: PlatformSettings): PlatformAdapter | null {
  switch (platform) {
    case "local":
      return localPlatform({ origin: settings.localOrigin });
    case "meet":
    case "teams":
    case "zoom":
    case "jitsi":
      return null;
  }
}
