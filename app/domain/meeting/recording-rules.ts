import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { EventOf } from "#app/domain/meeting/events.ts";
import { awaitsScan, isSettled, takesLanguage, takesTranscript } from "#app/domain/meeting/state-rules.ts";
import {
  type MeetingState,
  type StateOf,
  type UsageFact,
  type WindowFact,
  type WindowSpan,
} from "#app/domain/meeting/states.ts";
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
  if (isSettled(state)) return nothing(state);
  return { state: withUsage(state, "counted"), effects: [{ type: "count-usage" }] };
}

/**
 * Releases the usage of a meeting that ends without minutes through Acta's fault; not when a speech engine's text could be read,
 * otherwise people could get text for free by failing on purpose.
 */
export function released(state: MeetingState): Lives {
  if (state.textHeard || state.usage === "free") return nothing(state);
  const effects: MeetingEffect[] = state.usage === "released" ? [] : [{ type: "release-usage" }];
  return { state: withUsage(state, "released"), effects };
}

function withUsage(state: MeetingState, usage: UsageFact): MeetingState {
  const { isCountedElsewhere: _elsewhere, ...rest } = state;
  return { ...rest, usage };
}

/** Rules of the machine's table for a landed recording: its contents, and the work that produces its text. */
type Transcribing = In<"RECORDED" | "TRANSCRIBING">;

export function accepted(state: StateOf<"TORECORD">, event: EventOf<"upload-accepted">, now: number): Transition {
  if (state.call) return nothing(state);
  const { version, durationMs, transcriptSource, isCut } = event;
  // The video arrived before any sound that was planned ahead of it.
  const { sound, ...rest } = state;
  const next: MeetingState = {
    ...rest,
    status: "RECORDED",
    media: { kind: "landed", version, durationMs, transcriptSource, ...(isCut && { isCut }) },
    windows: event.windows.map(wanted),
    since: now,
  };
  const counted = countUsage(next);
  const spent: MeetingEffect[] = sound ? [{ type: "remove-sound", round: 1 }] : [];
  return { state: counted.state, effects: [...counted.effects, ...spent, ...missingWork(counted.state)] };
}

export function scanned(state: Transcribing, event: EventOf<"recording-scanned">): Transition {
  const { media } = state;
  if (event.run !== state.run || media.kind !== "landed" || !awaitsScan(media)) return nothing(state);
  const { durationMs, transcriptSource, isCut } = event;
  const next: MeetingState = {
    ...state,
    media: { ...media, durationMs, transcriptSource, ...(isCut && { isCut }) },
    windows: event.windows.map(wanted),
  };
  return { state: next, effects: missingWork(next) };
}

function wanted(span: WindowSpan): WindowFact {
  return { ...span, progress: "wanted" };
}

export function captionsEmpty(state: Transcribing, event: EventOf<"captions-empty">): Transition {
  const { media } = state;
  if (event.run !== state.run || media.kind !== "landed" || media.transcriptSource !== "captions")
    return nothing(state);
  const next: MeetingState = {
    ...state,
    media: { ...media, transcriptSource: "speech" },
    windows: event.windows.map(wanted),
  };
  return { state: next, effects: missingWork(next) };
}

/**
 * A given transcript is one window over the whole recording. Its index is a new one, so that a window which is still being
 * recognised cannot be taken for it, and no earlier line of the minutes cites its segments by mistake.
 */
export function transcriptGiven(
  state: In<"SUMMARIZED" | "SKIPPED_SUMMARY" | "ERROR_TRANSCRIPT" | "ERROR_SUMMARY">,
  event: EventOf<"transcript-given">,
  now: number,
): Transition {
  if (state.media.kind !== "landed" || !takesTranscript(state)) return nothing(state);
  const { reason: _reason, rewriteFailed: _failed, ...rest } = { reason: null, ...state };
  const { transcriptLength: _length, ...media } = state.media;
  const index = Math.max(-1, ...state.windows.map((window) => window.index)) + 1;
  const next: MeetingState = {
    ...rest,
    ...(event.rewrite && { rewrite: event.rewrite }),
    status: "TRANSCRIBING",
    run: state.run + 1,
    media: { ...media, transcriptSource: "given" },
    windows: [wanted({ index, startMs: 0, endMs: media.durationMs ?? event.endMs })],
    speechDownload: null,
    since: now,
  };
  const counted = countUsage(next);
  return { state: counted.state, effects: [...counted.effects, ...missingWork(counted.state)] };
}

/** The same windows are recognised in another language. The meeting was paid for, and stays so. */
export function languageCorrected(
  state: In<"SUMMARIZED" | "SKIPPED_SUMMARY" | "ERROR_SUMMARY">,
  event: EventOf<"language-corrected">,
  now: number,
): Transition {
  if (!takesLanguage(state)) return nothing(state);
  const { reason: _reason, rewriteFailed: _failed, ...rest } = { reason: null, ...state };
  const next: MeetingState = {
    ...rest,
    ...(event.rewrite && { rewrite: event.rewrite }),
    status: "TRANSCRIBING",
    run: state.run + 1,
    windows: state.windows.map(wanted),
    speechDownload: null,
    since: now,
  };
  const counted = countUsage(next);
  return { state: counted.state, effects: [...counted.effects, ...missingWork(counted.state)] };
}

/** Only reported: a person knows better whether recording and transcript belong together. */
export function misfits(state: Transcribing, event: EventOf<"transcript-misfits">): Transition {
  const { media } = state;
  if (event.run !== state.run || media.kind !== "landed" || media.transcriptLength === event.length) {
    return nothing(state);
  }
  return { state: { ...state, media: { ...media, transcriptLength: event.length } }, effects: [] };
}

/**
 * Returns the work that produces the text: the scan when there are no windows yet, every window without text, or the merge once
 * all have text.
 */
export function missingWork(state: MeetingState): MeetingEffect[] {
  const { run } = state;
  if (awaitsScan(state.media)) return [{ type: "scan-recording", run }];
  const missing = state.windows.filter(({ progress }) => progress !== "recognised");
  if (missing.length === 0) return [{ type: "merge-windows", run }];
  const source = (state.media.kind === "landed" && state.media.transcriptSource) || "speech";
  switch (source) {
    case "captions":
      return [{ type: "read-captions", run }];
    case "given":
      return [{ type: "read-transcript", run }];
    case "speech":
      return missing.map(({ index }) => ({ type: "transcribe-window", run, index }));
    default:
      return assertNever(source);
  }
}

export function lost(state: Transcribing, event: EventOf<"recording-lost">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  return released({ ...state, status: "ERROR_RECORDED", reason: event.reason, since: now });
}
