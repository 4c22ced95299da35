import { WAIT_MINUTES_DEFAULT, waitMsOf } from "#app/domain/call/waiting.ts";
import {
  BOT_NAME_CHARS_MAX,
  CALL_ALONE_MS_MAX,
  CALL_MS_MAX,
  CALL_ONLY_BOTS_MS_MAX,
  CALL_WARN_BEFORE_MS,
} from "#app/domain/limits/calls.ts";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import type { BotPlatform } from "#app/domain/meeting/call.ts";

/** The name and the waiting times that a bot receives. The name says honestly what the bot does and for whom. */

/** "Acta · notes for Nora", at most 60 characters. */
export function botName(ownerFirstName: string): string {
  const characters = [...new Intl.Segmenter().segment(`Acta · notes for ${ownerFirstName.trim()}`)];
  let name = "";
  for (const { segment } of characters) {
    if (name.length + segment.length > BOT_NAME_CHARS_MAX) break;
    name += segment;
  }
  return name.trim();
}

export function botLimitsOf(platform: BotPlatform, waitMinutes: number = WAIT_MINUTES_DEFAULT) {
  const waitMs = waitMsOf({ platform, waitMinutes });
  return {
    lobbyMs: waitMs,
    hostAbsentMs: waitMs,
    // A bot that is inside makes no request that the platform would end.
    nobodyMs: waitMinutes * MINUTE_MS,
    aloneMs: CALL_ALONE_MS_MAX,
    onlyBotsMs: CALL_ONLY_BOTS_MS_MAX,
    maximumMs: CALL_MS_MAX,
    warnBeforeMs: CALL_WARN_BEFORE_MS,
  };
}
