import type { MeetId } from "#app/domain/ids.ts";
import { SPLIT_EDGE_MS_MIN } from "#app/domain/limits/minutes.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import type { EventOf } from "#app/domain/meeting/events.ts";
import { mayBeMerged } from "#app/domain/meeting/parts.ts";
import { type In, nothing, type Transition } from "#app/domain/meeting/recording-rules.ts";
import type { MeetingFacts, MeetingState, RewriteAsk, StateOf } from "#app/domain/meeting/states.ts";
import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/**
 * Two talks in one recording become two meetings: the first keeps its id, and the second is a meeting of its own on the same recording.
 * Nothing is recognised or counted again (decision 224).
 */

/** The part of its recording that a meeting has, in ms of the recording. Absent for one that has all of it. */
export type RecordingSpan = {
  startMs: number;
  endMs: number;
  /** The person who split it. The file holds the other part as well, so that nobody else is given it. */
  by: string;
  /** Of a second part: the meeting that it was split from, while the two can be put together again. */
  of?: MeetId;
};

/** On the first meeting. `splitting` and `joining` are on their way: the second meeting may be there or not. */
export type SplitFact = {
  /** The second meeting. */
  meetId: MeetId;
  phase: "splitting" | "split" | "joining";
  /** In ms of the first meeting as it was. */
  atMs: number;
  /** The second meeting's. */
  title: string;
  by: string;
  /** The part that the first meeting had before; null for all of its recording. */
  before: RecordingSpan | null;
  /** The version of its minutes that is shown again when the two are put together. */
  minutesBefore: number;
};

export type CutRefusal = "split-too-near" | "split-merged";

/**
 * Finds the moment at which the transcript is divided: the beginning of the line that is being said there, so that no sentence is cut. Null
 * where either part would be shorter than SPLIT_EDGE_MS_MIN.
 */
export function cutAt(segments: readonly Segment[], lengthMs: number, askedMs: number): number | null {
  const said = segments.findLast(({ startMs }) => startMs <= askedMs);
  const atMs = said && askedMs < said.endMs ? said.startMs : askedMs;
  return atMs < SPLIT_EDGE_MS_MIN || atMs > lengthMs - SPLIT_EDGE_MS_MIN ? null : Math.round(atMs);
}

/** Tells whether a meeting may be split: its minutes are there, and it has one recording, or a transcript alone. */
export function mayBeSplit(state: MeetingState): state is StateOf<"SUMMARIZED"> {
  return state.status === "SUMMARIZED" && mayBeMerged(state) && !state.parts;
}

/** Tells whether a meeting was split from another one. */
export function isSecondPart({ span }: Pick<MeetingFacts, "span">): boolean {
  return span !== undefined && span.startMs > 0;
}

/** Tells whether a viewer is given the bytes of the recording. */
export function isGivenRecording({ span, parts = [] }: Pick<MeetingFacts, "span" | "parts">, viewer: Viewer): boolean {
  const cuts = [span, ...parts.flatMap(({ recordings }) => recordings.map(({ cut }) => cut))];
  return cuts.every((cut) => cut === undefined || isFor(cut.by, viewer));
}

/** Tells whether a viewer is the one person that something is for; null for everybody. */
export function isFor(userId: string | null, viewer: Viewer): boolean {
  return userId === null || ("userId" in viewer && viewer.userId === userId);
}

/** The parts of a recording that are divided at a moment of the meeting. */
export function spansOf(
  before: RecordingSpan | null,
  { lengthMs, atMs, by, meetId }: { lengthMs: number; atMs: number; by: string; meetId: MeetId },
): { first: RecordingSpan; second: RecordingSpan } {
  const startMs = before?.startMs ?? 0;
  const cutMs = startMs + atMs;
  return {
    first: { ...before, startMs, endMs: cutMs, by },
    second: { startMs: cutMs, endMs: startMs + lengthMs, by, of: meetId },
  };
}

/**
 * The lines of the minutes that rest on the second part, and those that stay with the first: a line goes with its first moment. Lines without
 * a moment, such as those by hand, stay.
 */
export function divideFields(
  fields: readonly EditableField[],
  isSecond: (id: SegmentId) => boolean,
): { first: EditableField[]; second: EditableField[] } {
  const goes = ({ segmentIds }: Line) => segmentIds[0] !== undefined && isSecond(segmentIds[0]);
  const side = (wanted: boolean) =>
    fields.map((field) => ({
      ...field,
      lines: field.lines
        .filter((line) => goes(line) === wanted)
        .map((line) => ({ ...line, segmentIds: line.segmentIds.filter((id) => isSecond(id) === wanted) })),
    }));
  return { first: side(false), second: side(true) };
}

export function splitsNoted(state: MeetingState, { splits }: EventOf<"splits-noted">): Transition {
  const { splits: _splits, ...rest } = state;
  return { state: { ...rest, ...(splits.length > 0 && { splits }) }, effects: [] };
}

/** The second part knows no more of the first. */
export function partedForGood(state: MeetingState): Transition {
  if (!state.span?.of) return nothing(state);
  const { of: _of, ...span } = state.span;
  return { state: { ...state, span }, effects: [] };
}

/** The minutes of what is left are written again; the present lines stay until then. */
export function splitOff(
  state: In<"SUMMARIZED" | "TRANSCRIPTED" | "LLMING">,
  { splits, span, rewrite }: EventOf<"split-off">,
  now: number,
): Transition {
  const { rewriteFailed: _failed, summaryParts: _parts, ...rest } = state;
  const run = state.run + 1;
  const since = state.status === "TRANSCRIPTED" ? state.since : now;
  const next = { ...rest, status: "TRANSCRIPTED" as const, run, since, splits, span, rewrite };
  return { state: next, effects: [{ type: "summarise", run }] };
}

/** The first meeting is whole again, with its earlier minutes; minutes that are being written are not wanted any more. */
export function splitUndone(
  state: In<"SUMMARIZED" | "TRANSCRIPTED" | "LLMING">,
  { meetId }: EventOf<"split-undone">,
  now: number,
): Transition {
  const { splits = [], span: _span, rewrite: _rewrite, rewriteFailed: _failed, summaryParts: _parts, ...rest } = state;
  const last = splits.at(-1);
  if (last?.meetId !== meetId) return nothing(state);
  const left = splits.slice(0, -1);
  const { toldUntilMs: _told, ...written } = rest;
  return {
    state: {
      ...written,
      status: "SUMMARIZED",
      run: state.run + 1,
      since: now,
      ...(last.before && { span: last.before }),
      ...(left.length > 0 && { splits: left }),
    },
    effects: [],
  };
}

/** The second part of a meeting at its beginning: all that the first one is, but for what is its own. */
export function newSecondPart(
  first: In<"SUMMARIZED" | "TRANSCRIPTED" | "LLMING">,
  { span, rewrite, people }: { span: RecordingSpan; rewrite: RewriteAsk; people: ReadonlySet<string> },
  now: number,
): MeetingState {
  const { splits: _splits, rewriteFailed: _failed, summaryParts: _parts, call, ...rest } = first;
  return {
    ...rest,
    status: "TRANSCRIPTED",
    // The ledger has the whole recording, with the first meeting.
    usage: "free",
    since: now,
    span,
    rewrite,
    // Of the people in the call only those are known to be there who speak in this part.
    ...(call && { call: { ...call, people: call.people.filter(({ name }) => name !== null && people.has(name)) } }),
  };
}
