import type { Ownership } from "#app/domain/account/ownership.ts";
import type { LiveViewer } from "#app/contracts/live-viewer.ts";
import type { UploadSoundPayload } from "#app/contracts/upload.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { SharedView } from "#app/contracts/shared-view.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { RequestAnswer } from "#app/server/ports/call-process.ts";
import type { StoredObject } from "#app/server/ports/recording-store.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";

/** What a person says of a meeting; may be said again at upload_data. */
export type MeetingDetails = {
  title: string;
  startsAt: number;
  timeZone: string;
  language: MeetingLanguage;
  template: TemplateSnapshot;
};

type Birth = Ownership & {
  meetId: MeetId;
  /** Of a call: the one that it gets where nobody asked for the call before. */
  recordingId: RecordingId;
  details: MeetingDetails;
  createdAt: number;
};

/** A meeting at an online call, which Acta joins when it begins: at once where that is within two minutes or past. */
export type CallBirth = Birth & { source: "invite" | "calendar"; place: CallFactPlace };

export type UploadBirth = Birth & {
  source: "upload";
  /** Where the bytes will land: one key for each attempt. */
  uploadKey: string;
  /** The size that was signed into the presigned URL, where the caller named it. */
  expectedBytes: number | null;
  /** Where the transcript that is given beside it will land; null where none was announced. */
  transcript: { key: string; expectedBytes: number | null } | null;
};

export type MeetingBirth = UploadBirth | CallBirth;

/**
 * The answer to a published event of a call. "gone": no meeting hears it any more, and nothing needs to be told to this one again.
 * "not-yet": what comes before it has not been heard, so it has to come again.
 */
export type CallEventAnswer = "taken" | "gone" | "not-yet";

/** Until the call is recorded: other details, another link, another time. What is left out stays. */
export type CallChange = { details?: MeetingDetails; place?: CallFactPlace };

/**
 * What is said of the transcript when the bytes are said to be there: nothing (as it was announced), that there is one, or
 * that the person goes on without it.
 */
export type TranscriptSaid = "as-announced" | "given" | "none";

export type AcceptRefusal =
  | "not-found"
  | "bytes-missing"
  | "transcript-missing"
  | GivenTranscriptRefusal
  | UploadRefusal;

export type AskAgainRefusal = "not-found" | "not-at-door" | "asked-lately" | "asked-too-often" | "unavailable";

/** What is asked of a meeting about sound that comes ahead of its video (contracts/upload.ts). */
export type SoundAsked = Omit<UploadSoundPayload, "meetId">;
/** All windows that have landed, and where those that were asked for are to be put. */
export type SoundPlaces = {
  landed: number[];
  places: { index: number; key: string; bytes: number; sha256: string }[];
};

/** Where a recording's bytes are, and exactly which were accepted: what stands there now may be others. */
export type RecordingPlace = { key: string; contentType: string; version: StoredObject };

/** Where a PDF of the meeting is, and exactly which bytes. */
export type PdfPlace = { key: string; version: StoredObject; title: string };

/** The meeting object as use cases see it. One object per meeting; it is the only writer of a meeting's status. */
export interface MeetingProcess {
  /** Makes the meeting; the same birth twice changes nothing, a new `uploadKey` replaces the one that is awaited. */
  begin(birth: MeetingBirth): Promise<void>;
  /**
   * The bytes are said to be there: they are probed and accepted, or refused. A refused recording takes its meeting along;
   * a refused or missing transcript does not, so that nobody sends a video twice for it. A second call for an accepted
   * upload answers ok and changes nothing. Null for `details` keeps what the submit said.
   */
  acceptUpload(
    meetId: MeetId,
    createdBy: string,
    details: MeetingDetails | null,
    transcript?: TranscriptSaid,
  ): Promise<Outcome<null, AcceptRefusal>>;
  /**
   * Sound comes ahead of its video. "not-found": no video is awaited, or a transcript was announced; "invalid-payload": the
   * windows are no plan of a recording, or one is named that is not planned. Twice is as good as once.
   */
  takeSound(
    meetId: MeetId,
    createdBy: string,
    asked: SoundAsked,
  ): Promise<Outcome<SoundPlaces, "not-found" | "invalid-payload">>;
  /** No video will come for a meeting whose sound is there: what was heard stays. False where it has to go instead. */
  missVideo(meetId: MeetId): Promise<boolean>;
  /**
   * Whether all that a meeting awaits is there and nobody came to say so. Not where its transcript lacks or cannot be used:
   * that is for a person to say.
   */
  hasUnclaimedBytes(meetId: MeetId): Promise<boolean>;
  /** Whether the meeting is there and gave this key out last, so that a presigned PUT may still write it. */
  takesPut(meetId: MeetId, key: string): Promise<boolean>;
  /** Null where there is no such meeting. The caller has already asked who looks. */
  view(meetId: MeetId, viewer: Viewer): Promise<MeetingView | null>;
  /** The same for a shared page. */
  sharedView(meetId: MeetId, viewer: Viewer): Promise<SharedView | null>;
  /** Where the recording's bytes are, for the player. */
  recording(meetId: MeetId): Promise<RecordingPlace | null>;
  /** Where the PDF is that this viewer may have; "not-ready" until it is written from what is saved now. */
  pdf(
    meetId: MeetId,
    viewer: Viewer,
    asked: { transcript: boolean },
  ): Promise<Outcome<PdfPlace, "not-found" | "not-ready">>;
  /** Asks for the failed step again. "limit-reached": it was released when it failed, and the plan has no place for it now. */
  retry(meetId: MeetId): Promise<Outcome<null, "not-found" | "not-retryable" | "limit-reached">>;
  /** What the call object tells; each piece once, however often it comes. */
  onCallEvent(meetId: MeetId, published: PublishedCallEvent): Promise<CallEventAnswer>;
  /** Ends the recording; before anything is recorded it is the same as `cancel`. Throws where the call does not answer. */
  stopCall(meetId: MeetId): Promise<Outcome<null, "not-found" | "not-recording">>;
  /**
   * Has the bot request admission again; where nobody answered lately, it is sent once more. Throws where the call does not answer;
   * `unavailable` where its recorder does not.
   */
  askAgain(meetId: MeetId): Promise<Outcome<null, AskAgainRefusal>>;
  /**
   * The owner answers a person who asks for this call's notes. `gone`: nobody waits for the answer any more. Throws where the
   * call does not answer.
   */
  answerRequest(meetId: MeetId, answer: RequestAnswer): Promise<Outcome<null, "not-found" | "gone">>;
  /** A planned meeting, or one whose bot waits in the lobby, is not to be. */
  cancel(meetId: MeetId): Promise<Outcome<null, "not-found" | "too-late">>;
  change(meetId: MeetId, change: CallChange): Promise<Outcome<null, "not-found" | "too-late">>;
  /** The picture of what stood on the bot's screen when it failed. */
  screenshot(meetId: MeetId): Promise<{ key: string } | null>;
  /** Removes the meeting, its object's content and, where nothing else stands on it, its recording. */
  discard(meetId: MeetId): Promise<void>;
  /** Writes all rows of the meeting again, for a D1 that has lost them. */
  restore(meetId: MeetId): Promise<"restored" | "gone" | "unknown">;
  /** Hands a WebSocket upgrade to the object; the viewer has been decided. */
  connect(meetId: MeetId, live: LiveViewer, request: Request): Promise<Response>;
  /** Closes what is streamed to the pages of a session: live sockets and chat answers. Twice is as good as once. */
  closeStreams(meetId: MeetId, sessionHash: string): Promise<void>;
}

/** A meeting object from outside: the port's calls without the meeting's id, which is the object's name. */
export interface MeetingObjectStub {
  begin(...input: Parameters<MeetingProcess["begin"]>): ReturnType<MeetingProcess["begin"]>;
  acceptUpload(...input: WithoutId<"acceptUpload">): ReturnType<MeetingProcess["acceptUpload"]>;
  takeSound(...input: WithoutId<"takeSound">): ReturnType<MeetingProcess["takeSound"]>;
  missVideo(): ReturnType<MeetingProcess["missVideo"]>;
  hasUnclaimedBytes(): ReturnType<MeetingProcess["hasUnclaimedBytes"]>;
  takesPut(...input: WithoutId<"takesPut">): ReturnType<MeetingProcess["takesPut"]>;
  view(...input: WithoutId<"view">): ReturnType<MeetingProcess["view"]>;
  sharedView(...input: WithoutId<"sharedView">): ReturnType<MeetingProcess["sharedView"]>;
  recording(): ReturnType<MeetingProcess["recording"]>;
  pdf(...input: WithoutId<"pdf">): ReturnType<MeetingProcess["pdf"]>;
  retry(): ReturnType<MeetingProcess["retry"]>;
  onCallEvent(...input: WithoutId<"onCallEvent">): ReturnType<MeetingProcess["onCallEvent"]>;
  stopCall(): ReturnType<MeetingProcess["stopCall"]>;
  askAgain(): ReturnType<MeetingProcess["askAgain"]>;
  answerRequest(...input: WithoutId<"answerRequest">): ReturnType<MeetingProcess["answerRequest"]>;
  cancel(): ReturnType<MeetingProcess["cancel"]>;
  change(...input: WithoutId<"change">): ReturnType<MeetingProcess["change"]>;
  screenshot(): ReturnType<MeetingProcess["screenshot"]>;
  discard(): ReturnType<MeetingProcess["discard"]>;
  restore(): ReturnType<MeetingProcess["restore"]>;
  closeStreams(...input: WithoutId<"closeStreams">): ReturnType<MeetingProcess["closeStreams"]>;
  fetch(request: Request): Promise<Response>;
}
type WithoutId<Method extends keyof MeetingProcess> =
  Parameters<MeetingProcess[Method]> extends [MeetId, ...infer Rest] ? Rest : never;
