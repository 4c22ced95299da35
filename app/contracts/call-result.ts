import type { CuePlace } from "#app/domain/outcome.ts";

/** How a call of the API ends, as the page that made it sees it. */

/**
 * Why there is no value. "offline": the network failed before an answer was whole. "signed-out": 401. "refused": the server
 * says why. "unreadable": the answer is no JSON, or not of the endpoint's shape; something between page and server made it, or
 * another version of the server.
 */
export type CallFailure = {
  kind: "aborted" | "offline" | "timed-out" | "signed-out" | "too-many-requests" | "refused" | "unreadable";
  /** HTTP status; 0 where no answer came. */
  status: number;
  /** The server's stable code, and its second word where the code leaves something open. */
  code: string | null;
  reason: string | null;
  /** The server's text in the reader's language. */
  message: string | null;
  /** Paths of the body that could not be used. */
  fields: readonly string[];
  /** The cue of a transcript that it is about. */
  cue: CuePlace | null;
  /** Seconds until another call makes sense; only of "too-many-requests". */
  retryAfterS: number | null;
  /** The refusal's JSON, for what an endpoint says beside it; null where there is none. */
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
