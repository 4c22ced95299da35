import { TURN_UNITS } from "#app/domain/limits/steps.ts";

/**
 * Long work on one thread, in pieces. After each small piece a generator yields the amount of work done, in units of about one
 * character of text read (0.05 to 0.3 µs). The caller decides when others get their turn. The work is counted and not timed,
 * because the clock of a Worker stands still while it computes.
 */
export type Turns<Value> = Generator<number, Value, void>;

/** Gives others their turn; resolves when the work may go on. */
export type Rest = () => Promise<void>;

/** Runs the work to its end without a pause: for short texts, tests and the browser. */
export function runAtOnce<Value>(work: Turns<Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Runs the work with a pause after every TURN_UNITS of it. Rejects with the signal's reason once that is aborted. */
export async function runInTurns<Value>(work: Turns<Value>, rest: Rest, signal?: AbortSignal): Promise<Value> {
  let units = 0;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    units += value;
    if (units < TURN_UNITS) continue;
    units = 0;
    await rest();
    signal?.throwIfAborted();
  }
}
