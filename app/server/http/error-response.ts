import type { ApiError } from "#app/contracts/api-answers.ts";
import type { ApiReason, MessageKey } from "#app/contracts/api-reason.ts";
import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";
import type { CuePlace } from "#app/domain/outcome.ts";
import { nameCue } from "#app/i18n/name-cue.ts";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { isPublicApiPath } from "#app/server/http/loggable-path.ts";
import { faultOf } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

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
const ANSWERS: Record<ApiReason, Answer> = {
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
  "disk-full": answer(507, "disk-full", "error.diskFull"),
  "limit-reached": answer(403, "limit-reached", "error.limitReached"),
  "folder-invalid": answer(422, "folder-invalid", "folders:error.invalid"),
  "too-many-folders": answer(409, "too-many-folders", "folders:error.tooMany"),
  "clip-range": answer(422, "clip-range", "sharing:clips.error.range"),
  "too-many-clips": answer(409, "too-many-clips", "sharing:clips.error.tooMany"),
  "template-not-found": answer(422, "template-not-found"),
  "template-invalid": answer(422, "template-invalid", "templateAnswers:invalid"),
  "template-changed": answer(409, "template-changed", "templateAnswers:changed"),
  "template-in-use": answer(409, "template-in-use", "templateAnswers:inUse"),
  "too-many-templates": answer(409, "too-many-templates", "templateAnswers:tooMany"),
  "template-file-unreadable": answer(422, "template-file-unreadable", "templateAnswers:fileUnreadable"),
  "template-file-newer": answer(422, "template-file-newer", "templateAnswers:fileNewer"),
  "field-invalid": answer(422, "field-invalid", "templateAnswers:invalidField"),
  "field-changed": answer(409, "field-changed", "templateAnswers:changedField"),
  "too-many-fields": answer(409, "too-many-fields", "templateAnswers:tooManyFields"),
  "too-many-links": answer(409, "too-many-links", "templateAnswers:tooManyLinks"),
  "already-uploaded": answer(409, "already-uploaded"),
  "bytes-missing": answer(409, "bytes-missing"),
  "parts-lost": answer(409, "parts-lost"),
  "transcript-missing": answer(409, "transcript-missing", "upload:answer.transcriptMissing"),
  "not-ready": answer(409, "not-ready", "error.noSummary"),
  "pdf-not-ready": answer(409, "pdf-not-ready", "error.pdfNotReady"),
  "not-retryable": answer(409, "not-retryable"),
  "retry-begun": answer(409, "retry-begun"),
  "too-many-imports": answer(409, "too-many-imports", "upload:imports.error.tooMany"),
  "meeting-busy": answer(409, "meeting-busy", "upload:answer.meetingBusy"),
  "no-transcript": answer(409, "no-transcript", "chat:refused.noTranscript"),
  "chat-busy": answer(409, "chat-busy", "chat:refused.busy"),
  "edited-meanwhile": answer(409, "edited-meanwhile", "edit:answer.editedMeanwhile"),
  "merged-already": answer(409, "merged-already", "merge:error.already"),
  "split-too-near": answer(422, "split-too-near", "split:error.tooNear"),
  "split-merged": answer(409, "split-merged", "split:error.merged"),
  "split-changed": answer(409, "split-changed", "split:error.changed"),
  "too-many-splits": answer(409, "too-many-splits", "split:error.tooMany"),
  "not-last-part": answer(409, "not-last-part", "merge:error.notLast"),
  "too-many-parts": answer(409, "too-many-parts", "merge:error.tooMany"),
  "too-many-lines": answer(422, "too-many-lines", "edit:answer.tooManyLines"),
  "language-needs-model": answer(422, "language-needs-model", "edit:rewrite.failedLanguage"),
  "transcript-gone": answer(409, "transcript-gone", "edit:rewrite.transcriptGone"),
  "voice-not-saved": answer(409, "voice-not-saved", "edit:speakers.remember.failed"),
  "invalid-link": answer(422, "invalid-link", "invite:provideValidUrl"),
  "not-recording": answer(409, "not-recording", "call:error.stop"),
  "not-in-lobby": answer(409, "not-in-lobby", "call:error.notInLobby"),
  gone: answer(409, "gone", "call:error.askerGone"),
  "asked-lately": answer(429, "asked-lately", "call:error.askedLately"),
  "asked-too-often": answer(409, "asked-too-often", "call:error.askedTooOften"),
  "too-late": answer(409, "too-late", "call:error.tooLate"),
  "not-confirmed": answer(422, "not-confirmed"),
  "too-many-requests": answer(429, "too-many-requests", "error.tooManyRequests"),
  unavailable: answer(503, "unavailable"),
  "invalid-upstream-json": answer(502, "invalid-upstream-json", "call:error.invalidJson"),
  internal: answer(500, "internal"),
  "calendar-unavailable": answer(503, "calendar-unavailable", "calendars:error.later"),
  "calendar-reconnect": answer(409, "calendar-reconnect", "calendars:error.reconnect"),
  "feed-address": answer(422, "feed-address", "calendars:error.feedAddress"),
  "feed-content": answer(422, "feed-content", "calendars:error.feedContent"),
  "too-many-calendars": answer(409, "too-many-calendars", "calendars:error.tooMany"),
  "too-few-emails": answer(422, "too-few-emails", "seats:error.tooFew"),
  "same-email": answer(422, "same-email", "seats:error.same"),
  "email-format": answer(422, "email-format", "seats:error.format"),
  "empty-seat": answer(422, "empty-seat", "seats:error.empty"),
  "invitation-invalid": answer(404, "invitation-invalid", "team:join.invalid.title"),
  "email-mismatch": answer(403, "email-mismatch", "team:join.mismatch.title"),
  "other-team": answer(409, "other-team", "team:join.error.otherTeam"),
  "seat-unpaid": answer(409, "seat-unpaid", "team:join.error.unpaid"),
  "last-administrator": answer(409, "last-administrator", "team:error.lastAdministrator"),
  "already-invited": answer(409, "already-invited", "team:error.alreadyInvited"),
  "seats-taken": answer(409, "seats-taken", "team:error.seatsTaken"),
  "seats-changing": answer(409, "seats-changing", "team:error.seatsChanging"),
  "seats-unpaid": answer(402, "seats-unpaid", "team:error.seatsUnpaid"),
  "payment-owed": answer(402, "payment-owed", "team:error.paymentOwed"),
  "sent-lately": answer(429, "sent-lately", "team:error.sentLately"),
  "mail-later": answer(503, "mail-later", "team:error.mailLater"),
  "mail-off": answer(409, "mail-off", "connections:followUp.error.mailOff"),
  "no-address": answer(409, "no-address", "connections:followUp.error.noAddress"),
  "follow-up-link": answer(422, "follow-up-link", "connections:followUp.error.link"),
  "too-many-mails": answer(429, "too-many-mails", "connections:followUp.error.tooMany"),
  "team-paid": answer(409, "team-paid", "team:error.stillPaid"),
  "no-team": answer(409, "no-team", "team:error.noTeam"),
  "payments-off": answer(409, "payments-off", "pricing:error.noBilling"),
  "already-subscribed": answer(409, "already-subscribed", "pricing:error.alreadySubscribed"),
  "plan-included": answer(409, "plan-included", "pricing:error.included"),
  "no-subscription": answer(409, "no-subscription", "pricing:error.noBilling"),
  "price-differs": answer(503, "price-differs", "pricing:error.session"),
  "key-invalid": answer(401, "key-invalid", "apiKeys:error.invalid"),
  "key-scope": answer(403, "key-scope", "apiKeys:error.scope"),
  "too-many-keys": answer(409, "too-many-keys", "apiKeys:error.tooMany"),
  "cursor-invalid": answer(400, "cursor-invalid", "apiKeys:error.cursor"),
  "if-match-missing": answer(428, "if-match-missing", "apiKeys:error.ifMatch"),
  "changed-meanwhile": answer(412, "changed-meanwhile", "apiKeys:error.changed"),
  "idempotency-key-format": answer(400, "idempotency-key-format", "apiKeys:error.onceFormat"),
  "idempotency-key-reused": answer(422, "idempotency-key-reused", "apiKeys:error.onceReused"),
  "code-invalid": answer(422, "code-invalid", "pricing:error.code"),
  "outside-window": answer(403, "outside-window", "pricing:locked.title"),
  reconnect: answer(409, "reconnect", "connections:error.reconnect"),
  "webhook-address": answer(422, "webhook-address", "webhooks:error.address"),
  "too-many-webhooks": answer(409, "too-many-webhooks", "webhooks:error.tooMany"),
  "piece-differs": answer(409, "piece-differs"),
  "piece-damaged": answer(422, "piece-damaged"),
  "recording-over": answer(409, "recording-over"),
  "recording-full": answer(413, "recording-full", "recordHere:trouble.full"),
  "too-many-notes": answer(409, "too-many-notes"),
  "place-gone": answer(409, "place-gone", "collaboration:error.gone"),
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

/** Status and code of a reason, for the description of the public API. */
export function answerOf(reason: ApiReason): { status: number; code: string } {
  const { status, code } = ANSWERS[reason];
  return { status, code };
}

/**
 * The response of a refusal: a stable code, the specification's message in the caller's language, and a reason if the code has
 * several. Only the language and the path are read from the request.
 */
export async function errorResponse(
  request: Request,
  because: ApiReason,
  details: {
    /** The message of the call, where the reason has none of its own. */
    message?: MessageKey;
    /** Paths of the payload that could not be used. */
    fields?: string[];
    /** The cue of a transcript that it is about. */
    cue?: CuePlace;
    /** Additional fields that the endpoint sends with the refusal. */
    beside?: object;
    /** §7: the text stands in `detail` too. */
    detailed?: boolean;
    headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  const { status, code, message, reason } = ANSWERS[because];
  const locale = await localeOf(request);
  const { t } = await openI18n(locale);
  const text = t(message ?? details.message ?? "error.somethingWrong", nameCue(details.cue, locale));
  const body: ApiError = {
    ...details.beside,
    ...(details.detailed ? { detail: text } : {}),
    error: {
      code,
      message: text,
      reason,
      ...(details.fields ? { fields: details.fields } : {}),
      ...(details.cue ? { cue: details.cue } : {}),
    },
  };
  const headers = { "Cache-Control": "no-store", ...details.headers };
  if (!isPublicApiPath(new URL(request.url).pathname)) return Response.json(body, { status, headers });
  // RFC 9457, for programs.
  const problem = { type: "about:blank", title: text, status, ...body.error };
  return Response.json(problem, { status, headers: { ...headers, "Content-Type": "application/problem+json" } });
}

/** Status and text of a refusal by its code, in the caller's language; null for a code that is none of ours. */
export async function refusalInWords(
  request: Request,
  code: string,
): Promise<{ status: number; message: string } | null> {
  const known = Object.values(ANSWERS).find((each) => each.code === code);
  if (!known) return null;
  const { t } = await openI18n(await localeOf(request));
  return { status: known.status, message: t(known.message ?? "error.refusedText") };
}

/** To be thrown by a page's loader or action: the error page says it. `allow` names the methods that are answered. */
export function methodNotAllowed(allow: string): Response {
  return new Response(null, { status: 405, headers: { Allow: allow } });
}

/**
 * The `action` of a page that is only read. Without one Remix refuses by itself, but names no methods, and writes the file of the
 * route into the page.
 */
export function onlyRead(): never {
  throw methodNotAllowed("GET, HEAD");
}

/** A minute's count is over in a minute at the latest. */
export const RETRY_AFTER = { "Retry-After": String(RATE_PERIOD_S) };

/** 429 on the wire. */
export function tooManyRequests(
  request: Request,
  form: { detailed?: boolean; headers?: Record<string, string> } = {},
): Promise<Response> {
  return errorResponse(request, "too-many-requests", { ...form, headers: { ...RETRY_AFTER, ...form.headers } });
}

const RETRY_AFTER_S = 30;

/** For a page's loader: what cannot be reached for now is a 503, whose page says to try again; anything else throws as it is. */
export async function orUnavailable<Value>({ log }: Pick<Services, "log">, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UpstreamError && error.retryable)) throw error;
    log("page.unavailable", { service: error.service, error: faultOf(error) });
    throw new Response(null, { status: 503, headers: { "Retry-After": String(RETRY_AFTER_S) } });
  }
}
