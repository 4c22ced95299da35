import type { LiveViewer } from "#app/contracts/meeting/live-viewer.ts";
import type { MeetingHead, MeetingView, SharedView } from "#app/contracts/meeting/meeting-view.ts";
import type { UploadSoundPayload } from "#app/contracts/recording/upload.ts";
import type { Ownership } from "#app/domain/account/actor.ts";
import type { ClipSpan } from "#app/domain/clips/clip.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { HereNote } from "#app/domain/here/here.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { MailableEnd, MailableMeeting } from "#app/domain/mail/mail-content.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import type { SAMPLE_SOURCE, SampleContent } from "#app/domain/meeting/sample.ts";
import type { MediaVersion } from "#app/domain/meeting/states.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type {
  PlannedMeeting,
  RetentionChange,
  RetentionRule,
  RetentionSetting,
} from "#app/domain/privacy/retention.ts";
import type { MeetingRole } from "#app/domain/meeting/list.ts";
import type { ReportedMeeting } from "#app/domain/webhooks/webhook.ts";
import type { SearchableMeeting } from "#app/domain/search/passages.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { RequestAnswer } from "#app/server/ports/call-process.ts";
import type { StoredObject } from "#app/server/ports/recording-store.ts";

/** Details of a meeting given by a person; upload_data may give them again. */
export type MeetingDetails = {
  title: string;
  startsAt: number;
  timeZone: string;
  language: MeetingLanguage;
  /** The person left it to the engine, and it has not been heard yet: `language` is only a guess. */
  hearsLanguage?: true;
  template: TemplateSnapshot;
  /** As the calendar has it. Absent where none was asked; a change without it keeps the one before. */
  role?: MeetingRole;
};

type Birth = Ownership & {
  meetId: MeetId;
  /** For a call: the recording that the call gets if this is the first meeting that asks for it. */
  recordingId: RecordingId;
  details: MeetingDetails;
  createdAt: number;
};

/** A meeting at an online call, which Acta joins when it begins: at once where that is within two minutes or past. `here`: a browser records it. */
export type CallBirth = Birth & { source: "invite" | "calendar" | "here"; place: CallFactPlace };

export type UploadBirth = Birth & {
  source: "upload";
  /** Key to which the bytes are uploaded; each attempt has its own. */
  uploadKey: string;
  /** The size that was signed into the presigned URL, where the caller named it. */
  expectedBytes: number | null;
  /** Key to which the given transcript is uploaded; null when none was announced. */
  transcript: { key: string; expectedBytes: number | null } | null;
};

/** A sample meeting. `sound`: the stored file of its conversation; null where it has none. */
export type SampleBirth = Birth & {
  source: typeof SAMPLE_SOURCE;
  content: SampleContent;
  sound: { key: string; version: MediaVersion } | null;
};

/** A meeting of a transcript alone. `transcript`: the bytes of its text, read to their end; `endMs`: the end of its last words. */
export type ImportBirth = Birth & { source: "import"; transcript: Uint8Array; endMs: number };

export type MeetingBirth = UploadBirth | CallBirth | SampleBirth | ImportBirth;
/** Kept with the meeting: an import is an upload from its beginning on. */
export type MeetingSource = Exclude<MeetingBirth["source"], "import">;

/**
 * The answer to a published event of a call. "gone": the meeting does not subscribe to the call any more and needs no more events.
 * "not-yet": an earlier event has not arrived, so this one has to be sent again.
 */
export type CallEventAnswer = "taken" | "gone" | "not-yet";

/** A change before the call is recorded: other details, another link, another time. Omitted fields do not change. */
export type CallChange = { details?: MeetingDetails; place?: CallFactPlace; role?: MeetingRole };

/**
 * State of the transcript when the upload of the bytes is reported: as it was announced, given, or none because the person goes
 * on without it.
 */
export type TranscriptSaid = "as-announced" | "given" | "none";

export type AcceptRefusal =
  | "not-found"
  | "bytes-missing"
  | "transcript-missing"
  | GivenTranscriptRefusal
  | UploadRefusal;

/** "meeting-busy": a step is under way, or the recording is not stored. "limit-reached": the plan has no place for it now. */
export type GiveTranscriptRefusal = "not-found" | "meeting-busy" | "limit-reached" | GivenTranscriptRefusal;

export type AskAgainRefusal = "not-found" | "not-in-lobby" | "asked-lately" | "asked-too-often" | "unavailable";

/** A meeting's request about sound that is uploaded before its video (contracts/recording/upload.ts). */
export type SoundAsked = Omit<UploadSoundPayload, "meetId">;
/** All windows that are stored, and the keys to which the requested ones are uploaded. */
export type SoundPlaces = {
  landed: number[];
  places: { index: number; key: string; bytes: number; sha256: string }[];
};

/** Key and accepted version of a recording's bytes, and its meeting's title. The key may hold other bytes now. */
export type RecordingPlace = {
  key: string;
  contentType: string;
  version: StoredObject;
  title: string;
  /** The one person who is given the bytes, because they hold more than the meeting; null for everybody who may play it. */
  onlyFor: string | null;
};

/** A passage of a meeting that lies within one recording, also where the recording is gone. */
export type Passage = Pick<MeetingHead, "title" | "startsAt" | "timeZone" | "language"> & {
  /** The moment of the meeting at which its recording begins, in ms. */
  startMs: number;
  /** The recording; null where there is none, or none yet (`isAwaited`). */
  place: RecordingPlace | null;
  isAwaited: boolean;
  /** The lines that are spoken in it, for a viewer who may read them. */
  lines: Segment[];
};

/**
 * `names`: of who said what; left out, the document has them. `written`: one that is not ready is written first, for a person who takes
 * everything away.
 */
export type PdfAsked = { transcript: boolean; names?: boolean; written?: boolean };
/** Key and exact version of a PDF of the meeting. */
export type PdfPlace = { key: string; version: StoredObject; title: string };

type StoredRow = Record<string, string | number | ArrayBuffer | null>;
/** The content of a meeting's object, for a copy of it: rows of its tables. */
export type MeetingContent = {
  recordingId: RecordingId;
  source: MeetingSource;
  meeting: StoredRow;
  tables: { name: string; rows: StoredRow[] }[];
};
export type CopiedMeeting = Ownership & { meetId: MeetId; content: MeetingContent; now: number };

/**
 * The methods of a meeting object. One object per meeting; it is the only writer of a meeting's status. The stub and the use cases'
 * calls follow from this declaration.
 */
export interface MeetingObjectMethods {
  /** Makes the meeting; the same birth twice changes nothing, a new `uploadKey` replaces the one that is awaited. */
  begin(birth: MeetingBirth): Promise<void>;
  /**
   * The upload of the bytes is reported: they are probed and accepted, or refused. A refused recording also removes its meeting;
   * a refused or missing transcript does not, so that no video has to be sent twice for it. A second call for an accepted
   * upload answers ok and changes nothing. Null for `details` keeps the details of the submit.
   */
  acceptUpload(
    createdBy: string,
    details: MeetingDetails | null,
    transcript?: TranscriptSaid,
  ): Promise<Outcome<null, AcceptRefusal>>;
  /**
   * Sound comes ahead of its video. "not-found": no video is awaited, or a transcript was announced; "invalid-payload": the
   * windows are no plan of a recording, or one is named that is not planned. Idempotent.
   */
  takeSound(createdBy: string, asked: SoundAsked): Promise<Outcome<SoundPlaces, "not-found" | "invalid-payload">>;
  /** No video will arrive for a meeting whose sound is stored: its transcript is kept. False when the meeting must be removed. */
  videoNeverArrived(): Promise<boolean>;
  /**
   * Whether all files that a meeting awaits are stored but were never announced. False when its transcript is missing or cannot be
   * used, because a person has to decide then.
   */
  hasUnclaimedBytes(): Promise<boolean>;
  /** Whether the meeting is there and gave this key out last, so that a presigned PUT may still write it. */
  takesPut(key: string): Promise<boolean>;
  /** Null when there is no such meeting. The caller has already checked access. */
  view(viewer: Viewer): Promise<MeetingView | null>;
  /** Its transcript alone, as of the change `sequence`. */
  transcript(viewer: Viewer): Promise<{ sequence: number; segments: Segment[] } | null>;
  /** The same for a shared page. */
  sharedView(viewer: Viewer): Promise<SharedView | null>;
  /** The passage that a clip shows, without the rest of the meeting; null where no recording holds the whole passage. */
  passage(span: ClipSpan, viewer: Viewer): Promise<Passage | null>;
  /** All that the search across meetings finds of it; null where there is no such meeting, or it is not to be found. */
  searchable(): Promise<SearchableMeeting | null>;
  /** The same without the passages of its minutes and transcript. */
  searchableHead(): Promise<SearchableMeeting | null>;
  /** The content of a mail to its owner; null where it is gone, or has not ended. */
  mailable(): Promise<MailableMeeting | null>;
  /** The kind and time of such a mail. */
  mailableEnd(): Promise<MailableEnd | null>;
  /** The meeting as webhooks tell of it; null where it is gone, or is told to nobody. */
  reported(): Promise<ReportedMeeting | null>;
  /** Its deletions ahead with their times; null where it is gone. */
  planned(): Promise<PlannedMeeting | null>;
  /** Key and version of the recording's bytes, for the player. `part`: 0 is its own, others are those of meetings merged into it. */
  recording(part?: number): Promise<RecordingPlace | null>;
  /** Key and version of the PDF that this viewer may read; "not-ready" until it is written from the saved state. */
  pdf(viewer: Viewer, asked: PdfAsked): Promise<Outcome<PdfPlace, "not-found" | "not-ready">>;
  /** Asks for the failed step again. "limit-reached": it was released when it failed, and the plan has no place for it now. */
  retry(): Promise<Outcome<null, "not-found" | "not-retryable" | "limit-reached">>;
  /** Takes a transcript that a person gives after the meeting has ended; the one that it replaces is kept. */
  giveTranscript(bytes: Uint8Array, by: string): Promise<Outcome<null, GiveTranscriptRefusal>>;
  /** The transcript that was replaced last, as WebVTT; null when none was. */
  replacedTranscript(): Promise<{ vtt: string; title: string } | null>;
  /** Takes an event of the call object; an event that arrives several times counts once. */
  onCallEvent(published: PublishedCallEvent): Promise<CallEventAnswer>;
  /** Ends the recording; before anything is recorded it is the same as `cancel`. Throws where the call does not answer. */
  stopCall(): Promise<Outcome<null, "not-found" | "not-recording">>;
  /**
   * Makes the bot request admission again; if the last request was not answered, the bot is sent once more. Throws when the call
   * does not answer; `unavailable` when its recorder does not.
   */
  askAgain(): Promise<Outcome<null, AskAgainRefusal>>;
  /**
   * The owner answers a person who asks for this call's notes. `gone`: the person does not wait for the answer any more. Throws
   * when the call does not answer.
   */
  answerRequest(answer: RequestAnswer): Promise<Outcome<null, "not-found" | "gone">>;
  /** Notes of the person whose browser records. "too-late": the transcript is merged. */
  putNote(note: HereNote): Promise<Outcome<null, "not-found" | "too-many-notes" | "too-late">>;
  removeNote(noteId: string): Promise<Outcome<null, "not-found" | "too-late">>;
  readNotes(): Promise<HereNote[]>;
  /** Cancels a planned meeting, or one whose bot waits in the lobby. */
  cancel(): Promise<Outcome<null, "not-found" | "too-late">>;
  change(change: CallChange): Promise<Outcome<null, "not-found" | "too-late">>;
  /** The screenshot of the bot at the time it failed. */
  screenshot(): Promise<{ key: string } | null>;
  /** The meeting's own rule for how long it keeps its parts, null where it follows the default; and its title. */
  ownRetention(): Promise<{ title: string; rule: RetentionRule | null } | null>;
  /** Changes parts of the meeting's retention rule, and answers the whole rule; null: the default of its workspace. */
  setRetention(change: RetentionChange | null): Promise<Outcome<RetentionRule | null, "not-found">>;
  /** The default of its workspace has changed. A meeting that is gone takes nothing. */
  setStandardRetention(setting: RetentionSetting): Promise<void>;
  /** Stores the objection of a person who was recorded. False when the meeting is gone or takes no more. */
  takeObjection(objection: { name: string; text: string; sender: string }): Promise<boolean>;
  /** Removes the meeting, its object's content and, if no other meeting uses it, its recording. */
  discard(): Promise<void>;
  /** Writes all rows of the meeting again, for a D1 that has lost them. */
  restore(): Promise<"restored" | "gone" | "unknown">;
  /** The content for a copy of this person; "under-way": it is still being recorded or written. */
  exportContent(userId: string): Promise<MeetingContent | "under-way" | "gone">;
  /** Makes this meeting a copy of another. Does nothing where it was made before. */
  importContent(copied: CopiedMeeting): Promise<void>;
  /** Gives the meeting to another workspace; `from` is the one that it leaves. */
  handOver(to: Ownership, from: string): Promise<void>;
  /**
   * Closes the streams to the pages of a session: live sockets and chat answers. "lost": the session goes on, and its person may not
   * open the meeting any more. Idempotent.
   */
  closeStreams(sessionHash: string, why: "session-ended" | "lost"): Promise<void>;
}

/** A meeting object from outside. */
export type MeetingObjectStub = MeetingObjectMethods & { fetch(request: Request): Promise<Response> };

/** The meeting objects as use cases see them. */
export type MeetingProcess = ByMeeting<MeetingObjectMethods> & {
  /** Passes a WebSocket upgrade to the object; the caller has already determined the viewer. */
  connect(meetId: MeetId, live: LiveViewer, request: Request): Promise<Response>;
};

/** An object's methods as use cases call them: the meeting's id, which is the object's name, comes before the other arguments. */
export type ByMeeting<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...input: infer Input) => infer Answer
    ? (meetId: MeetId, ...input: Input) => Answer
    : never;
};
