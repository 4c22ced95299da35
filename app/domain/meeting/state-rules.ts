import { assertNever } from "#app/domain/invariant.ts";
import type { Media, MeetingFacts, MeetingState, WindowFact } from "#app/domain/meeting/states.ts";
import type { EndReason, MeetingStatus } from "#app/domain/meeting/status.ts";

/** Questions that a meeting's state answers: its progress, and which actions it allows. */

/** Tells whether the bytes have landed and their contents are only known after a pass over all of them. */
export function awaitsScan(media: Media): boolean {
  return media.kind === "landed" && media.transcriptSource === null;
}

/** Tells whether nothing has to be taken from the plan any more: the meeting is counted already, or is free. */
export function isSettled({ usage }: Pick<MeetingFacts, "usage">): boolean {
  return usage === "counted" || usage === "free";
}

/** Tells whether an upload's file is still expected: nothing of it has landed yet, or only its sound. */
export function awaitsFile({ status, call, media, sound }: MeetingState): boolean {
  if (call !== undefined || media.kind === "landed") return false;
  return status === "TORECORD" || (sound !== undefined && sound.video === undefined);
}

/** Tells whether parts of a recording may still be sent: of an upload, or of a call that is not over. */
export function isBeingSent(state: MeetingState): boolean {
  const { status, call } = state;
  return call === undefined ? awaitsFile(state) : status === "TORECORD" || status === "RECORDING";
}

/**
 * Tells whether the whole recording is stored and no step reads it any more: it is not being transcribed, nor compared with the sound that
 * came ahead of it.
 */
export function isRecordingRead({ status, media, sound }: MeetingState): boolean {
  const isRead = status !== "RECORDED" && status !== "TRANSCRIBING" && status !== "ERROR_TRANSCRIPT";
  const isComplete = media.kind === "landed" || media.kind === "missing";
  return isComplete && isRead && (sound === undefined || sound.video !== undefined);
}

/**
 * Returns the status shown to people: only a call is recorded; an upload whose sound arrives ahead of its video is transcribed.
 */
export function saidStatus({ status, call }: { status: MeetingStatus; call?: unknown }): MeetingStatus {
  return status === "RECORDING" && call === undefined ? "TRANSCRIBING" : status;
}

export function reasonOf(state: MeetingState): EndReason | null {
  return "reason" in state ? state.reason : null;
}

/** Tells whether a person may retry the failed step. A retry cannot bring back lost bytes. */
export function isRetryable(state: MeetingState): boolean {
  switch (state.status) {
    case "ERROR_TRANSCRIPT":
    case "ERROR_SUMMARY":
      return true;
    case "SCHEDULE":
    case "TORECORD":
    case "RECORDING":
    case "RECORDED":
    case "TRANSCRIBING":
    case "TRANSCRIPTED":
    case "LLMING":
    case "SUMMARIZED":
    case "REJECTED":
    case "SKIPPED_SUMMARY":
    case "ERROR_RECORDED":
      return false;
    default:
      return assertNever(state);
  }
}

/** Tells whether a split or its undoing has begun and not ended. */
export function isSplitUnderway({ splits = [] }: Pick<MeetingFacts, "splits">): boolean {
  return splits.some(({ phase }) => phase !== "split");
}

/**
 * Tells whether a person may give a transcript now, in place of the text that the meeting has or lacks: its recording is stored,
 * and no step is under way that would change its text.
 */
export function takesTranscript({ status, media, sound, parts, span }: MeetingState): boolean {
  const hasEnded =
    status === "SUMMARIZED" ||
    status === "SKIPPED_SUMMARY" ||
    status === "ERROR_TRANSCRIPT" ||
    status === "ERROR_SUMMARY";
  // Of a merged meeting each recording has a text of its own, and a split one has a part of a text.
  return hasEnded && !parts && !span && media.kind === "landed" && (sound === undefined || sound.video !== undefined);
}

/** Tells whether the text of the meeting came from a speech engine, and its sound may be recognised again, in another language. */
export function takesLanguage(state: MeetingState): boolean {
  const { media, call, windows, sound } = state;
  const hasEnded =
    state.status === "SUMMARIZED" || state.status === "SKIPPED_SUMMARY" || state.status === "ERROR_SUMMARY";
  const bySpeech = media.kind === "landed" ? media.transcriptSource === "speech" : call !== undefined;
  const isCompared = sound === undefined || (sound.video !== undefined && sound.video !== "missing");
  return hasEnded && !state.parts && !state.span && bySpeech && isCompared && windows.length > 0;
}

/**
 * Returns the recognised and the wanted length of the recording in ms, and the parts that have no text yet, in order. A moment that two
 * voices have windows of counts once, and as recognised when both are.
 */
export function progressOf(windows: readonly WindowFact[]): {
  recognisedMs: number;
  wantedMs: number;
  gaps: { startMs: number; endMs: number }[];
} {
  const gaps: { startMs: number; endMs: number }[] = [];
  let wantedMs = 0;
  let wantedUntilMs = 0;
  for (const { startMs, endMs, progress, textUntilMs } of windows.toSorted(
    (one, other) => one.startMs - other.startMs,
  )) {
    wantedMs += Math.max(0, endMs - Math.max(startMs, wantedUntilMs));
    wantedUntilMs = Math.max(wantedUntilMs, endMs);
    if (progress === "recognised") continue;
    const last = gaps.at(-1);
    const from = Math.min(endMs, Math.max(startMs, textUntilMs ?? startMs));
    if (last && last.endMs >= from) last.endMs = Math.max(last.endMs, endMs);
    else gaps.push({ startMs: from, endMs });
  }
  const missingMs = gaps.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return { recognisedMs: wantedMs - missingMs, wantedMs, gaps };
}
