import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { type CallFact, type CallFactPlace, newCallFact } from "#app/domain/meeting/call-fact.ts";
import type { CallFailure } from "#app/domain/meeting/call.ts";
import type { MergedFact, PartFact } from "#app/domain/meeting/parts.ts";
import type { RecordingSpan, SplitFact } from "#app/domain/meeting/split.ts";
import type { EndReason, MeetingStatus, RecordingFault } from "#app/domain/meeting/status.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { TranscriptLength } from "#app/domain/transcript/merge-tokens.ts";

/**
 * The state of a meeting. The status describes it as a whole; media and windows are separate facts, so that windows can be
 * recognised while a recording still arrives, and a retry requests only the missing ones.
 */

/** Identifies the exact bytes of a stored object, as reported by the store. */
export type MediaVersion = { sizeBytes: number; etag: string };

/** Recognised by a speech engine, read from the recording's own captions, or given with it as a file. */
export type TranscriptSource = "speech" | "captions" | "given";

export type Media =
  | { kind: "awaited" }
  | { kind: "arriving" }
  /** The call is over and left no file; it may have left windows of sound. */
  | { kind: "missing" }
  | {
      kind: "landed";
      version: MediaVersion;
      /** Key of the bytes, when it differs from the key of the expected upload. */
      key?: string;
      /** Both null until a fragmented recording has been scanned: its contents are unknown before. */
      durationMs: number | null;
      transcriptSource: TranscriptSource | null;
      /** The file ends before the recording does; the available part was used. */
      isCut?: true;
      /** There is no file: an imported transcript, or a sample meeting without sound. */
      isTextOnly?: true;
      /** Length of captions or of a given transcript compared with the recording, once they were read. */
      transcriptLength?: TranscriptLength;
    };

/**
 * A part of the recording, in ms from its start. `track` is the sound track of the file that the window is cut from, where it is not the
 * first that is heard.
 */
export type WindowSpan = { index: number; startMs: number; endMs: number; track?: number };
export type WindowFact = WindowSpan & {
  progress: "wanted" | "extracted" | "recognised";
  /** Of an extracted window: the text goes to here, in ms of the recording. Absent while it has none. */
  textUntilMs?: number;
};

/**
 * The engine's own report of its work. `pace`: expected seconds of work for a second of sound, null before it is measured. `ahead`: recordings
 * that are recognised before this one. `instead`: the better model that does not work on this machine.
 */
export type SpeechFact = { pace: number | null; ahead: number; instead: string | null };

/** In whole percent, so that a long download changes the meeting a hundred times at most. */
export type SpeechDownloadFact = { percent: number; totalBytes: number };

export type SummaryPartsFact = { done: number; total: number };

/** The ledger's entry for this meeting: a reservation, a counted upload, or nothing to pay. A `free` meeting has no entry, ever. */
export type UsageFact = "reserved" | "counted" | "released" | "free";

export type MeetingFacts = {
  /**
   * Number of the attempt; part of the key of every step. Grows with a retry, a rewrite, a changed or moved call, another attempt
   * to join, a changed plan of sound, and a video whose sound differs or completes the windows.
   */
  run: number;
  media: Media;
  windows: readonly WindowFact[];
  usage: UsageFact;
  /** The ledger has the use that counts in another row: the meeting has moved since, or is a copy. Absent where it counts here. */
  isCountedElsewhere?: true;
  /**
   * A speech engine's text of the meeting could be read: from then on the meeting stays counted, however it ends. Absent before.
   */
  textHeard?: true;
  /** The meeting's online call; absent for uploads. */
  call?: CallFact;
  /** Absent when the video arrived first. */
  sound?: SoundFact;
  /**
   * The model that the speech engine still has to download before it can recognise speech; absent or null when it waits for
   * nothing.
   */
  speechDownload?: SpeechDownloadFact | null;
  /** Absent for an engine that reports nothing. */
  speech?: SpeechFact;
  /** Written parts of the summary while a long meeting is summarised in parts; absent before, and once it is written. */
  summaryParts?: SummaryPartsFact;
  /** The running minutes tell the recording up to here, in ms of it. Absent before they begin, and once the summary is written. */
  toldUntilMs?: number;
  /** The summary is being written again, in this way; the present minutes stay until it is done. */
  rewrite?: RewriteAsk | null;
  /** The rewrite failed, and the minutes are unchanged. */
  rewriteFailed?: RewriteAsk["what"] | null;
  /** The later meetings that were merged into this one, in order. Absent where there is none. */
  parts?: readonly PartFact[];
  /** The earlier meeting that this one was merged into. Absent otherwise. */
  mergedInto?: MergedFact;
  /** The part of its recording that the meeting has, after a split. Absent for all of it. */
  span?: RecordingSpan;
  /** The meetings that were split from this one, in order. Absent where there is none. */
  splits?: readonly SplitFact[];
  /** When the status was entered. */
  since: number;
};

/**
 * The sound of an upload that was sent ahead of its video, window by window. The landed windows are in the meeting's `windows`;
 * the planned number is here.
 */
export type SoundFact = {
  durationMs: number;
  windows: number;
  /** Result of the comparison with the video, once known: the same sound, a different one, or no video at all. */
  video?: "same" | "differed" | "missing";
};

/** The way in which a person wants the minutes written again. */
export type RewriteAsk = {
  template: TemplateSnapshot;
  language: MeetingLanguage;
  /** Whether manual edits are carried over. */
  hand: "keep" | "leave";
  /** Difference from the present minutes; selects the message shown if the rewrite fails (§8). */
  what: "template" | "language" | "same";
};

/** Reasons of the statuses that end a meeting. */
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

/** A union over `status`: ended states carry their reason. */
export type MeetingState = { [Status in MeetingStatus]: StateOf<Status> }[MeetingStatus];

/** A sample meeting: complete from its beginning. `version`: its sound; null where it has none. */
export function newSample(
  { durationMs, version }: { durationMs: number; version: MediaVersion | null },
  now: number,
): MeetingState {
  return {
    status: "SUMMARIZED",
    run: 1,
    media: {
      kind: "landed",
      version: version ?? { sizeBytes: 0, etag: "" },
      durationMs,
      transcriptSource: "given",
      ...(version === null && { isTextOnly: true }),
    },
    windows: [{ index: 0, startMs: 0, endMs: durationMs, progress: "recognised" }],
    // So that nothing counts it later, such as minutes that are written again. The ledger has no row of it.
    usage: "counted",
    since: now,
  };
}

/** A meeting made of a transcript alone, which is read next. Speech is never recognised for it, so it takes nothing from the plan. */
export function newImport(durationMs: number, now: number): MeetingState {
  return {
    status: "TRANSCRIBING",
    run: 1,
    media: {
      kind: "landed",
      version: { sizeBytes: 0, etag: "" },
      durationMs,
      transcriptSource: "given",
      isTextOnly: true,
    },
    windows: [{ index: 0, startMs: 0, endMs: durationMs, progress: "wanted" }],
    usage: "free",
    since: now,
  };
}

/** An upload that waits for its bytes. */
export function newUpload(now: number): MeetingState {
  return { status: "TORECORD", run: 1, media: { kind: "awaited" }, windows: [], usage: "reserved", since: now };
}

/** A meeting that Acta joins: at once, or at its time. Nothing is reserved before that. */
export function newCall(place: CallFactPlace, status: "SCHEDULE" | "TORECORD", now: number): MeetingState {
  const call = newCallFact(place);
  return { status, run: 1, media: { kind: "awaited" }, windows: [], usage: "released", call, since: now };
}
