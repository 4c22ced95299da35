import type { CallId, MeetId } from "#app/domain/ids.ts";
import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import type { CallFailure, PublishedCallEvent, PublishedCallEventType } from "#app/domain/meeting/call.ts";
import type { MergedFact, PartFact } from "#app/domain/meeting/parts.ts";
import type { RecordingSpan, SplitFact } from "#app/domain/meeting/split.ts";
import type {
  MediaVersion,
  RecordingLoss,
  RewriteAsk,
  SpeechFact,
  SummaryFailure,
  TranscriptFailure,
  TranscriptSource,
  WindowSpan,
} from "#app/domain/meeting/states.ts";
import type { TranscriptLength } from "#app/domain/transcript/merge-tokens.ts";

/**
 * Events of a meeting. Facts (a window has been recognised) hold whichever run found them. A failure belongs to its run, so that
 * a late failure cannot fail the run that a person has started since.
 */
export type MeetingEvent =
  | CallEvent
  | {
      type: "upload-accepted";
      version: MediaVersion;
      /** Both null, and `windows` empty, when the recording has to be scanned first. */
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
  /** Windows of the sound that an upload sends ahead of its video; a changed plan replaces the earlier one. */
  | { type: "sound-planned"; durationMs: number; windows: number }
  /** One of these windows is stored and matches its announcement. */
  | ({ type: "sound-landed" } & WindowSpan)
  /**
   * The video was compared with its sound. `windows` are the video's windows; `same` lists those whose sound was uploaded ahead,
   * byte for byte. `rewrite`: how to write the minutes again when that differs from what the upload asked for.
   */
  | {
      type: "sound-compared";
      durationMs: number;
      windows: readonly WindowSpan[];
      same: readonly number[];
      isCut?: true;
      rewrite?: RewriteAsk;
    }
  /** The video did not arrive, or cannot be used; only the sound is available. */
  | { type: "video-missed" }
  | { type: "recording-lost"; run: number; reason: RecordingLoss }
  | { type: "transcription-started"; run: number }
  /** The caption track holds no words, so the speech has to be recognised. */
  | { type: "captions-empty"; run: number; windows: readonly WindowSpan[] }
  /** Captions or a given transcript end long before the recording, or go on after it. */
  | { type: "transcript-misfits"; run: number; length: Exclude<TranscriptLength, "fits"> }
  /** The engine has to download its model first: the progress, or null once nothing is left to download. */
  | {
      type: "speech-awaited";
      run: number;
      download: { receivedBytes: number; totalBytes: number } | null;
      /** Of a model that is ready: the better one that does not work on this machine. */
      instead?: string | null;
    }
  /** A part of a window has text: to `textUntilMs` of the recording. `pace` and `ahead` as in SpeechFact. */
  | ({ type: "window-part"; run: number; index: number; textUntilMs: number } & Pick<SpeechFact, "pace" | "ahead">)
  | { type: "window-extracted"; index: number }
  /** A speech engine is about to be asked for a window; the meeting counts against its plan. */
  | { type: "speech-asked" }
  | { type: "window-recognised"; index: number }
  | { type: "transcription-failed"; run: number; reason: TranscriptFailure }
  | { type: "transcript-merged"; run: number; segments: number }
  | { type: "summary-started"; run: number }
  /** Of a long meeting that is written in parts: so many of them are written. */
  | { type: "summary-part-written"; run: number; done: number; total: number }
  /** The running minutes have a paragraph more; the text of the meeting is told up to `untilMs`. */
  | { type: "paragraph-told"; run: number; untilMs: number }
  | { type: "summary-written"; run: number }
  | { type: "summary-failed"; run: number; reason: SummaryFailure }
  | { type: "retry-asked" }
  /**
   * A person gives the transcript of a meeting that has ended: it replaces the text that the meeting has. `endMs`: end of its last
   * cue. `rewrite`: how to write minutes again that exist already.
   */
  | { type: "transcript-given"; endMs: number; rewrite?: RewriteAsk }
  /**
   * A person corrects the language of a recording that a speech engine has recognised: it is recognised once more. `rewrite`: how to write
   * minutes again that exist already.
   */
  | { type: "language-corrected"; rewrite?: RewriteAsk }
  /**
   * A person asks to write the minutes again: as `ask` says, or unchanged, to replace minutes that the extractive engine wrote
   * because the language model stayed down.
   */
  | { type: "rewrite-asked"; ask?: RewriteAsk }
  /** A later meeting becomes a part of this one. `rewrite`: how to write the minutes over the whole. */
  | { type: "part-taken"; part: PartFact; rewrite?: RewriteAsk }
  /** The last part goes back to its own meeting. */
  | { type: "part-dropped"; number: number }
  /** This meeting is on its way into an earlier one, is a part of it, or is on its way out. */
  | { type: "merge-asked"; merged: MergedFact }
  /** It is a meeting of its own again. */
  | { type: "merge-ended" }
  /** A split or its undoing begins, or a second meeting is gone. */
  | { type: "splits-noted"; splits: readonly SplitFact[] }
  /** The second meeting is there. This one has the rest, of which the minutes are written. */
  | { type: "split-off"; splits: readonly SplitFact[]; span: RecordingSpan; rewrite: RewriteAsk }
  /** The last meeting that was split from this one is gone, and this one has its part again. */
  | { type: "split-undone"; meetId: MeetId }
  /** This meeting was split from another, which is gone. */
  | { type: "parted-for-good" }
  | { type: "discarded" };

/** Events of a meeting at an online call, apart from those that its call object sends. */
type CallEvent =
  | MeetingCallEvent
  /** The time to join has come. */
  | { type: "call-due"; run: number }
  | { type: "call-joined"; run: number; callId: CallId }
  /** The call could not be requested: the plan's recordings are used up, or nobody can be joined. */
  | { type: "call-refused"; run: number; reason: "limit" | CallFailure }
  /** A person changed the place or time of the call. `joinAt`: the time to join; null for at once. */
  | { type: "call-changed"; place: CallFactPlace; joinAt: number | null }
  /** A person wants Acta to try once more after nobody admitted it. */
  | { type: "asked-again" }
  | { type: "cancelled" };

/** Events that the call object sends, one event type for each kind. */
export type MeetingCallEvent = {
  [Type in PublishedCallEventType]: {
    type: `call-${Type}`;
    published: Extract<PublishedCallEvent, { type: Type }>;
    /** With a failure: a screenshot of it is stored. */
    screenshot?: boolean;
  };
}[PublishedCallEventType];

/**
 * Pairs each kind of published event with the meeting's event. A template literal over the union loses the pair, hence the one
 * cast.
 */
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
  "window-part",
  "window-extracted",
  "speech-asked",
  "window-recognised",
  "transcription-failed",
  "transcript-merged",
  "summary-started",
  "summary-part-written",
  "paragraph-told",
  "summary-written",
  "summary-failed",
  "retry-asked",
  "transcript-given",
  "language-corrected",
  "rewrite-asked",
  "part-taken",
  "part-dropped",
  "merge-asked",
  "merge-ended",
  "splits-noted",
  "split-off",
  "split-undone",
  "parted-for-good",
  "discarded",
  "call-due",
  "call-joined",
  "call-refused",
  "call-changed",
  "asked-again",
  "cancelled",
  "call-lobby",
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
