import type { BotLimits } from "#app/contracts/recorder.ts";

/** How a recording stands against its longest time: `near` is the warning before. This one also ends it while people speak. */
export function judgeAge(ageMs: number, limits: BotLimits): "in-time" | "near" | "over" {
  if (ageMs >= limits.maximumMs) return "over";
  return ageMs >= limits.maximumMs - limits.warnBeforeMs ? "near" : "in-time";
}
