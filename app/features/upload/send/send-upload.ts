import { assertNever } from "#app/domain/invariant.ts";
import type { PartsEnd } from "#app/features/upload/parts/send-parts.ts";
import type { UploadStarted } from "#app/contracts/recording/upload-answers.ts";
import { MEETING_LANGUAGE_DEFAULT, type MeetingLanguage, parseMeetingLanguage } from "#app/domain/meeting-languages.ts";
import { TRANSCRIPT_REFUSALS, UPLOAD_REFUSALS, type UploadRefusal } from "#app/domain/meeting/status.ts";
import type { CuePlace } from "#app/domain/outcome.ts";
import type { UploadEvent, UploadFailure } from "#app/features/upload/send/upload-flow.ts";
import type { UploadPayload } from "#app/features/upload/send/upload-payload.ts";

/** A refusal of Acta's own API: its status, its stable code, and the problem of the file when that is the cause. */
type Refusal = { status: number; code: string | null; reason: string | null; cue?: CuePlace };

export type Reply<Value> = { ok: true; value: Value } | ({ ok: false } & Refusal);

export type PutInput = {
  what: "recording" | "transcript";
  url: string;
  headers: Record<string, string>;
  onSent: (bytes: number) => void;
};

/** Input for sending a file in parts, which waits for a lost connection. */
export type PartsWay = {
  meetId: string;
  partBytes: number;
  landed: readonly number[];
  onSent: (bytes: number) => void;
  onLine: (way: "parts" | "down") => void;
};

/** Input for sending the sound before the parts. */
export type SoundWay = Pick<PartsWay, "meetId" | "onSent" | "onLine"> & { onBegun: (totalBytes: number) => void };

/** The three calls of §4. Each rejects when the network fails or a reply cannot be read. */
export interface UploadTransport {
  /** The reason for which the server would refuse the recording, as far as the browser can tell; null if none. Never rejects. */
  look(language: MeetingLanguage, signal: AbortSignal): Promise<UploadRefusal | null>;
  /** Sends the sound of a recording in parts; false when there is none or it failed. Rejects only when `signal` is aborted. */
  putSound(input: SoundWay, signal: AbortSignal): Promise<boolean>;
  start(payload: UploadPayload, signal: AbortSignal): Promise<Reply<UploadStarted>>;
  /** Resolves to the storage's status. */
  put(input: PutInput, signal: AbortSignal): Promise<number>;
  /** Sends the recording in parts; rejects only when `signal` is aborted. */
  putParts(input: PartsWay, signal: AbortSignal): Promise<PartsEnd>;
  /** Gives up an upload in parts; succeeds also if the upload no longer exists. */
  giveUp(meetId: string, signal: AbortSignal): Promise<void>;
  finish(input: { meetId: string; meetingData: UploadPayload }, signal: AbortSignal): Promise<Reply<null>>;
}

export type SendInput = {
  payload: UploadPayload;
  /** The meeting whose bytes were sent by an earlier try: then only the last call is left. */
  landedAs: string | null;
  signal: AbortSignal;
  now: () => number;
  report: (event: UploadEvent) => void;
};

/** Results that a later submit of the same content can reuse. */
export type SendEnd = { landedAs: string | null; sameSubmission: boolean };

/** If-None-Match was signed: the object exists already, so an earlier try landed and only its response was lost. */
const ALREADY_LANDED = 412;

/** Statuses that say nothing about the submit itself; the same submit may be tried again. */
const PASSING = new Set([401, 408, 425, 429]);
const isPassing = (status: number) => status >= 500 || PASSING.has(status);

function failureOf(reply: Refusal): UploadFailure {
  if (reply.status === 401) return { kind: "signed-out" };
  if (reply.status === 429) return { kind: "too-many-requests" };
  const known = [...UPLOAD_REFUSALS, ...TRANSCRIPT_REFUSALS];
  const refusal = known.find((one) => one === reply.reason) ?? null;
  return { kind: "upload", refusal, ...(reply.cue && { cue: reply.cue }) };
}

/**
 * Sends one upload and reports its progress. The last event is `arrived`, `failed` or `limit-reached`; there is none when
 * `signal` was aborted. Never rejects: every exception is reported as §8's connection error.
 */
export async function sendUpload(transport: UploadTransport, input: SendInput): Promise<SendEnd> {
  let landedAs = input.landedAs;
  try {
    if (landedAs === null) {
      const started = await startAndPut(transport, input);
      if (started.meetId === null) return { landedAs: null, sameSubmission: started.sameSubmission };
      landedAs = started.meetId;
    }
    input.report({ type: "sent" });
    const finished = await transport.finish({ meetId: landedAs, meetingData: input.payload }, input.signal);
    if (finished.ok) {
      input.report({ type: "arrived", meetId: landedAs });
      return { landedAs, sameSubmission: true };
    }
    reportRefusal(finished, input);
    return afterRefusal(finished, landedAs);
  } catch {
    if (!input.signal.aborted) input.report({ type: "failed", failure: { kind: "connection" } });
    return { landedAs, sameSubmission: true };
  }
}

/** A video that landed is not sent again because of its transcript: the same submit continues or starts again. */
function afterRefusal(refusal: Refusal, landedAs: string): SendEnd {
  if (isPassing(refusal.status) || refusal.code === "transcript-refused") return { landedAs, sameSubmission: true };
  return { landedAs: null, sameSubmission: BEGUN_ANEW.has(refusal.code ?? "") };
}

/** Codes after which the same submit starts again; data that is still stored is not sent again. */
const BEGUN_ANEW = new Set(["transcript-missing", "bytes-missing", "parts-lost"]);

async function startAndPut(
  transport: UploadTransport,
  input: SendInput,
): Promise<{ meetId: string } | { meetId: null; sameSubmission: boolean }> {
  const { meetLanguage: choice } = input.payload;
  // Of several tracks of captions one is looked at; whether the recording can be used does not depend on it.
  const refusal = await transport.look(parseMeetingLanguage(choice) ?? MEETING_LANGUAGE_DEFAULT, input.signal);
  input.signal.throwIfAborted();
  if (refusal !== null) {
    input.report({ type: "failed", failure: { kind: "upload", refusal } });
    return { meetId: null, sameSubmission: false };
  }
  const started = await transport.start(input.payload, input.signal);
  if (!started.ok) {
    reportRefusal(started, input);
    return { meetId: null, sameSubmission: isPassing(started.status) };
  }
  const { meetId, parts } = started.value;
  input.report({ type: "sending", meetId, inParts: parts !== undefined, at: input.now() });
  let before = 0;
  for (const { bytes, ...put } of putsOf(started.value, input.payload)) {
    const from = before;
    const onSent = (sent: number) => input.report({ type: "progressed", sentBytes: from + sent, at: input.now() });
    if (put.what === "recording" && parts !== undefined) {
      const onLine = (way: "parts" | "down") => input.report({ type: "went", way, at: input.now() });
      await putSoundFirst(transport, input, { meetId, onLine });
      const end = await transport.putParts({ meetId, ...parts, onSent, onLine }, input.signal);
      if (end === "sent") continue;
      // An upload that the store no longer has would be continued again and again, so it is given up and the next submit is new.
      if (end === "gone") await transport.giveUp(meetId, input.signal);
      input.report({ type: "failed", failure: failureOfParts(end) });
      return { meetId: null, sameSubmission: end !== "gone" };
    }
    const status = await transport.put({ ...put, onSent }, input.signal);
    if ((status < 200 || status >= 300) && status !== ALREADY_LANDED) {
      // The same submit creates a new presigned URL for one that has expired.
      input.report({ type: "failed", failure: { kind: "upload", refusal: null } });
      return { meetId: null, sameSubmission: true };
    }
    before += bytes;
  }
  return { meetId };
}

/** Sends the sound before the video, if the recording has sound. */
async function putSoundFirst(transport: UploadTransport, input: SendInput, way: Pick<SoundWay, "meetId" | "onLine">) {
  let hasBegun = false;
  const onBegun = (totalBytes: number) => {
    hasBegun = true;
    input.report({ type: "sound", stage: "going", totalBytes, at: input.now() });
  };
  const onSent = (sentBytes: number) => input.report({ type: "progressed", sentBytes, at: input.now() });
  const isIn = await transport.putSound({ ...way, onBegun, onSent }, input.signal);
  const totalBytes = input.payload.fileSize;
  if (hasBegun) input.report({ type: "sound", stage: isIn ? "in" : "none", totalBytes, at: input.now() });
}

/** Maps the end of the parts to a failure. Except after "gone", landed parts are kept and the same submit continues from them. */
function failureOfParts(end: Exclude<PartsEnd, "sent">): UploadFailure {
  switch (end) {
    case "signed-out":
      return { kind: "signed-out" };
    case "file-changed":
      return { kind: "file-changed" };
    case "gone":
    case "refused":
      return { kind: "upload", refusal: null };
    default:
      return assertNever(end);
  }
}

/** The transcript is sent first: it is small, so problems with the connection show before a long upload. */
function putsOf(started: UploadStarted, { transcriptSize = 0, fileSize }: UploadPayload) {
  const { presignedUrl, headers, transcriptUrl, transcriptHeaders = {} } = started;
  const recording = { what: "recording", url: presignedUrl, headers, bytes: fileSize } as const;
  if (transcriptUrl === undefined) return [recording];
  return [
    { what: "transcript", url: transcriptUrl, headers: transcriptHeaders, bytes: transcriptSize } as const,
    recording,
  ];
}

function reportRefusal(reply: Refusal, input: SendInput): void {
  if (reply.code === "limit-reached") input.report({ type: "limit-reached" });
  else input.report({ type: "failed", failure: failureOf(reply) });
}
