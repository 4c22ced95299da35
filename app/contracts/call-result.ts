import type { CuePlace } from "#app/domain/outcome.ts";

/** The result of an API call, as the calling page receives it. */

/**
 * The reason for a missing value. "offline": the network failed before the answer was complete. "signed-out": 401. "refused": the server
 * gives a reason. "unreadable": the answer is not JSON, or does not match the endpoint's schema; something between page and server made it,
 * or another version of the server.
 */
export type CallFailure = {
  kind: "aborted" | "offline" | "timed-out" | "signed-out" | "too-many-requests" | "refused" | "unreadable";
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** The server's stable code, and a more precise reason when the code alone is not enough. */
  code: string | null;
  reason: string | null;
  /** The server's text in the reader's language. */
  message: string | null;
  /** Paths of body fields that were rejected. */
  fields: readonly string[];
  /** The cue of a transcript that the refusal is about. */
  cue: CuePlace | null;
  /** Seconds until another call makes sense; only set for "too-many-requests". */
  retryAfterS: number | null;
  /** The refusal's JSON, for further fields that an endpoint sends; null when there is none. */
  body: unknown;
};

export type CallResult<Value> = { ok: true; value: Value } | ({ ok: false } & CallFailure);

/** No answer came. */
export const failed = (kind: "aborted" | "offline" | "timed-out"): { ok: false } & CallFailure => ({
  ok: false,
  kind,
  status: 0,
  code: null,
  reason: null,
  message: null,
  fields: [],
  cue: null,
  retryAfterS: null,
  body: null,
});
