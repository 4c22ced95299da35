import type { MeetId } from "#app/domain/ids.ts";
import type { EventOf } from "#app/domain/meeting/events.ts";
import { type In, nothing, type Transition } from "#app/domain/meeting/recording-rules.ts";
import { isRecordingRead, isSettled, isSplitUnderway } from "#app/domain/meeting/state-rules.ts";
import { type MeetingFacts, type MeetingState, type StateOf } from "#app/domain/meeting/states.ts";
import type { RecordingSpan } from "#app/domain/meeting/split.ts";
import type { RetentionSetting } from "#app/domain/privacy/retention.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/**
 * A call that broke off and began again is one meeting: the first one takes the later one as a part. The later meeting keeps its
 * recording, its text and its entry in the ledger, and is hidden until the merge is taken back (decision 201).
 */
export type PartFact = {
  /** Begins the ids of its lines. Never used twice in one meeting. */
  number: number;
  meetId: MeetId;
  /** Its place in the meeting's time, in ms; before it is the gap in which nothing was recorded. */
  startMs: number;
  endMs: number;
  /** The meetings whose recordings are played there: itself, and those that it had taken before. */
  recordings: readonly PartRecording[];
  /** The version of the minutes that is shown again when the merge is taken back. */
  minutesBefore: number;
};
/** In ms of the meeting that has taken it. `cut`: where it begins in the file, of which the meeting has a part (split.ts). */
export type PartRecording = { meetId: MeetId; startMs: number; endMs: number; cut?: { fromMs: number; by: string } };

/** The same for the part of a recording that a meeting has; nothing for all of it. */
export function cutOf(span: RecordingSpan | undefined): Pick<PartRecording, "cut"> {
  return span ? { cut: { fromMs: span.startMs, by: span.by } } : {};
}

/**
 * On the later meeting. `joining` and `leaving` are on their way: the other meeting may have done its side or not.
 * `ownRule`: the retention rule that it had of its own.
 */
export type MergedFact = {
  meetId: MeetId;
  phase: "joining" | "joined" | "leaving";
  gapMs: number;
  ownRule: RetentionSetting | null;
};

/** Length of the meeting in ms, with the parts that it has taken; null while it is unknown. */
export function lengthOf(state: Pick<MeetingFacts, "media" | "call" | "sound" | "span" | "parts">): number | null {
  return state.parts?.at(-1)?.endMs ?? ownLengthOf(state);
}

/** Length of its own recording in ms, or of the part of it that the meeting has; null while it is unknown. */
export function ownLengthOf({
  media,
  call,
  sound,
  span,
}: Pick<MeetingFacts, "media" | "call" | "sound" | "span">): number | null {
  if (span) return span.endMs - span.startMs;
  const landedMs = media.kind === "landed" ? media.durationMs : null;
  return landedMs ?? call?.durationMs ?? sound?.durationMs ?? null;
}

/** Tells whether a meeting may be merged into an earlier one: nothing works on it, and it is counted or free. */
export function mayBeMerged(state: MeetingState): boolean {
  const hasEnded = state.status === "SUMMARIZED" || state.status === "SKIPPED_SUMMARY";
  const isWhole = state.mergedInto === undefined && !isSplitUnderway(state);
  return hasEnded && isSettled(state) && isRecordingRead(state) && isWhole;
}

/** Tells whether a meeting takes another as its next part. Its own minutes are there, so that undoing has them to go back to. */
export function takesPart(state: MeetingState): state is StateOf<"SUMMARIZED"> {
  return state.status === "SUMMARIZED" && mayBeMerged(state);
}

/** The id of a line in the meeting that has taken it. */
export const idInPart = (part: number, id: SegmentId): SegmentId => `${prefixOf(part)}${id}`;
export const prefixOf = (part: number) => `m${part}.`;

/** The minutes are written again over the whole; the present ones stay until then. */
export function partTaken(state: StateOf<"SUMMARIZED">, event: EventOf<"part-taken">, now: number): Transition {
  const { rewriteFailed: _failed, parts = [], ...rest } = state;
  const run = state.run + 1;
  return {
    state: {
      ...rest,
      status: "TRANSCRIPTED",
      run,
      since: now,
      parts: [...parts, event.part],
      ...(event.rewrite && { rewrite: event.rewrite }),
    },
    effects: [{ type: "summarise", run }],
  };
}

/** The last part goes; minutes that are being written over it are not wanted any more. */
export function partDropped(
  state: In<"SUMMARIZED" | "TRANSCRIPTED" | "LLMING">,
  event: EventOf<"part-dropped">,
  now: number,
): Transition {
  const { parts = [], rewrite: _rewrite, rewriteFailed: _failed, summaryParts: _parts, ...rest } = state;
  if (parts.at(-1)?.number !== event.number) return nothing(state);
  const { toldUntilMs: _told, ...written } = rest;
  const left = parts.slice(0, -1);
  return {
    state: {
      ...written,
      status: "SUMMARIZED",
      run: state.run + 1,
      since: now,
      ...(left.length > 0 && { parts: left }),
    },
    effects: [],
  };
}

export function mergeAsked(state: MeetingState, { merged }: EventOf<"merge-asked">): Transition {
  return { state: { ...state, mergedInto: merged }, effects: [] };
}

export function mergeEnded(state: MeetingState): Transition {
  if (!state.mergedInto) return nothing(state);
  const { mergedInto: _merged, ...rest } = state;
  return { state: rest, effects: [] };
}
