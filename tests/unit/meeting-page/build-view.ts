import type { MeetingHead, MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

/** A segment of two seconds that begins at `seconds`, unless said otherwise. */
export function segment(id: string, seconds: number, more: Partial<SegmentView> = {}): SegmentView {
  return { id, startMs: seconds * 1000, endMs: seconds * 1000 + 2000, text: `Words of ${id}.`, speaker: null, ...more };
}

export function head(more: Partial<MeetingHead> = {}): MeetingHead {
  return {
    meetId: "0123456789abcdefghjkmnpq",
    sequence: 1,
    title: "Budget of the choir",
    startsAt: 1_795_000_000_000,
    timeZone: "Europe/Madrid",
    language: "en",
    templateName: "Basic system",
    source: "upload",
    status: "SUMMARIZED",
    reason: null,
    retryable: false,
    durationMs: 60_000,
    transcriptSource: "speech",
    transcriptLength: null,
    recognisedMs: 60_000,
    wantedMs: 60_000,
    gaps: [],
    droppedSegments: 0,
    timeline: [],
    playable: true,
    ...more,
  };
}

export function view(more: Partial<MeetingView> = {}): MeetingView {
  return { head: head(), segments: [], summary: null, ...more };
}
