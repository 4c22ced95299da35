import type {
  MediaVersion,
  RecordingLoss,
  RewriteAsk,
  SummaryFailure,
  TranscriptFailure,
  TranscriptSource,
  WindowSpan,
} from "#app/domain/meeting/states.ts";
import type { TranscriptLength } from "#app/domain/transcript/compare-length.ts";

/**
 * What happens to a meeting. Facts (a window has been recognised) hold whichever run found them; a failure belongs to its
 * run, so that one that arrives late cannot fail the run that a person has started since.
 */
export type MeetingEvent =
  | {
      type: "upload-accepted";
      version: MediaVersion;
      /** Both null, and no windows, where the recording has to be scanned first. */
      durationMs: number | null;
      transcriptSource: TranscriptSource | null;
      windows: readonly WindowSpan[];
    }
  | {
      type: "recording-scanned";
      run: number;
      durationMs: number;
      transcriptSource: TranscriptSource;
      windows: readonly WindowSpan[];
    }
  | { type: "recording-lost"; run: number; reason: RecordingLoss }
  | { type: "transcription-started"; run: number }
  /** The caption track holds no words: what was said has to be recognised after all. */
  | { type: "captions-empty"; run: number; windows: readonly WindowSpan[] }
  /** Captions or a given transcript end long before the recording does, or go on after it. */
  | { type: "transcript-misfits"; run: number; length: Exclude<TranscriptLength, "fits"> }
  /** The engine has to fetch its model first: how far it is, or null once there is nothing to fetch. */
  | { type: "speech-awaited"; run: number; download: { receivedBytes: number; totalBytes: number } | null }
  | { type: "window-extracted"; index: number }
  | { type: "window-recognised"; index: number }
  | { type: "transcription-failed"; run: number; reason: TranscriptFailure }
  | { type: "transcript-merged"; run: number; segments: number }
  | { type: "summary-started"; run: number }
  | { type: "summary-written"; run: number }
  | { type: "summary-failed"; run: number; reason: SummaryFailure }
  | { type: "retry-asked" }
  /**
   * A person wants the minutes written again: as `ask` says, or as they are, in place of those that the extractive engine
   * wrote because the language model stayed down.
   */
  | { type: "rewrite-asked"; ask?: RewriteAsk }
  | { type: "discarded" };

export type MeetingEventType = MeetingEvent["type"];
export type EventOf<Type extends MeetingEventType> = Extract<MeetingEvent, { type: Type }>;

export const MEETING_EVENT_TYPES = [
  "upload-accepted",
  "recording-scanned",
  "recording-lost",
  "transcription-started",
  "captions-empty",
  "transcript-misfits",
  "speech-awaited",
  "window-extracted",
  "window-recognised",
  "transcription-failed",
  "transcript-merged",
  "summary-started",
  "summary-written",
  "summary-failed",
  "retry-asked",
  "rewrite-asked",
  "discarded",
] as const satisfies readonly MeetingEventType[];
