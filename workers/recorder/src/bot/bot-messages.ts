import * as z from "zod";
import { BOT_REASONS, BOT_STATES } from "#app/contracts/recording/recorder.ts";
import type { CallWarning } from "#app/domain/meeting/call.ts";
import type { EventLog } from "../spool/event-log.ts";

/** Messages between the service and the process of one bot, over Node's own channel between them. */

export const toBot = z.union([
  z.object({ say: z.enum(["stop", "ask-again", "shut-down"]) }),
  z.object({ say: z.literal("announce"), text: z.string() }),
]);
export type ToBot = z.infer<typeof toBot>;

export const fromBot = z.object({
  state: z.enum(BOT_STATES),
  reason: z.nullable(z.enum(BOT_REASONS)),
  since: z.number().int(),
  spooledPieces: z.number().int(),
  spooledBytes: z.number().int(),
});
export type FromBot = z.infer<typeof fromBot>;

/** By priority: the first one that holds is reported. */
const BY_WEIGHT: readonly CallWarning[] = ["reconnecting", "silent", "video-lost", "limit-near"];

export type Warnings = { set(warning: CallWarning, holds: boolean): void };

/** The current warning; reported when it changes. */
export function tellWarnings(events: Pick<EventLog, "add">): Warnings {
  const holding = new Set<CallWarning>();
  let told: CallWarning | null = null;
  return {
    set(warning, holds) {
      if (holds) holding.add(warning);
      else holding.delete(warning);
      const next = BY_WEIGHT.find((each) => holding.has(each)) ?? null;
      if (next === told) return;
      told = next;
      events.add({ type: "warning", warning: next });
    },
  };
}
