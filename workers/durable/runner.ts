import { backOffDelayMs } from "#app/domain/back-off.ts";
import {
  ALARM_CLAIM_MS_MAX,
  ALARM_RETRY_MS_MAX,
  STEP_ATTEMPTS_MAX,
  STEP_BACK_OFF,
  STEP_BACKOFF_MS_MAX,
  STEP_WAIT_MS_MIN,
  WINDOW_SLOT_WAIT_MS,
} from "#app/domain/limits/steps.ts";
import { faultOf } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * Does `work` for `limitMs` at most; null is no limit. The work gets a signal to stop by; what does not listen to it is left behind and
 * may end whenever it does. Rejects with a TimeoutError.
 */
export async function withTimeLimit<Value>(
  limitMs: number | null,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  if (limitMs === null) return work(controller.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException("took too long", "TimeoutError");
      controller.abort(reason);
      reject(reason);
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Does the work in an outbox. The runner owns the order, the attempts, the waiting and the time limits; the interfaces below hide
 * the kind of work and its storage.
 */
type Work = { key: string; attempts: number };

export type Failure<Reason extends string> = {
  reason: Reason;
  retryable: boolean;
  retryAfterMs: number | null;
  /** For the log. */
  error: string;
};
/** `isLast`: only a person, or the work's own rule, should cause another attempt. */
export type CountedFailure<Reason extends string> = Failure<Reason> & { attempt: number; isLast: boolean };

/** Functions that the runner needs for one piece of work. */
export interface RowNeeds<Row extends Work, Reason extends string> {
  now: () => number;
  random: () => number;
  countAttempt(row: Row): void;
  postpone(row: Row, dueAt: number): void;
  /** Takes the attempt back and puts the row off, and all that are of its kind: they would wait for the same thing. */
  holdBack(row: Row, dueAt: number): void;
  /** Says that the work begins. */
  begin(row: Row): void;
  /** Does the work and stores its outcome with the end of the row, in one transaction. Idempotent. */
  perform(row: Row, attempt: number, signal: AbortSignal): Promise<void>;
  /** Time limit of the work in ms; null when its own calls are limited. */
  limitMs(row: Row): number | null;
  failureOf(error: unknown): Failure<Reason>;
  /** Gives the work up and stores the reason with the end of the row; "keep-trying" when this failure does not end it. */
  park(row: Row, failure: CountedFailure<Reason>): "parked" | "keep-trying";
  noteFailure(row: Row, failure: CountedFailure<Reason>, outcome: "parked" | "keep-trying"): void;
  /**
   * Reason for giving up work that has used all its attempts and never reported an outcome, because its process died each time.
   * Null: the work is begun again all the same.
   */
  diedReason: Reason | null;
}

/** Additional functions that the runner needs for a whole outbox. */
export interface RunnerNeeds<Row extends Work, Reason extends string> extends RowNeeds<Row, Reason> {
  /** A place for this work in the isolate: the function that gives it back, or null where there is none for now. */
  takeSlot(row: Row): (() => void) | null;
  /** Keys under way in this object: shared by everything that runs work in it. */
  busy: Set<string>;
  due(now: number): Row[];
  /** When the next piece of work falls due that is not under way; null where there is none. */
  nextDueAt(): number | null;
  /** Resolves after so many ms, or when it is woken. */
  sleep(ms: number): { slept: Promise<void>; wake: () => void };
  isWanted(row: Row): boolean;
  remove(row: Row): void;
}

/** `slotsFull`: work is due, but the isolate is full; it has to come back a little later. */
export type RunOutcome = { slotsFull: boolean };

/** A step has to come back later and nothing is wrong with it: its attempt does not count. */
export class StepWaits extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super("step waits");
    this.name = "StepWaits";
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Does all due work that `admits` accepts, concurrently; begins nothing new after ALARM_CLAIM_MS_MAX. A retry that falls due while
 * other work hangs does not wait for it. Errors of steps are counted here and their work is postponed; only storage errors make
 * this throw.
 */
export async function runDue<Row extends Work, Reason extends string>(
  needs: RunnerNeeds<Row, Reason>,
  admits: (row: Row) => boolean = () => true,
): Promise<RunOutcome> {
  const begunAt = needs.now();
  const running = new Map<string, Promise<void>>();
  let slotsFull = false;
  for (;;) {
    const runMs = needs.now() - begunAt;
    const fresh = runMs < ALARM_CLAIM_MS_MAX;
    const open = fresh || (running.size > 0 && runMs < ALARM_RETRY_MS_MAX);
    const claimed = open ? claim(needs, (row) => admits(row) && (fresh || row.attempts > 0)) : null;
    if (claimed && claimed !== "slots-full") {
      const { row, free } = claimed;
      needs.busy.add(row.key);
      const work = runRow(needs, row).finally(() => {
        free();
        needs.busy.delete(row.key);
        running.delete(row.key);
      });
      running.set(row.key, work);
      continue;
    }
    if (running.size === 0) {
      slotsFull = claimed === "slots-full";
      return { slotsFull };
    }
    await nextChance(needs, running.values(), { open, slotsFull: claimed === "slots-full" });
  }
}

/** Does `rows` one after the other, each once: for works that depend on each other. */
export async function runInTurn<Row extends Work, Reason extends string>(
  needs: RowNeeds<Row, Reason>,
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) await runRow(needs, row);
}

/** Until something that runs has ended, something else falls due, or a slot of the isolate may be free. */
async function nextChance<Row extends Work, Reason extends string>(
  needs: RunnerNeeds<Row, Reason>,
  running: Iterable<Promise<void>>,
  { open, slotsFull }: { open: boolean; slotsFull: boolean },
): Promise<void> {
  const dueAt = open ? needs.nextDueAt() : null;
  if (dueAt === null) return Promise.race(running);
  const waitMs = dueAt - needs.now();
  // Work that is due and was not begun waits for a slot, or must not begin in this run.
  const { slept, wake } = needs.sleep(waitMs > 0 && !slotsFull ? waitMs : WINDOW_SLOT_WAIT_MS);
  try {
    await Promise.race([...running, slept]);
  } finally {
    wake();
  }
}

type Claim<Row> = { row: Row; free: () => void };

function claim<Row extends Work, Reason extends string>(
  needs: RunnerNeeds<Row, Reason>,
  admits: (row: Row) => boolean,
): Claim<Row> | "slots-full" | null {
  let slotsFull = false;
  for (const row of needs.due(needs.now())) {
    if (needs.busy.has(row.key) || !admits(row)) continue;
    if (!needs.isWanted(row)) {
      needs.remove(row);
      continue;
    }
    const free = needs.takeSlot(row);
    if (free) return { row, free };
    slotsFull = true;
  }
  return slotsFull ? "slots-full" : null;
}

async function runRow<Row extends Work, Reason extends string>(needs: RowNeeds<Row, Reason>, row: Row): Promise<void> {
  const attempt = row.attempts + 1;
  try {
    // A row whose attempts are used up is here only if its process died before the work reported an outcome.
    if (attempt > STEP_ATTEMPTS_MAX && needs.diedReason !== null) {
      const died = { reason: needs.diedReason, retryable: true, retryAfterMs: null, error: "process ended" };
      if (needs.park(row, { ...died, attempt, isLast: true }) === "parked") return;
    }
    needs.countAttempt(row);
    needs.begin(row);
    await withTimeLimit(needs.limitMs(row), (signal) => needs.perform(row, attempt, signal));
  } catch (error) {
    if (error instanceof StepWaits) {
      const waitMs = Math.min(Math.max(error.retryAfterMs, STEP_WAIT_MS_MIN), STEP_BACKOFF_MS_MAX);
      needs.holdBack(row, needs.now() + waitMs);
      return;
    }
    settleFailure(needs, row, { ...needs.failureOf(error), attempt });
  }
}

function settleFailure<Row extends Work, Reason extends string>(
  needs: RowNeeds<Row, Reason>,
  row: Row,
  failure: Omit<CountedFailure<Reason>, "isLast">,
): void {
  const { attempt, retryable, retryAfterMs } = failure;
  const counted = { ...failure, isLast: !retryable || attempt >= STEP_ATTEMPTS_MAX };
  const outcome = needs.park(row, counted);
  if (outcome === "keep-trying") {
    needs.postpone(row, needs.now() + backOffDelayMs(STEP_BACK_OFF, attempt, needs.random(), retryAfterMs));
  }
  needs.noteFailure(row, counted, outcome);
}

/** A failure of an external service as the service reports it; any other error is ours and worth a retry. */
export function failureOf(error: unknown): Failure<"internal"> {
  const upstream = error instanceof UpstreamError ? error : null;
  return {
    reason: "internal",
    retryable: upstream?.retryable ?? true,
    retryAfterMs: upstream?.retryAfterMs ?? null,
    error: faultOf(error),
  };
}
