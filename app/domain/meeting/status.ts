import { CALL_FAILURES, CALL_REJECTIONS } from "#app/domain/meeting/call.ts";

/** §4: the processing states, spelled as in the specification. */
export const MEETING_STATUSES = [
  "SCHEDULE",
  "TORECORD",
  "RECORDING",
  "RECORDED",
  "TRANSCRIBING",
  "TRANSCRIPTED",
  "LLMING",
  "SUMMARIZED",
  "REJECTED",
  "SKIPPED_SUMMARY",
  "ERROR_RECORDED",
  "ERROR_TRANSCRIPT",
  "ERROR_SUMMARY",
] as const;
export type MeetingStatus = (typeof MEETING_STATUSES)[number];

/** §2, History: the groups of the status filter. `working`: begun and not ended. */
export type StatusGroup = "completed" | "error" | "initiating" | "rejected" | "skipped" | "working";

export function statusGroup(status: MeetingStatus): StatusGroup {
  switch (status) {
    case "SUMMARIZED":
      return "completed";
    case "ERROR_RECORDED":
    case "ERROR_TRANSCRIPT":
    case "ERROR_SUMMARY":
      return "error";
    case "SCHEDULE":
    case "TORECORD":
      return "initiating";
    case "REJECTED":
      return "rejected";
    case "SKIPPED_SUMMARY":
      return "skipped";
    default:
      return "working";
  }
}

/** Tells whether Acta still works on the meeting; the page then shows the results so far. */
export function isUnderway(status: MeetingStatus): boolean {
  const group = statusGroup(status);
  return group === "working" || group === "initiating";
}

/** Tells whether the meeting ended without minutes. */
export function isEndedBadly(status: MeetingStatus): boolean {
  const group = statusGroup(status);
  return group === "error" || group === "rejected" || group === "skipped";
}

/** Whether a meeting is being recorded (`running`) or was (`done`); null before, and where nothing was recorded. */
export function recordingOf(status: MeetingStatus): "running" | "done" | null {
  switch (status) {
    case "SCHEDULE":
    case "TORECORD":
    case "REJECTED":
    case "ERROR_RECORDED":
      return null;
    case "RECORDING":
      return "running";
    default:
      return "done";
  }
}

/** Home: the statuses of running meetings, and those of ended ones. */
export const STATUSES_IN_PROGRESS = MEETING_STATUSES.filter((status) => {
  const group = statusGroup(status);
  return status !== "SCHEDULE" && (group === "working" || group === "initiating");
});
export const ENDED_STATUSES = MEETING_STATUSES.filter((status) => {
  const group = statusGroup(status);
  return group !== "working" && group !== "initiating";
});

/** Faults of a recording, whenever they are found. */
const RECORDING_FAULTS = [
  "not-mp4",
  "truncated",
  "no-audio",
  "unsupported-codec",
  "fragmented",
  "encrypted",
  "hostile",
  "too-long",
  "too-large",
  "empty",
] as const;
export type RecordingFault = (typeof RECORDING_FAULTS)[number];

/**
 * Reasons to refuse bytes at upload_data: the dialog shows the reason, the meeting is removed, nothing counts. `wrong-kind`: the
 * contents do not match the file's name, which is seen at once.
 */
export const UPLOAD_REFUSALS = [...RECORDING_FAULTS, "wrong-kind"] as const;
export type UploadRefusal = (typeof UPLOAD_REFUSALS)[number];

/** Reasons to refuse a transcript given with the recording: the meeting keeps waiting for another transcript or for none. */
export const TRANSCRIPT_REFUSALS = [
  "transcript-wrong-type",
  "transcript-too-large",
  "transcript-cue-too-long",
  "transcript-truncated",
  "transcript-unreadable",
  "transcript-empty",
] as const;
export type GivenTranscriptRefusal = (typeof TRANSCRIPT_REFUSALS)[number];

/** Reasons for REJECTED, SKIPPED_SUMMARY and the errors; the screen says what to do about each. */
export const END_REASONS = [
  /* SKIPPED_SUMMARY */
  "no-speech",
  /* ERROR_RECORDED */
  "changed",
  "missing",
  ...RECORDING_FAULTS,
  ...CALL_FAILURES,
  /* REJECTED */
  ...CALL_REJECTIONS,
  "cancelled",
  /* ERROR_TRANSCRIPT */
  "speech-not-configured",
  "speech-unavailable",
  "speech-key-refused",
  "speech-refused",
  "speech-model-missing",
  "speech-engine-missing",
  "limit-reached",
  /* ERROR_SUMMARY */
  "summary-unavailable",
  /* any step whose attempts are used up by our own faults */
  "internal",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Reasons that only occur with calls. Their texts are not among those that every page loads. */
export const CALL_REASONS = [...CALL_FAILURES, ...CALL_REJECTIONS, "cancelled"] as const;
export type CallReason = (typeof CALL_REASONS)[number];

export function isCallReason(reason: string | null): reason is CallReason {
  return CALL_REASONS.some((known) => known === reason);
}

/** The progress of a status as lists draw it: the circle fills as work goes on; a check, bar, dash or triangle marks the end. */
export type StatusGlyph =
  | "scheduled"
  | "preparing"
  | "recording"
  | "recorded"
  | "transcribing"
  | "transcribed"
  | "summarizing"
  | "done"
  | "rejected"
  | "skipped"
  | "error";

const GLYPHS: Record<MeetingStatus, StatusGlyph> = {
  SCHEDULE: "scheduled",
  TORECORD: "preparing",
  RECORDING: "recording",
  RECORDED: "recorded",
  TRANSCRIBING: "transcribing",
  TRANSCRIPTED: "transcribed",
  LLMING: "summarizing",
  SUMMARIZED: "done",
  REJECTED: "rejected",
  SKIPPED_SUMMARY: "skipped",
  ERROR_RECORDED: "error",
  ERROR_TRANSCRIPT: "error",
  ERROR_SUMMARY: "error",
};

export function statusGlyph(status: MeetingStatus): StatusGlyph {
  return GLYPHS[status];
}
