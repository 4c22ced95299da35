import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { CallFailure } from "#app/domain/meeting/call.ts";
import { type CallFact, type CallFactPlace, newCallFact } from "#app/domain/meeting/call-fact.ts";
import type { EndReason, MeetingStatus, RecordingFault } from "#app/domain/meeting/status.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { TranscriptLength } from "#app/domain/transcript/compare-length.ts";

/**
 * Where a meeting is. The status says it as a whole; media and windows are facts beside it, so that windows can be
 * recognised while a recording still arrives, and so that a retry asks only for what is missing.
 */

/** Exactly these bytes and no others: what the store says of an object. */
export type MediaVersion = { sizeBytes: number; etag: string };

/** Recognised by a speech engine, read from the recording's own captions, or given beside it as a file. */
export type TranscriptSource = "speech" | "captions" | "given";

export type Media =
  | { kind: "awaited" }
  | { kind: "arriving" }
  | {
      kind: "landed";
      version: MediaVersion;
      /** Where the bytes stand, where that is not where an upload was awaited. */
      key?: string;
      /** Both null until a recording in fragments has been scanned: only then is known what is in it. */
      durationMs: number | null;
      transcriptSource: TranscriptSource | null;
      /** The file ends before the recording does; what of it is there was used. */
      isCut?: true;
      /** How far captions or a given transcript reach beside the recording, once they were read. */
      transcriptLength?: TranscriptLength;
    };

/** The bytes are there, but what they hold is only found in one pass over all of them. */
export function awaitsScan(media: Media): boolean {
  return media.kind === "landed" && media.transcriptSource === null;
}

/** A stretch of the recording, in ms from its start. */
export type WindowSpan = { index: number; startMs: number; endMs: number };
export type WindowFact = WindowSpan & { progress: "wanted" | "extracted" | "recognised" };

/** In whole percent, so that a long download is a hundred changes of the meeting and no more. */
export type SpeechDownloadFact = { percent: number; totalBytes: number };

/** What the ledger should say of this meeting: a reservation, a counted upload, or nothing to pay. */
export type UsageFact = "reserved" | "counted" | "released";

export type MeetingFacts = {
  /** Grows only when a person asks for a failed step, or for another summary: part of the key of every step. */
  run: number;
  media: Media;
  windows: readonly WindowFact[];
  usage: UsageFact;
  /** A speech engine's text of it could be read: from then on it stays counted, however it ends. Absent before. */
  textHeard?: true;
  /** The online call that it is the meeting of; absent for uploads. */
  call?: CallFact;
  /** Absent where the video came first. */
  sound?: SoundFact;
  /** What the speech engine still has to fetch before it can hear; absent or null where it waits for nothing. */
  speechDownload?: SpeechDownloadFact | null;
  /** The summary is being written once more, and as what; the minutes that are there stay until it is. */
  rewrite?: RewriteAsk | null;
  /** It did not work, and the minutes are as before. */
  rewriteFailed?: RewriteAsk["what"] | null;
  /** When the status was entered. */
  since: number;
};

/**
 * The sound of an upload that came ahead of its video, window by window. The windows that have landed are those of the
 * meeting; how many there will be stands here.
 */
export type SoundFact = {
  durationMs: number;
  windows: number;
  /** What came of the video, once that is known: the same sound, another, or none at all. */
  video?: "same" | "differed" | "missing";
};

/** What a person wants the minutes written again as. */
export type RewriteAsk = {
  template: TemplateSnapshot;
  language: MeetingLanguage;
  /** Whether what was written by hand goes along. */
  hand: "keep" | "leave";
  /** What is other than in the minutes before; decides what is said if it fails (§8). */
  what: "template" | "language" | "same";
};

/** Why a meeting stands in one of the statuses that end. */
export type ReasonOf = {
  REJECTED: EndReason;
  SKIPPED_SUMMARY: "no-speech";
  ERROR_RECORDED: RecordingLoss;
  ERROR_TRANSCRIPT: TranscriptFailure;
  ERROR_SUMMARY: SummaryFailure;
};
export type RecordingLoss = "changed" | "missing" | RecordingFault | CallFailure | "internal";
export const TRANSCRIPT_FAILURES = [
  "speech-not-configured",
  "speech-unavailable",
  "speech-key-refused",
  "speech-refused",
  "speech-model-missing",
  "speech-engine-missing",
  "limit-reached",
  "internal",
] as const;
export type TranscriptFailure = (typeof TRANSCRIPT_FAILURES)[number];
export type SummaryFailure = "summary-unavailable" | "internal";

export type StateOf<Status extends MeetingStatus> = MeetingFacts & { status: Status } & (Status extends keyof ReasonOf
    ? { reason: ReasonOf[Status] }
    : unknown);

/** A union over `status`: the ended ones carry their reason. */
export type MeetingState = { [Status in MeetingStatus]: StateOf<Status> }[MeetingStatus];

/** An upload that waits for its bytes. */
export function newUpload(now: number): MeetingState {
  return { status: "TORECORD", run: 1, media: { kind: "awaited" }, windows: [], usage: "reserved", since: now };
}

/** A meeting that Acta is to join: at once, or when it is time. Nothing is reserved before that. */
export function newCall(place: CallFactPlace, status: "SCHEDULE" | "TORECORD", now: number): MeetingState {
  const call = newCallFact(place);
  return { status, run: 1, media: { kind: "awaited" }, windows: [], usage: "released", call, since: now };
}

/** Whether an upload's file is still to come: nothing of it has landed yet, or only its sound. */
export function awaitsFile({ status, call, media, sound }: MeetingState): boolean {
  if (call !== undefined || media.kind === "landed") return false;
  return status === "TORECORD" || (sound !== undefined && sound.video === undefined);
}

/** The status as people are told it: only a call is recorded; an upload whose sound comes ahead of its video is transcribed. */
export function saidStatus({ status, call }: { status: MeetingStatus; call?: unknown }): MeetingStatus {
  return status === "RECORDING" && call === undefined ? "TRANSCRIBING" : status;
}

export function reasonOf(state: MeetingState): EndReason | null {
  return "reason" in state ? state.reason : null;
}

/** Whether a person may ask for the failed step again. Lost bytes do not come back by asking. */
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

/** Ms of recording that are recognised and wanted, and the stretches that have no text yet. */
export function progressOf(windows: readonly WindowFact[]): {
  recognisedMs: number;
  wantedMs: number;
  gaps: { startMs: number; endMs: number }[];
} {
  const gaps: { startMs: number; endMs: number }[] = [];
  let recognisedMs = 0;
  let wantedMs = 0;
  for (const { startMs, endMs, progress } of windows) {
    wantedMs += endMs - startMs;
    if (progress === "recognised") {
      recognisedMs += endMs - startMs;
      continue;
    }
    const last = gaps.at(-1);
    if (last?.endMs === startMs) last.endMs = endMs;
    else gaps.push({ startMs, endMs });
  }
  return { recognisedMs, wantedMs, gaps };
}
