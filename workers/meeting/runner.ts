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
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { EndReason } from "#app/domain/meeting/status.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { StepFailed } from "#workers/meeting/step-failed.ts";
import { StepWaits } from "#workers/meeting/step-waits.ts";
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
  /** When the next piece of work falls due that is not under way; null where there is none. */
  nextDueAt(): number | null;
  /** Resolves after so many ms, or when it is woken. */
  sleep(ms: number): { slept: Promise<void>; wake: () => void };
  isWanted(effect: MeetingEffect): boolean;
  countAttempt(row: OutboxRow): void;
  postpone(row: OutboxRow, dueAt: number): void;
  /** Takes the attempt back and puts the row off, and all that are of its kind: they would wait for the same thing. */
  holdBack(row: OutboxRow, dueAt: number): void;
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
 * Does everything that is due and `admits` lets in; begins nothing new after ALARM_CLAIM_MS_MAX. A retry that falls due
 * while other work hangs does not wait for it. What a step throws is counted and put off here; only storage itself can
 * make this throw.
 */
export async function runDue(
  needs: RunnerNeeds,
  admits: (effect: MeetingEffect) => boolean = () => true,
): Promise<RunOutcome> {
  const begunAt = needs.now();
  const running = new Map<string, Promise<void>>();
  let slotsFull = false;
  for (;;) {
    const runMs = needs.now() - begunAt;
    const fresh = runMs < ALARM_CLAIM_MS_MAX;
    const open = fresh || (running.size > 0 && runMs < ALARM_RETRY_MS_MAX);
    const claimed = open ? claim(needs, (row) => admits(row.effect) && (fresh || row.attempts > 0)) : null;
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

/** Until something that runs has ended, something else falls due, or a slot of the isolate may be free. */
async function nextChance(
  needs: RunnerNeeds,
  running: Iterable<Promise<void>>,
  { open, slotsFull }: { open: boolean; slotsFull: boolean },
): Promise<void> {
  const dueAt = open ? needs.nextDueAt() : null;
  if (dueAt === null) return Promise.race(running);
  const waitMs = dueAt - needs.now();
  // What is due already and was not begun waits for a slot, or is not ours to begin in this run.
  const { slept, wake } = needs.sleep(waitMs > 0 && !slotsFull ? waitMs : WINDOW_SLOT_WAIT_MS);
  try {
    await Promise.race([...running, slept]);
  } finally {
    wake();
  }
}

type Claim = { row: OutboxRow; free: () => void };

function claim(needs: RunnerNeeds, admits: (row: OutboxRow) => boolean): Claim | "slots-full" | null {
  let slotsFull = false;
  for (const row of needs.due(needs.now())) {
    if (needs.busy.has(row.key) || !admits(row)) continue;
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
    if (error instanceof StepWaits) {
      const waitMs = Math.min(Math.max(error.retryAfterMs, STEP_WAIT_MS_MIN), STEP_BACKOFF_MS_MAX);
      needs.holdBack(row, needs.now() + waitMs);
      return;
    }
    settleFailure(needs, row, attempt, failureOf(error));
  }
}

type Failure = { reason: EndReason; retryable: boolean; retryAfterMs: number | null; error: string };

function settleFailure(needs: RunnerNeeds, row: OutboxRow, attempt: number, failure: Failure): void {
  const { reason, retryable, retryAfterMs, error } = failure;
  const last = !retryable || attempt >= STEP_ATTEMPTS_MAX;
  const outcome = last ? needs.park(row, reason) : "keep-trying";
  if (outcome === "keep-trying") {
    needs.postpone(row, needs.now() + backOffDelayMs(STEP_BACK_OFF, attempt, needs.random(), retryAfterMs));
  }
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
