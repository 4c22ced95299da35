import type { CallWarning } from "#app/domain/meeting/call.ts";
import type { EventLog } from "../spool/event-log.ts";

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
