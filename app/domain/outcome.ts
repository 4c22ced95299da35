/**
 * What a use case answers: an expected refusal is a value, a surprise throws. `reason` is a string union that one
 * exhaustive map turns into a status and a message key; `cue` says which cue of a transcript it is about, where it is one;
 * `beside` is what the caller is told beside the refusal.
 */
export type Outcome<Value, Reason extends string> =
  | { ok: true; value: Value }
  | { ok: false; reason: Reason; cue?: CuePlace; beside?: object };

/** A cue of a transcript file: its number in the order of the file, from 1, and when it begins. */
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
