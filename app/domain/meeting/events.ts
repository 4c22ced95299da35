import type {
  MediaVersion,
  RecordingLoss,
  RewriteAsk,
  SummaryFailure,
  TranscriptFailure,
  TranscriptSource,
  WindowSpan,
} from "#app/domain/meeting/states.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { CallFailure, PublishedCallEvent, PublishedCallEventType } from "#app/domain/meeting/call.ts";
import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import type { TranscriptLength } from "#app/domain/transcript/compare-length.ts";

/**
 * What happens to a meeting. Facts (a window has been recognised) hold whichever run found them; a failure belongs to its
 * run, so that one that arrives late cannot fail the run that a person has started since.
 */
export type MeetingEvent =
  | CallEvent
  | {
      type: "upload-accepted";
      version: MediaVersion;
      /** Both null, and no windows, where the recording has to be scanned first. */
      durationMs: number | null;
      transcriptSource: TranscriptSource | null;
      windows: readonly WindowSpan[];
      /** The file ends before the recording does. */
      isCut?: true;
    }
  | {
      type: "recording-scanned";
      run: number;
      durationMs: number;
      transcriptSource: TranscriptSource;
      windows: readonly WindowSpan[];
      isCut?: true;
    }
  /** The windows in which an upload's sound comes ahead of its video; other ones than before replace those. */
  | { type: "sound-planned"; durationMs: number; windows: number }
  /** One of them stands in the store, and is what it was said to be. */
  | ({ type: "sound-landed" } & WindowSpan)
  /**
   * The video was held against its sound: `windows` are those of the video, `same` the ones of them whose sound came ahead
   * byte for byte. `rewrite`: as what the minutes are to be written again where that is not what the upload asked for.
   */
  | {
      type: "sound-compared";
      durationMs: number;
      windows: readonly WindowSpan[];
      same: readonly number[];
      isCut?: true;
      rewrite?: RewriteAsk;
    }
  /** The video did not come, or cannot be used; the sound is all there will be. */
  | { type: "video-missed" }
  | { type: "recording-lost"; run: number; reason: RecordingLoss }
  | { type: "transcription-started"; run: number }
  /** The caption track holds no words: what was said has to be recognised after all. */
  | { type: "captions-empty"; run: number; windows: readonly WindowSpan[] }
  /** Captions or a given transcript end long before the recording does, or go on after it. */
  | { type: "transcript-misfits"; run: number; length: Exclude<TranscriptLength, "fits"> }
  /** The engine has to fetch its model first: how far it is, or null once there is nothing to fetch. */
  | { type: "speech-awaited"; run: number; download: { receivedBytes: number; totalBytes: number } | null }
  | { type: "window-extracted"; index: number }
  /** A speech engine is about to be asked for a window: its place in the plan has been counted. */
  | { type: "speech-asked" }
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

/** What happens to a meeting at an online call before and beside what its call object tells. */
type CallEvent =
  | MeetingCallEvent
  /** It is time to join. */
  | { type: "call-due"; run: number }
  | { type: "call-joined"; run: number; callId: CallId }
  /** It could not be asked for: the plan's recordings are used up, or there is nobody to join. */
  | { type: "call-refused"; run: number; reason: "limit" | CallFailure }
  /** A person says where or when it is now. `joinAt`: when to be there; null for at once. */
  | { type: "call-changed"; place: CallFactPlace; joinAt: number | null }
  /** Nobody had let Acta in, and a person wants it to try once more. */
  | { type: "asked-again" }
  | { type: "cancelled" };

/** What the call object tells, each kind an event of its own. */
export type MeetingCallEvent = {
  [Type in PublishedCallEventType]: {
    type: `call-${Type}`;
    published: Extract<PublishedCallEvent, { type: Type }>;
    /** Beside a failure: a picture of it stands in the store. */
    screenshot?: boolean;
  };
}[PublishedCallEventType];

/** The type pairs each kind of published event with the meeting's event; a template literal over the union loses the pair, hence the one cast. */
export function toMeetingEvent(published: PublishedCallEvent, screenshot: boolean): MeetingCallEvent {
  return { type: `call-${published.type}`, published, screenshot } as MeetingCallEvent;
}

export type MeetingEventType = MeetingEvent["type"];
export type EventOf<Type extends MeetingEventType> = Extract<MeetingEvent, { type: Type }>;

export const MEETING_EVENT_TYPES = [
  "upload-accepted",
  "recording-scanned",
  "sound-planned",
  "sound-landed",
  "sound-compared",
  "video-missed",
  "recording-lost",
  "transcription-started",
  "captions-empty",
  "transcript-misfits",
  "speech-awaited",
  "window-extracted",
  "speech-asked",
  "window-recognised",
  "transcription-failed",
  "transcript-merged",
  "summary-started",
  "summary-written",
  "summary-failed",
  "retry-asked",
  "rewrite-asked",
  "discarded",
  "call-due",
  "call-joined",
  "call-refused",
  "call-changed",
  "asked-again",
  "cancelled",
  "call-door",
  "call-recording",
  "call-warning",
  "call-people",
  "call-requests",
  "call-moved",
  "call-window",
  "call-stopping",
  "call-ended",
  "call-stored",
  "call-rejected",
  "call-failed",
] as const satisfies readonly MeetingEventType[];
