import type { Ownership } from "#app/domain/account/actor.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";
import type { UsageFact } from "#app/domain/meeting/states.ts";
import type { RecordingFault, UploadRefusal } from "#app/domain/meeting/status.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { RetentionSetting } from "#app/domain/privacy/retention.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { Rest } from "#app/domain/turns.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import type { OwnWord } from "#app/domain/words/own-word.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import type { ExtractedWindow } from "#app/media/windows/extract-window.ts";
import type { PictureProbe } from "#app/media/mp4/probe-picture.ts";
import type { ScanJournal } from "#app/media/fragments/scan-journal.ts";
import type { MayHave } from "#app/server/ports/event-consumer.ts";
import type { Log } from "#app/server/log.ts";
import type { MeetingProjection } from "#app/server/meetings/project-meeting.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import type { PdfWriter } from "#app/server/ports/pdf-writer.ts";
import type { CallAsker, CallProcess, JoinedCall } from "#app/server/ports/call-process.ts";
import type { ByMeeting } from "#app/server/ports/meeting-process.ts";
import type { SplitMeetingStub } from "#app/server/ports/split-meetings.ts";
import type { MergedMeetingStub } from "#app/server/ports/merged-meetings.ts";
import type { RecordingProcess, RecordingStore } from "#app/server/ports/recording-store.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import type { VoicesEngine } from "#app/server/ports/voices.ts";
import type { SecondRow } from "#app/server/meetings/split-rows.ts";
import type { MeetingIds } from "#workers/meeting/store/store.ts";
import type { StoredPlan } from "#workers/meeting/store/text-sources.ts";

/** Everything a meeting object may do to the world outside its storage; built in workers/compose.ts. */
export type MeetingDeps = {
  store: RecordingStore;
  /** Tracks which meeting works on which window when several meetings share one recording. */
  recordings: RecordingProcess;
  calls: CallProcess;
  /** The other meeting of a merge. */
  merges: MergedMeetings;
  /** The other part of a split. */
  splits: OtherPart;
  media: MeetingMedia;
  /** Null when none is configured. */
  speech: SpeechEngine | null;
  /** Null when voices are not told apart. */
  voices: VoicesEngine | null;
  language: LanguageModel;
  /** Writes the summary when the language model stays down. */
  extractive: LanguageModel;
  lists: MeetingLists;
  /** The names and terms of a meeting: of its workspace, of its team, and of its invitation. */
  words: (meeting: Ownership & { meetId: MeetId }) => Promise<readonly OwnWord[]>;
  /** Tells whether a folded word is a common one of a language. */
  commonWords: (language: MeetingLanguage) => Promise<(word: string) => boolean>;
  pdf: PdfWriter;
  /**
   * Passes domain events to a workspace, which stores each event once, even when it is told twice. Throws when it does not answer. `mayHave`: as D1
   * answered after the last of them.
   */
  tellWorkspace: (workspaceId: string, meetId: MeetId, events: DomainEvent[], mayHave?: MayHave) => Promise<void>;
  log: Log;
  now: () => number;
  random: () => number;
  /** A fresh rest for each piece of long work: it remembers when its turn began. */
  rests: () => Rest;
};

/** Methods of the other meeting of a merge, by its id. */
type MergedMeetings = Pick<ByMeeting<MergedMeetingStub>, "takePart" | "dropPart" | "discardPart" | "recording">;

/** Methods of the other part of a split, by its id. */
type OtherPart = Pick<ByMeeting<SplitMeetingStub>, "beginSecond" | "mayJoin" | "partedFrom" | "discard">;

/** Operations on a recording's bytes (app/media). */
export interface MeetingMedia {
  /** A fast check while a person waits. `needs-scan`: no fault so far, and only `scan` can find out the rest. */
  inspect(
    source: ByteSource,
    language: MeetingLanguage,
    options?: WindowOptions,
  ): Promise<Outcome<InspectedRecording | "needs-scan", UploadRefusal>>;
  /** Reads the length of a recording with a picture and no sound: enough for one whose transcript was given. */
  inspectPicture(source: ByteSource): Promise<Outcome<PictureProbe, UploadRefusal>>;
  scan(
    source: ByteSource,
    language: MeetingLanguage,
    options: WindowOptions & { journal: ScanJournal; signal: AbortSignal },
  ): Promise<Outcome<InspectedRecording, RecordingFault>>;
  extract(source: ByteSource, plan: StoredPlan): Promise<ExtractedWindow>;
  captions(source: ByteSource, track: Uint8Array): Promise<CaptionCue[]>;
}
/** `overlapMs`: how far the sound of a window reaches into its neighbours; WINDOW_OVERLAP_MS where it is not said. */
type WindowOptions = { kind?: RecordingKind; overlapMs?: number };
export type InspectedRecording = {
  durationMs: number;
  plan: StoredPlan[];
  /** The caption track as one serialised piece; null when there is none to be used. */
  captionTrack: Uint8Array | null;
  /** The file ends before the recording does; its existing part is used. */
  isCut?: true;
};

/** Facts that D1 answers in the request that writes a meeting's row: nobody has to ask for them then. */
export type ReadWithRow = {
  /** As by `retentionDefault`. */
  retention: RetentionSetting | null;
  mayHave: MayHave;
};

/** The tables of D1 that follow the object. */
export interface MeetingLists {
  project: (projection: MeetingProjection) => Promise<ReadWithRow>;
  /** Writes all rows of the meeting again. */
  restore: (projection: MeetingProjection, usage: UsageFact) => Promise<void>;
  /**
   * Takes one of the workspace's recordings for this meeting's call; null when none is left. `asker`: the name and address of the meeting's creator
   * for other people in the call; null when no provider vouches for the address.
   */
  reserveRecording: (ids: MeetingIds) => Promise<{ asker: CallAsker | null } | null>;
  /**
   * Moves the meeting from the recording it knew before to the recording of its call, and stores whose notice the bot announces. True when no meeting uses the earlier one
   * any more, so that its bytes are removed.
   */
  adoptRecording: (
    projection: MeetingProjection,
    recordings: { before: RecordingId; joined: Pick<JoinedCall, "recordingId" | "notice"> },
  ) => Promise<{ beforeIsFree: boolean }>;
  /**
   * Counts the meeting before a speech engine is asked for its text. False when its workspace's plan is used up and no place is
   * held for it; then the engine may not be asked.
   */
  chargeUsage: (ids: MeetingIds) => Promise<boolean>;
  countUsage: (ids: MeetingIds) => Promise<void>;
  /** `failed`: through no fault of the person, so that a retry which succeeds counts it again. */
  releaseUsage: (ids: MeetingIds, reason: "failed" | "discarded") => Promise<void>;
  /** The default of the workspace for how long its meetings keep their parts; null where none was set. */
  retentionDefault(workspaceId: string): Promise<RetentionSetting | null>;
  /** The meeting uses its recording no more. True when no other meeting does, so that its bytes are removed. May be done twice. */
  releaseRecording(ids: MeetingIds): Promise<{ recordingIsFree: boolean }>;
  /** Whether no other meeting uses the recording. */
  isOnlyUser(ids: MeetingIds): Promise<boolean>;
  /**
   * Writes the tombstone of a meeting that is gone and ends its claim. True when no other meeting uses the recording, so that
   * its bytes are removed too. May be done twice.
   */
  tombstone: (ids: MeetingIds, sequence: number) => Promise<{ recordingIsFree: boolean }>;
  /** Writes the rows of a meeting that is split from this one, before it is there; tasks that were sent go with it. May be done twice. */
  addSecond: (first: MeetingIds, second: SecondRow) => Promise<void>;
  /** Tasks that were sent are the first meeting's again. May be done twice. */
  returnSecond: (ids: { first: MeetId; second: MeetId }) => Promise<void>;
}
