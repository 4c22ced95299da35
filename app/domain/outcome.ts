/**
 * Result of a use case: an expected refusal is a value, an unexpected error is thrown. `reason` is a string union that one
 * exhaustive map turns into a status and a message key; `cue` names the affected cue of a transcript, if any; `beside` is data
 * that the caller receives with the refusal.
 */
export type Outcome<Value, Reason extends string> =
  | { ok: true; value: Value }
  | { ok: false; reason: Reason; cue?: CuePlace; beside?: object };

/** A cue of a transcript file: its number in file order, from 1, and its start. */
export type CuePlace = { number: number; startMs: number };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function refused<Reason extends string>(
  reason: Reason,
  cue?: CuePlace,
): { ok: false; reason: Reason; cue?: CuePlace } {
  return cue === undefined ? { ok: false, reason } : { ok: false, reason, cue };
}
