import type { MeetingStatus } from "#app/domain/meeting/status.ts";

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
