import type { BotLimits } from "#app/contracts/recorder.ts";

/** Compares a recording's age with its maximum: `near` is the warning before. This limit also ends a recording while people speak. */
export function judgeAge(ageMs: number, limits: BotLimits): "in-time" | "near" | "over" {
  if (ageMs >= limits.maximumMs) return "over";
  return ageMs >= limits.maximumMs - limits.warnBeforeMs ? "near" : "in-time";
}
