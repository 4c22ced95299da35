import type { BotLimits, PageState } from "#app/contracts/recorder.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { CallPlatform } from "#app/domain/meeting/call.ts";

/** Google ends the wait itself after about ten minutes: a longer limit would only wait before a dead page. */
const MEET_LOBBY_MS_MAX = 600_000;
const REOPEN_MS = 15_000;

/** Time that the bot waits for admission, in ms. */
export function lobbyBudgetMs(platform: CallPlatform, limits: Pick<BotLimits, "lobbyMs">): number {
  switch (platform) {
    case "meet":
      return Math.min(limits.lobbyMs, MEET_LOBBY_MS_MAX);
    case "teams":
    case "zoom":
    case "jitsi":
    case "local":
      return limits.lobbyMs;
    default:
      return assertNever(platform);
  }
}

/** Whether to open the address again: the host has not come, and this page does not notice when they do. */
export function shouldReopen(state: PageState, stays: boolean, openedAt: number, now: number): boolean {
  return state === "host-absent" && stays && now - openedAt >= REOPEN_MS;
}
