import { type CallId, isId, type MeetId, parseMeetId, randomId, type RecordingId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { kindOfExtension, OTHER_KINDS, type RecordingKind } from "#app/domain/recording-kind.ts";
import {
  TRANSCRIPT_EXTENSIONS,
  type TranscriptExtension,
} from "#app/domain/transcript/given/parse-given-transcript.ts";
import type { WindowTextKey } from "#app/server/ports/recording-store.ts";

/** Makes every key of the bucket. Ids need no escaping; values from outside (etag, engine) are made safe. */

export const recordingPrefix = (recordingId: RecordingId) => `recordings/${recordingId}/`;
export const recordingTextsPrefix = (recordingId: RecordingId) => `${recordingPrefix(recordingId)}text/`;
export const MEETINGS_PREFIX = "meetings/";
export const meetingPrefix = (meetId: MeetId) => `${MEETINGS_PREFIX}${meetId}/`;

/** Mails of the local outbox; a deployed Worker has none. */
export const OUTBOX_PREFIX = "outbox/";
export const outboxKey = (mailId: string) => `${OUTBOX_PREFIX}${mailId}.json`;

/** The uploaded file. Each attempt has a key of its own, so that a late PUT of an earlier one never lands on a later. */
export function newOriginalKey(recordingId: RecordingId, kind: RecordingKind = "mp4"): string {
  return `${recordingPrefix(recordingId)}original-${randomId()}.${kind}`;
}

/** The kind of the recording under a key, as it was announced; MP4 for a call's file. */
export function kindOfKey(key: string): RecordingKind {
  return kindOfExtension(/\.([a-z0-9]+)$/.exec(key)?.[1] ?? "") ?? "mp4";
}

/** The transcript that was given with the recording; it has the recording's prefix, so that it is removed with it. */
export function newTranscriptKey(recordingId: RecordingId, extension: TranscriptExtension): string {
  return `${recordingPrefix(recordingId)}transcript-${randomId()}.${extension}`;
}

/** Sound of an upload that is sent before its video. */
export const soundPrefix = (recordingId: RecordingId) => `${recordingPrefix(recordingId)}sound/`;
/** One window of it, under the digest (SHA-256, base64) of its bytes: a late PUT of other bytes lands elsewhere. */
export function soundWindowKey(
  recordingId: RecordingId,
  window: { index: number; sha256: string; ext: SoundExtension },
): string {
  const digest = window.sha256.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
  return `${soundPrefix(recordingId)}${window.index}-${digest}.${window.ext}`;
}
export type SoundExtension = "m4a" | "wav" | "ogg";

/** Whether a key is one of a window of sound, which is put with its digest signed. */
export function isSoundKey(key: string): boolean {
  const recordingId = /^recordings\/([^/]+)\/sound\/\d{1,4}-[A-Za-z0-9_-]{43}\.(?:m4a|wav|ogg)$/.exec(key)?.[1];
  return recordingId !== undefined && isId(recordingId);
}

const UPLOAD_KEY = new RegExp(
  String.raw`^recordings\/([^/]+)\/(?:original-([^/]+)\.(?:mp4|${OTHER_KINDS.join("|")})|transcript-([^/]+)\.(?:${TRANSCRIPT_EXTENSIONS.join("|")}))$`,
  "u",
);

/** Whether a key is one that a presigned PUT may write. */
export function isUploadKey(key: string): boolean {
  const name = UPLOAD_KEY.exec(key);
  const [recordingId, attempt] = [name?.[1], name?.[2] ?? name?.[3]];
  return recordingId !== undefined && attempt !== undefined && isId(recordingId) && isId(attempt);
}

/** The recording that a key belongs to; null for any other key. */
export function recordingIdOfKey(key: string): RecordingId | null {
  const id = /^recordings\/([^/]+)\//.exec(key)?.[1];
  return id !== undefined && isId(id) ? (id as RecordingId) : null;
}

/** Plans of the clips that a meeting has of a recording: under the recording's prefix, so that they are removed with it. */
export const meetingPlansPrefix = (recordingId: RecordingId, meetId: MeetId) =>
  `${recordingPrefix(recordingId)}clips/${meetId}/`;
export const clipPlansPrefix = (recordingId: RecordingId, { meetId, clipId }: { meetId: MeetId; clipId: string }) =>
  `${meetingPlansPrefix(recordingId, meetId)}${safe(clipId)}/`;
/** A plan depends on these: a recording of another version, or another passage, is planned anew. */
export type ClipPlanKey = {
  meetId: MeetId;
  clipId: string;
  etag: string;
  fromMs: number;
  toMs: number;
  language?: MeetingLanguage;
};
export function clipPlanKey(recordingId: RecordingId, clip: ClipPlanKey): string {
  const { etag, fromMs, toMs, language = "any" } = clip;
  return `${clipPlansPrefix(recordingId, clip)}${safe(etag)}-${fromMs}-${toMs}-${safe(language)}.plan`;
}

/** A recorded call: its pieces, the sound of its windows, the file joined from the pieces, and the bot's screenshot at a failure. */
export const callPiecesPrefix = (recordingId: RecordingId) => `${recordingPrefix(recordingId)}pieces/`;
export function callPieceKey(
  recordingId: RecordingId,
  piece: { stream: string; segment: number; seq: number },
): string {
  const { stream, segment, seq } = piece;
  return `${callPiecesPrefix(recordingId)}${stream}-${segment}-${String(seq).padStart(6, "0")}.m4s`;
}
export function callWindowKey(recordingId: RecordingId, index: number): string {
  return `${recordingPrefix(recordingId)}audio/${index}.m4a`;
}
export function newCallFileKey(recordingId: RecordingId): string {
  return `${recordingPrefix(recordingId)}call-${randomId()}.mp4`;
}
export function callScreenshotKey(recordingId: RecordingId): string {
  return `${recordingPrefix(recordingId)}screenshot.png`;
}
/** The note that names the room's object of a call, for callers that know only the call. */
export function callNoteKey(callId: CallId): string {
  return `calls/${callId}.json`;
}

/** The recognised text of one window. The source (the file's etag) is part of it: another file has other windows. */
export function windowTextKey(key: WindowTextKey): string {
  const { recordingId, language, engine, source, window } = key;
  return `${recordingTextsPrefix(recordingId)}${language}/${safe(engine)}/${safe(source)}-${window}.json`;
}

/** Voices of the windows of a recording, in 16-bit numbers. Under the prefix of the texts: they say who said them, and go with them. */
export const voicesPrefix = (recordingId: RecordingId) => `${recordingTextsPrefix(recordingId)}voices/`;
/** Those of one window: one object, whose name says of which sound it is, because another file has other windows. */
export const windowVoicesPrefix = (recordingId: RecordingId, window: number) =>
  `${voicesPrefix(recordingId)}${window}/`;
export function windowVoicesKey({
  recordingId,
  source,
  window,
}: Pick<WindowTextKey, "recordingId" | "source" | "window">): string {
  return `${windowVoicesPrefix(recordingId, window)}${safe(source)}.bin`;
}

/** The window whose voices are under a key; null for any other key. */
export function windowOfVoices(key: string): number | null {
  const window = /\/text\/voices\/(\d{1,6})\/[^/]+\.bin$/.exec(key)?.[1];
  return window === undefined ? null : Number(window);
}

/** The claim of a window (ports/recording-store.ts). Not under the prefix of the texts, because those are listed. */
export function windowClaimKey({ recordingId, language, engine, source, window }: WindowTextKey): string {
  return `${recordingPrefix(recordingId)}claims/${language}/${safe(engine)}/${safe(source)}-${window}.json`;
}

/** The birth note of a meeting, which a rebuild of the list reads; written before D1 knows the meeting (D §4). */
export function birthNoteKey(meetId: MeetId): string {
  return `${meetingPrefix(meetId)}birth.json`;
}

/** The meeting whose birth note a key is; null for any other key. */
export function meetIdOfBirthNote(key: string): MeetId | null {
  return parseMeetId(/^meetings\/([^/]+)\/birth\.json$/.exec(key)?.[1]);
}

/** A PDF of the meeting; it is removed with everything else under the meeting's prefix. */
export function pdfKey(meetId: MeetId, name: string): string {
  return `${meetingPrefix(meetId)}${safe(name)}.pdf`;
}

function safe(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]/g, "_").slice(0, 128);
}
