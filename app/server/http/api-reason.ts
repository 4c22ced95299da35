import type { ApiReason, MessageKey } from "#app/contracts/api-reason.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";

type Answer = {
  status: number;
  /** Stable on the wire. */
  code: string;
  /** Null is the message of the call itself (§8: 'Error uploading file. Please try again.' for an upload's). */
  message: MessageKey | null;
  /** Says more than the code: why bytes were refused. The screen has a second line for each. */
  reason: UploadRefusal | GivenTranscriptRefusal | null;
};

const answer = (status: number, code: string, message: MessageKey | null = null): Answer => ({
  status,
  code,
  message,
  reason: null,
});
const refusedBytes = (reason: UploadRefusal): Answer => ({
  status: 422,
  code: "upload-refused",
  message: null,
  reason,
});
const refusedTranscript = (
  reason: GivenTranscriptRefusal,
  message: MessageKey = "upload:answer.transcriptRefused",
): Answer => ({
  status: 422,
  code: "transcript-refused",
  message,
  reason,
});

/** The one map from reason to answer. */
export const ANSWERS: Record<ApiReason, Answer> = {
  "signed-out": answer(401, "signed-out", "error.signedOut"),
  forbidden: answer(403, "forbidden", "error.forbidden"),
  "not-found": answer(404, "not-found"),
  "method-not-allowed": answer(405, "method-not-allowed"),
  "not-json": answer(415, "not-json"),
  "not-form": answer(415, "not-form"),
  "body-too-large": answer(413, "body-too-large"),
  "malformed-json": answer(400, "malformed-json"),
  "invalid-form": answer(422, "invalid-form"),
  "invalid-payload": answer(422, "invalid-payload"),
  "limit-reached": answer(403, "limit-reached", "error.limitReached"),
  "template-not-found": answer(422, "template-not-found"),
  "already-uploaded": answer(409, "already-uploaded"),
  "bytes-missing": answer(409, "bytes-missing"),
  "parts-lost": answer(409, "parts-lost"),
  "transcript-missing": answer(409, "transcript-missing", "upload:answer.transcriptMissing"),
  "not-ready": answer(409, "not-ready", "error.noSummary"),
  "pdf-not-ready": answer(409, "pdf-not-ready", "error.pdfNotReady"),
  "not-retryable": answer(409, "not-retryable"),
  "no-transcript": answer(409, "no-transcript", "chat:refused.noTranscript"),
  "chat-busy": answer(409, "chat-busy", "chat:refused.busy"),
  "edited-meanwhile": answer(409, "edited-meanwhile", "edit:answer.editedMeanwhile"),
  "too-many-lines": answer(422, "too-many-lines", "edit:answer.tooManyLines"),
  "language-needs-model": answer(422, "language-needs-model", "edit:rewrite.failedLanguage"),
  "invalid-link": answer(422, "invalid-link", "invite:provideValidUrl"),
  "not-recording": answer(409, "not-recording", "call:error.stop"),
  "not-at-door": answer(409, "not-at-door", "call:error.notInLobby"),
  gone: answer(409, "gone", "call:error.askerGone"),
  "asked-lately": answer(429, "asked-lately", "call:error.askedLately"),
  "asked-too-often": answer(409, "asked-too-often", "call:error.askedTooOften"),
  "too-late": answer(409, "too-late", "call:error.tooLate"),
  "too-many-requests": answer(429, "too-many-requests", "error.tooManyRequests"),
  unavailable: answer(503, "unavailable"),
  "invalid-upstream-json": answer(502, "invalid-upstream-json", "call:error.invalidJson"),
  internal: answer(500, "internal"),
  "not-mp4": refusedBytes("not-mp4"),
  "wrong-kind": refusedBytes("wrong-kind"),
  truncated: refusedBytes("truncated"),
  "no-audio": refusedBytes("no-audio"),
  "unsupported-codec": refusedBytes("unsupported-codec"),
  fragmented: refusedBytes("fragmented"),
  encrypted: refusedBytes("encrypted"),
  hostile: refusedBytes("hostile"),
  "too-long": refusedBytes("too-long"),
  "too-large": refusedBytes("too-large"),
  empty: refusedBytes("empty"),
  "transcript-wrong-type": refusedTranscript("transcript-wrong-type"),
  "transcript-too-large": refusedTranscript("transcript-too-large"),
  "transcript-cue-too-long": refusedTranscript("transcript-cue-too-long", "upload:refusal.transcript-cue-too-long"),
  "transcript-truncated": refusedTranscript("transcript-truncated"),
  "transcript-unreadable": refusedTranscript("transcript-unreadable"),
  "transcript-empty": refusedTranscript("transcript-empty"),
};
