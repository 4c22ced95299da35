import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingState, StateOf, UsageFact } from "#app/domain/meeting/states.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";

/** The result of a rule in the machine's table. A rule that ignores its event returns the same state object. */
export type Transition = { state: MeetingState | null; effects: MeetingEffect[] };
/** A transition after which the meeting is still there. */
export type Lives = Transition & { state: MeetingState };
/** Like StateOf, but a union of states for several statuses. */
export type In<Status extends MeetingStatus> = Status extends MeetingStatus ? StateOf<Status> : never;

export function nothing(state: MeetingState): Lives {
  return { state, effects: [] };
}

/**
 * Counts the meeting against its owner's plan: when a file was accepted, when a call is recorded, and at the latest before a
 * speech engine is asked for anything. A retry of a failed step counts it again.
 */
export function countUsage(state: MeetingState): Lives {
  if (state.usage === "counted") return nothing(state);
  return { state: withUsage(state, "counted"), effects: [{ type: "count-usage" }] };
}

/**
 * Releases the usage of a meeting that ends without minutes through Acta's fault; not when a speech engine's text could be read,
 * otherwise people could get text for free by failing on purpose.
 */
export function released(state: MeetingState): Lives {
  if (state.textHeard) return nothing(state);
  const effects: MeetingEffect[] = state.usage === "released" ? [] : [{ type: "release-usage" }];
  return { state: withUsage(state, "released"), effects };
}

function withUsage(state: MeetingState, usage: UsageFact): MeetingState {
  return { ...state, usage };
}
