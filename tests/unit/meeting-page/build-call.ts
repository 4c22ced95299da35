import type { CallView } from "#app/contracts/meeting/meeting-view.ts";

/** A call that nobody has opened yet, unless said otherwise. */
export function call(more: Partial<CallView> = {}): CallView {
  return {
    platform: "meet",
    link: "https://meet.google.com/abc-defg-hij",
    lobbyState: null,
    lobbySince: null,
    lobbyUntil: null,
    recordingSince: null,
    landedMs: 0,
    warning: null,
    stopping: false,
    stoppedAt: null,
    end: null,
    count: null,
    people: [],
    missing: [],
    ...more,
  };
}
