import { ALARM_CLAIM_MS_MAX, STEP_ATTEMPTS_MAX } from "#app/domain/limits.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { EndReason } from "#app/domain/meeting/status.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { backoffMs } from "#workers/meeting/backoff.ts";
import { StepFailed } from "#workers/meeting/step-failed.ts";
import type { OutboxRow } from "#workers/meeting/store-outbox.ts";

/**
 * Does what the outbox holds. It owns the order, the attempts, the waiting and the time; what a piece of work is, and
 * where anything is stored, stands behind this interface.
 */
export interface RunnerNeeds {
  now: () => number;
  random: () => number;
  log: Log;
  /** A place for one more window in this isolate: the function that gives it back, or null where there is none. */
  takeSlot(): (() => void) | null;
  /** Keys under way in this object: shared by everything that runs work in it. */
  busy: Set<string>;
  due(now: number): OutboxRow[];
  isWanted(effect: MeetingEffect): boolean;
  countAttempt(row: OutboxRow): void;
  postpone(row: OutboxRow, dueAt: number): void;
  remove(row: OutboxRow): void;
  /** Says that the work begins. */
  begin(row: OutboxRow): void;
  /** Does the work and stores its outcome with the end of the row, in one transaction. Idempotent. */
  perform(row: OutboxRow, attempt: number, signal: AbortSignal): Promise<void>;
  /** How long the work may take. */
  limitMs(effect: MeetingEffect): number;
  /** Gives up, until a person asks again: stores the reason with the end of the row. Null: this work is never given up. */
  park: (row: OutboxRow, reason: EndReason) => "parked" | "keep-trying";
}

/** `slotsFull`: windows are due, but the isolate is full; they have to come back a little later. */
export type RunOutcome = { slotsFull: boolean };

/**
 * Does everything that is due and `admits` lets in; begins nothing any more after ALARM_CLAIM_MS_MAX. What a step throws
 * is counted and put off here; only storage itself can make this throw.
 */
export async function runDue(
  needs: RunnerNeeds,
  admits: (effect: MeetingEffect) => boolean = () => true,
): Promise<RunOutcome> {
  const until = needs.now() + ALARM_CLAIM_MS_MAX;
  const running = new Map<string, Promise<void>>();
  let slotsFull = false;
  for (;;) {
    const claimed = needs.now() < until ? claim(needs, admits) : null;
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
    await Promise.race(running.values());
  }
}

type Claim = { row: OutboxRow; free: () => void };

function claim(needs: RunnerNeeds, admits: (effect: MeetingEffect) => boolean): Claim | "slots-full" | null {
  let slotsFull = false;
  for (const row of needs.due(needs.now())) {
    if (needs.busy.has(row.key) || !admits(row.effect)) continue;
    if (!needs.isWanted(row.effect)) {
      needs.remove(row);
      continue;
    }
    if (!isLarge(row.effect)) return { row, free: () => {} };
    if (slotsFull) continue;
    const free = needs.takeSlot();
    if (free) return { row, free };
    slotsFull = true;
  }
  return slotsFull ? "slots-full" : null;
}

/** Work that holds much memory. */
function isLarge({ type }: MeetingEffect): boolean {
  return type === "transcribe-window" || type === "scan-recording";
}

async function runRow(needs: RunnerNeeds, row: OutboxRow): Promise<void> {
  const attempt = row.attempts + 1;
  try {
    // Only a process that died leaves a row here whose attempts are used up: its work was never heard of again.
    if (attempt > STEP_ATTEMPTS_MAX && needs.park(row, "internal") === "parked") return;
    needs.countAttempt(row);
    needs.begin(row);
    await withLimit(needs.limitMs(row.effect), (signal) => needs.perform(row, attempt, signal));
  } catch (error) {
    settleFailure(needs, row, attempt, failureOf(error));
  }
}

type Failure = { reason: EndReason; retryable: boolean; retryAfterMs: number | null; error: string };

function settleFailure(needs: RunnerNeeds, row: OutboxRow, attempt: number, failure: Failure): void {
  const { reason, retryable, retryAfterMs, error } = failure;
  const last = !retryable || attempt >= STEP_ATTEMPTS_MAX;
  const outcome = last ? needs.park(row, reason) : "keep-trying";
  if (outcome === "keep-trying") needs.postpone(row, needs.now() + backoffMs(attempt, retryAfterMs, needs.random()));
  needs.log("meeting.step.failed", { step: row.key, attempt, reason, error, parked: outcome === "parked" });
}

function failureOf(error: unknown): Failure {
  if (error instanceof StepFailed) {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    return { reason: error.reason, retryable: error.retryable, retryAfterMs: error.retryAfterMs, error: cause };
  }
  if (error instanceof UpstreamError) {
    return { reason: "internal", retryable: true, retryAfterMs: error.retryAfterMs, error: error.message };
  }
  return { reason: "internal", retryable: true, retryAfterMs: null, error: faultOf(error) };
}

/** The work gets a signal to stop by; what does not listen to it is left behind and may end whenever it does. */
async function withLimit(limitMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException("step took too long", "TimeoutError");
      controller.abort(reason);
      reject(reason);
    }, limitMs);
  });
  try {
    await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
