import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";
import type { UsageFact } from "#app/domain/meeting/states.ts";
import type { RecordingFault, UploadRefusal } from "#app/domain/meeting/status.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { Rest } from "#app/domain/turns.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import type { ExtractedWindow } from "#app/media/extract-window.ts";
import type { PictureProbe } from "#app/media/probe-picture.ts";
import type { ScanJournal } from "#app/media/scan-journal.ts";
import type { Log } from "#app/server/log.ts";
import type { MeetingProjection } from "#app/server/meetings/project-meeting.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import type { PdfWriter } from "#app/server/ports/pdf-writer.ts";
import type { CallAsker, CallProcess } from "#app/server/ports/call-process.ts";
import type { RecordingProcess } from "#app/server/ports/recording-process.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import type { MeetingIds } from "#workers/meeting/store.ts";
import type { StoredPlan } from "#workers/meeting/store-transcript.ts";

/** Everything a meeting object may do to the world outside its storage; built in workers/compose.ts. */
export type MeetingDeps = {
  store: RecordingStore;
  /** Who is at which window, where several meetings stand on one recording. */
  recordings: RecordingProcess;
  calls: CallProcess;
  media: MeetingMedia;
  /** Null where none is configured. */
  speech: SpeechEngine | null;
  language: LanguageModel;
  /** Writes the summary where the language model stays down. */
  extractive: LanguageModel;
  lists: MeetingLists;
  pdf: PdfWriter;
  /** Passes domain events to a workspace, which stores each once however often it is told. Throws where it does not answer. */
  tellWorkspace: (workspaceId: string, meetId: MeetId, events: DomainEvent[]) => Promise<void>;
  log: Log;
  now: () => number;
  random: () => number;
  /** A fresh rest for each piece of long work: it remembers when its turn began. */
  rests: () => Rest;
};

/** What the object asks of a recording's bytes (app/media). */
export interface MeetingMedia {
  /** What can be said while somebody waits; `needs-scan` where nothing is wrong so far, and only `scan` can tell the rest. */
  inspect(
    source: ByteSource,
    language: MeetingLanguage,
    kind?: RecordingKind,
  ): Promise<Outcome<InspectedRecording | "needs-scan", UploadRefusal>>;
  /** How long a recording plays that has a picture and no sound: enough for one whose transcript was given. */
  inspectPicture(source: ByteSource): Promise<Outcome<PictureProbe, UploadRefusal>>;
  scan(
    source: ByteSource,
    language: MeetingLanguage,
    options: { kind?: RecordingKind; journal: ScanJournal; signal: AbortSignal },
  ): Promise<Outcome<InspectedRecording, RecordingFault>>;
  extract(source: ByteSource, plan: StoredPlan): Promise<ExtractedWindow>;
  captions(source: ByteSource, track: Uint8Array): Promise<CaptionCue[]>;
}
export type InspectedRecording = {
  durationMs: number;
  plan: StoredPlan[];
  /** The caption track as one serialised piece, where there is one to be used. */
  captionTrack: Uint8Array | null;
  /** The file ends before the recording does; what is there is used. */
  isCut?: true;
};

/** The tables of D1 that follow the object. */
export interface MeetingLists {
  project: (projection: MeetingProjection) => Promise<void>;
  /** Writes all rows of the meeting again. */
  restore(projection: MeetingProjection, usage: UsageFact): Promise<void>;
  /** Takes one of the workspace's recordings for this meeting's call; false where none is left. */
  reserveRecording(ids: MeetingIds): Promise<boolean>;
  /** The name and address of the meeting's creator for other people in a call; null where no provider vouches for the address. */
  findAsker(userId: string): Promise<CallAsker | null>;
  /**
   * The meeting stands on the recording of its call from now on, and no more on the one it knew before. True where no meeting
   * stands on that one any more, so that its bytes go.
   */
  adoptRecording(
    projection: MeetingProjection,
    recordings: { before: RecordingId; now: RecordingId },
  ): Promise<{ beforeIsFree: boolean }>;
  /**
   * Counts the meeting before a speech engine is asked for its text. False where its workspace's plan is used up and no place is
   * held for it; then nothing may be asked.
   */
  chargeUsage(ids: MeetingIds): Promise<boolean>;
  countUsage(ids: MeetingIds): Promise<void>;
  /** `failed`: through no fault of the person, so that a retry which succeeds counts it again. */
  releaseUsage(ids: MeetingIds, reason: "failed" | "discarded"): Promise<void>;
  /**
   * Tombstone and claim of a meeting that is gone. True where no other meeting stands on the recording, so that
   * its bytes go too. Twice is as good as once.
   */
  tombstone(ids: MeetingIds, sequence: number): Promise<{ recordingIsFree: boolean }>;
}
