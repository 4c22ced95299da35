import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingState, StateOf, UsageFact } from "#app/domain/meeting/states.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";

/** What the rules of the machine's table share. A rule that does not take its event gives the very same state back. */
export type Transition = { state: MeetingState | null; effects: MeetingEffect[] };
/** A transition after which the meeting is still there. */
export type Lives = Transition & { state: MeetingState };
/** As StateOf, but a union of states where several statuses are named. */
export type In<Status extends MeetingStatus> = Status extends MeetingStatus ? StateOf<Status> : never;

export function nothing(state: MeetingState): Lives {
  return { state, effects: [] };
}

/**
 * The meeting counts against its owner's plan: when a file was accepted, when a call is recorded, and at the latest before a
 * speech engine is asked for anything. It counts again when a failed step is asked for once more.
 */
export function countUsage(state: MeetingState): Lives {
  if (state.usage === "counted") return nothing(state);
  return { state: withUsage(state, "counted"), effects: [{ type: "count-usage" }] };
}

/**
 * The meeting ends without minutes through our fault, and gives its place back; not where a speech engine's text could be
 * read, or failing on purpose would give text for nothing.
 */
export function released(state: MeetingState): Lives {
  if (state.textHeard) return nothing(state);
  const effects: MeetingEffect[] = state.usage === "released" ? [] : [{ type: "release-usage" }];
  return { state: withUsage(state, "released"), effects };
}

function withUsage(state: MeetingState, usage: UsageFact): MeetingState {
  return { ...state, usage };
}
