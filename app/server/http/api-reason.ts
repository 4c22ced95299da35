import type { UploadRefusal } from "#app/domain/meeting/status.ts";

/** Every expected way in which a call of /api/acta ends other than well. It is the stable `code` on the wire. */
export type ApiReason =
  | "signed-out"
  | "forbidden"
  | "not-found"
  | "method-not-allowed"
  | "not-json"
  | "body-too-large"
  | "malformed-json"
  | "invalid-payload"
  | "limit-reached"
  | "template-not-found"
  | "already-uploaded"
  | "bytes-missing"
  | "not-retryable"
  | "unavailable"
  | "internal"
  | UploadRefusal;

/** A text of app/i18n: what the person reads (D, "an error says two things"). */
export type MessageKey =
  | "common:error.saveMeeting"
  | "common:error.connection"
  | "common:error.somethingWrong"
  | "common:error.loadingData"
  | "common:error.limitReached"
  | "common:error.notAvailable"
  | "common:error.uploadFile"
  | "common:error.signedOut"
  | "common:error.forbidden";

type Answer = {
  status: number;
  /** The specification's message (§8); null is the message of the route that was called. */
  message: MessageKey | null;
};

const PAYLOAD: Answer = { status: 422, message: null };

/** The one map from reason to answer. The second line of each stands in app/i18n under `refusal`, by the same name. */
export const ANSWERS: Record<ApiReason, Answer> = {
  "signed-out": { status: 401, message: "common:error.signedOut" },
  forbidden: { status: 403, message: "common:error.forbidden" },
  "not-found": { status: 404, message: null },
  "method-not-allowed": { status: 405, message: null },
  "not-json": { status: 415, message: null },
  "body-too-large": { status: 413, message: null },
  "malformed-json": { status: 400, message: null },
  "invalid-payload": PAYLOAD,
  "limit-reached": { status: 403, message: "common:error.limitReached" },
  "template-not-found": PAYLOAD,
  "already-uploaded": { status: 409, message: null },
  "bytes-missing": { status: 409, message: null },
  "not-retryable": { status: 409, message: null },
  unavailable: { status: 503, message: null },
  internal: { status: 500, message: null },
  "not-mp4": PAYLOAD,
  truncated: PAYLOAD,
  "no-audio": PAYLOAD,
  "unsupported-codec": PAYLOAD,
  fragmented: PAYLOAD,
  encrypted: PAYLOAD,
  hostile: PAYLOAD,
  "too-long": PAYLOAD,
  "too-large": PAYLOAD,
  empty: PAYLOAD,
};
