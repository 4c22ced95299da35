import type { EventOf } from "#app/domain/meeting/events.ts";
import { countUsage, type In, nothing, released, type Transition } from "#app/domain/meeting/recording-rules.ts";
import type { StateOf } from "#app/domain/meeting/states.ts";

/** Rules from the transcript of a meeting to its minutes. */

type Summarising = In<"TRANSCRIPTED" | "LLMING">;

export function summaryStarted(
  state: StateOf<"TRANSCRIPTED">,
  event: EventOf<"summary-started">,
  now: number,
): Transition {
  if (event.run !== state.run) return nothing(state);
  return { state: { ...state, status: "LLMING", since: now }, effects: [] };
}

export function summaryPartWritten(
  state: Summarising,
  { run, done, total }: EventOf<"summary-part-written">,
): Transition {
  const known = state.summaryParts;
  if (run !== state.run || total < 2) return nothing(state);
  if (known?.total === total && known.done >= done) return nothing(state);
  return { state: { ...state, summaryParts: { done, total } }, effects: [] };
}

export function paragraphTold(
  state: In<"RECORDING" | "RECORDED" | "TRANSCRIBING" | "TRANSCRIPTED" | "LLMING">,
  { run, untilMs }: EventOf<"paragraph-told">,
): Transition {
  // Minutes that are written again are there already.
  if (run !== state.run || state.rewrite || untilMs <= (state.toldUntilMs ?? 0)) return nothing(state);
  return { state: { ...state, toldUntilMs: untilMs }, effects: [] };
}

export function summarised(state: Summarising, event: EventOf<"summary-written">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  const { rewrite: _rewrite, summaryParts: _parts, toldUntilMs: _told, ...rest } = state;
  return countUsage({ ...rest, status: "SUMMARIZED", since: now });
}

/** A failed rewrite leaves the minutes unchanged: nothing is lost, so the meeting has not failed. */
export function summaryFailed(state: Summarising, event: EventOf<"summary-failed">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  if (state.rewrite) {
    const { rewrite, summaryParts: _parts, ...rest } = state;
    return { state: { ...rest, status: "SUMMARIZED", rewriteFailed: rewrite.what, since: now }, effects: [] };
  }
  const { summaryParts: _parts, ...rest } = state;
  return released({ ...rest, status: "ERROR_SUMMARY", reason: event.reason, since: now });
}

export function summariseAgain(
  state: StateOf<"ERROR_SUMMARY">,
  _event: EventOf<"retry-asked">,
  now: number,
): Transition {
  const { reason: _reason, ...rest } = state;
  const run = state.run + 1;
  const next = countUsage({ ...rest, status: "TRANSCRIPTED", run, since: now });
  return { state: next.state, effects: [...next.effects, { type: "summarise", run }] };
}

/** The present summary stays until another is written. */
export function writeAgain(state: StateOf<"SUMMARIZED">, { ask }: EventOf<"rewrite-asked">, now: number): Transition {
  const { rewriteFailed: _failed, ...rest } = state;
  const run = state.run + 1;
  const next = { ...rest, status: "TRANSCRIPTED" as const, run, since: now, ...(ask ? { rewrite: ask } : {}) };
  return { state: next, effects: [{ type: "summarise", run }] };
}
