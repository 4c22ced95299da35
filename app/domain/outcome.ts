/**
 * What a use case answers: an expected refusal is a value, a surprise throws. `reason` is a string union that one
 * exhaustive map turns into a status and a message key.
 */
export type Outcome<Value, Reason extends string> = { ok: true; value: Value } | { ok: false; reason: Reason };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function refused<Reason extends string>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason };
}
