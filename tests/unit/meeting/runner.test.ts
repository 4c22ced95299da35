import { expect, test } from "vitest";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import {
  ALARM_CLAIM_MS_MAX,
  STEP_ATTEMPTS_MAX,
  STEP_BACK_OFF,
  STEP_BACKOFF_MS,
  STEP_BACKOFF_MS_MAX,
  STEP_WAIT_MS_MIN,
} from "#app/domain/limits/steps.ts";
import { effectKey, holdsMuchMemory, type MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { EndReason } from "#app/domain/meeting/status.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { runDue, type RunnerNeeds as Needs, StepWaits } from "#workers/durable/runner.ts";
import { StepFailed, stepFailureOf } from "#workers/meeting/steps/step.ts";
import type { OutboxRow } from "#workers/meeting/store/domain-events.ts";
import { type WindowSlots, windowSlots } from "#workers/meeting/meeting-loop.ts";

type RunnerNeeds = Needs<OutboxRow, EndReason>;

const WINDOW = (index: number): MeetingEffect => ({ type: "transcribe-window", run: 1, index });
const SUMMARY: MeetingEffect = { type: "summarise", run: 1 };
const USAGE: MeetingEffect = { type: "count-usage" };

/** An outbox of plain rows with a clock that moves only when a test sets it or a sleep ends. */
function outboxOf(effects: MeetingEffect[], perform: RunnerNeeds["perform"], more: Partial<RunnerNeeds> = {}) {
  const clock = { now: 1_000 };
  const rows = effects.map(
    (effect, added): OutboxRow => ({ key: effectKey(effect), effect, attempts: 0, dueAt: 0, added }),
  );
  const remove = ({ key }: OutboxRow) => {
    const at = rows.findIndex((row) => row.key === key);
    if (at >= 0) rows.splice(at, 1);
  };
  const said: string[] = [];
  const needs: RunnerNeeds = {
    now: () => clock.now,
    random: () => 1,
    takeSlot: slotsOf(windowSlots(3, LEASE_MS)),
    busy: new Set(),
    due: (now) => rows.filter(({ dueAt }) => dueAt <= now).map((row) => ({ ...row })),
    nextDueAt: () =>
      rows.reduce<number | null>(
        (at, row) => (needs.busy.has(row.key) ? at : Math.min(at ?? row.dueAt, row.dueAt)),
        null,
      ),
    // The clock jumps to the time at which the sleep ends.
    sleep: (ms) => ({ slept: Promise.resolve().then(() => void (clock.now += ms)), wake: () => {} }),
    isWanted: () => true,
    countAttempt: ({ key }) => {
      for (const row of rows) if (row.key === key) row.attempts += 1;
    },
    postpone: ({ key }, dueAt) => {
      for (const row of rows) if (row.key === key) row.dueAt = dueAt;
    },
    holdBack: (held, dueAt) => {
      for (const row of rows) {
        if (row.key === held.key) row.attempts -= 1;
        if (row.effect.type === held.effect.type) row.dueAt = Math.max(row.dueAt, dueAt);
      }
    },
    remove,
    begin: ({ key }) => said.push(`begin ${key}`),
    async perform(row, attempt, signal) {
      await perform(row, attempt, signal);
      said.push(`done ${row.key}`);
      remove(row);
    },
    limitMs: () => 60_000,
    failureOf: stepFailureOf,
    park(row, { reason, isLast }) {
      if (!isLast || row.effect.type === "count-usage") return "keep-trying";
      said.push(`parked ${row.key} ${reason}`);
      remove(row);
      return "parked";
    },
    noteFailure: () => {},
    diedReason: "internal",
    ...more,
  };
  return { needs, rows, said, clock };
}

const LEASE_MS = 60_000;
const slotsOf =
  (slots: WindowSlots): RunnerNeeds["takeSlot"] =>
  ({ effect }) =>
    holdsMuchMemory(effect) ? slots.take("this object", 0) : () => {};

const succeeds = () => Promise.resolve();

test("due work is done, oldest first, until nothing is left", async () => {
  const { needs, rows, said } = outboxOf([USAGE, SUMMARY], succeeds);
  expect(await runDue(needs)).toEqual({ slotsFull: false });
  expect(said).toEqual(["begin usage", "begin 1/summarise", "done usage", "done 1/summarise"]);
  expect(rows).toEqual([]);
});

test("work that is not due yet stays in the outbox", async () => {
  const { needs, rows, said } = outboxOf([SUMMARY], succeeds);
  for (const row of rows) row.dueAt = 2_000;
  await runDue(needs);
  expect(said).toEqual([]);
});

test("work that is no longer wanted is removed without being begun", async () => {
  const { needs, rows, said } = outboxOf([WINDOW(0)], succeeds, { isWanted: () => false });
  await runDue(needs);
  expect(said).toEqual([]);
  expect(rows).toEqual([]);
});

test("work that is added during a run is done in the same run", async () => {
  const outbox = outboxOf([WINDOW(0)], (row) => {
    if (row.effect.type === "transcribe-window") {
      outbox.rows.push({ key: "1/summarise", effect: SUMMARY, attempts: 0, dueAt: 0, added: 9 });
    }
    return Promise.resolve();
  });
  await runDue(outbox.needs);
  expect(outbox.said).toContain("done 1/summarise");
});

test("a failed attempt is counted and delayed; after the last one the step is parked with its reason", async () => {
  const failure = new UpstreamError({ service: "speech", status: 503, retryable: true });
  const { needs, rows, said, clock } = outboxOf([WINDOW(0)], () =>
    Promise.reject(new StepFailed({ reason: "speech-unavailable", retryable: true, cause: failure })),
  );
  const waits: number[] = [];
  for (let attempt = 1; attempt < STEP_ATTEMPTS_MAX; attempt += 1) {
    await runDue(needs);
    expect(rows[0]?.attempts).toBe(attempt);
    waits.push((rows[0]?.dueAt ?? 0) - clock.now);
    clock.now = rows[0]?.dueAt ?? 0;
  }
  expect(waits).toEqual([1000, 3000, 9000, 27_000]);
  await runDue(needs);
  expect(rows).toEqual([]);
  expect(said.at(-1)).toBe("parked 1/transcribe-window/0 speech-unavailable");
});

test("waiting for an engine is not an attempt, however often, and other work of its kind waits too", async () => {
  const { needs, rows, said, clock } = outboxOf([WINDOW(0), WINDOW(1), USAGE], (row) =>
    row.effect.type === "transcribe-window" ? Promise.reject(new StepWaits(2000)) : Promise.resolve(),
  );
  for (let turn = 0; turn < 3 * STEP_ATTEMPTS_MAX; turn += 1) {
    await runDue(needs);
    expect(rows.map(({ key, attempts, dueAt }) => ({ key, attempts, waitMs: dueAt - clock.now }))).toEqual([
      { key: "1/transcribe-window/0", attempts: 0, waitMs: 2000 },
      { key: "1/transcribe-window/1", attempts: 0, waitMs: 2000 },
    ]);
    clock.now += 2000;
  }
  expect(said).toContain("done usage");
  expect(said.some((line) => line.startsWith("parked"))).toBe(false);
});

test.each([
  { asked: 0, waitMs: STEP_WAIT_MS_MIN },
  { asked: 24 * 60 * 60_000, waitMs: STEP_BACKOFF_MS_MAX },
])("work that asks to wait $asked ms waits $waitMs ms", async ({ asked, waitMs }) => {
  const { needs, rows, clock } = outboxOf([WINDOW(0)], () => Promise.reject(new StepWaits(asked)));
  await runDue(needs);
  expect((rows[0]?.dueAt ?? 0) - clock.now).toBe(waitMs);
});

test("a failure that cannot be retried is parked at once", async () => {
  const { needs, said } = outboxOf([WINDOW(0)], () =>
    Promise.reject(new StepFailed({ reason: "speech-not-configured", retryable: false })),
  );
  await runDue(needs);
  expect(said.at(-1)).toBe("parked 1/transcribe-window/0 speech-not-configured");
});

test("the delay that a service requests is used", async () => {
  const { needs, rows, clock } = outboxOf([WINDOW(0)], () =>
    Promise.reject(new StepFailed({ reason: "speech-unavailable", retryable: true, retryAfterMs: 40_000 })),
  );
  await runDue(needs);
  expect(rows[0]?.dueAt).toBe(clock.now + 40_000);
});

test("a store that does not answer counts as an internal failure, and is retried", async () => {
  const { needs, rows, said, clock } = outboxOf([WINDOW(0)], () =>
    Promise.reject(new UpstreamError({ service: "recordings", retryable: true })),
  );
  for (let attempt = 1; attempt <= STEP_ATTEMPTS_MAX; attempt += 1) {
    await runDue(needs);
    clock.now = rows[0]?.dueAt ?? clock.now;
  }
  expect(said.at(-1)).toBe("parked 1/transcribe-window/0 internal");
});

test("work whose process died each time is parked by its counted attempts, without being begun again", async () => {
  const { needs, rows, said } = outboxOf([WINDOW(0)], succeeds);
  for (const row of rows) row.attempts = STEP_ATTEMPTS_MAX;
  await runDue(needs);
  expect(said).toEqual(["parked 1/transcribe-window/0 internal"]);
});

test("a retry that becomes due while another window hangs begins without waiting for it", async () => {
  let end = () => {};
  const hanging = new Promise<void>((resolve) => (end = resolve));
  const failures = new Map([["1/transcribe-window/1", 2]]);
  const { needs, said } = outboxOf([WINDOW(0), WINDOW(1)], ({ key }) => {
    if (key === "1/transcribe-window/0") return hanging;
    const left = failures.get(key) ?? 0;
    failures.set(key, left - 1);
    if (left > 0) return Promise.reject(new StepFailed({ reason: "speech-unavailable", retryable: true }));
    end();
    return Promise.resolve();
  });
  await runDue(needs);
  // The first window ended only because the second was begun again while it ran.
  expect(said.filter((line) => line === "begin 1/transcribe-window/1")).toHaveLength(3);
  expect(said.filter((line) => line.startsWith("done"))).toHaveLength(2);
});

test("late in a run, retries begin beside work that hangs, and new work does not", async () => {
  let end = () => {};
  const hanging = new Promise<void>((resolve) => (end = resolve));
  const outbox = outboxOf([WINDOW(0), WINDOW(1), SUMMARY], ({ key }) => {
    if (key === "1/transcribe-window/0") return hanging;
    if (key === "1/transcribe-window/1") end();
    return Promise.resolve();
  });
  const [, retry, fresh] = outbox.rows;
  if (retry) Object.assign(retry, { attempts: 1, dueAt: outbox.clock.now + ALARM_CLAIM_MS_MAX + 1 });
  if (fresh) fresh.dueAt = outbox.clock.now + ALARM_CLAIM_MS_MAX + 1;
  await runDue(outbox.needs);
  expect(outbox.said.filter((line) => line.startsWith("begin"))).toEqual([
    "begin 1/transcribe-window/0",
    "begin 1/transcribe-window/1",
  ]);
  expect(outbox.rows.map(({ key }) => key)).toEqual(["1/summarise"]);
});

test("bookkeeping is retried without a limit", async () => {
  const { needs, rows, clock } = outboxOf([USAGE], () =>
    Promise.reject(new UpstreamError({ service: "d1", retryable: true })),
  );
  for (let attempt = 1; attempt <= STEP_ATTEMPTS_MAX + 3; attempt += 1) {
    await runDue(needs);
    expect(rows[0]?.attempts).toBe(attempt);
    clock.now = rows[0]?.dueAt ?? 0;
  }
});

test("no more windows are in flight than the isolate has slots; the rest comes later", async () => {
  let most = 0;
  let now = 0;
  const release: (() => void)[] = [];
  const slots = windowSlots(2, LEASE_MS);
  const held = slots.take("another object", 0);
  const { needs, rows } = outboxOf(
    [WINDOW(0), WINDOW(1), WINDOW(2)],
    async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise<void>((resolve) => release.push(resolve));
      now -= 1;
    },
    { takeSlot: slotsOf(slots) },
  );
  const run = runDue(needs);
  for (let turn = 0; turn < 200 && rows.length > 0; turn += 1) {
    release.shift()?.();
    await Promise.resolve();
  }
  expect(await run).toEqual({ slotsFull: false });
  expect(most).toBe(1);
  held?.();
});

test("an object that finds every slot taken reports it and does not wait", async () => {
  const slots = windowSlots(1, LEASE_MS);
  slots.take("another object", 0);
  const { needs, rows, said } = outboxOf([WINDOW(0), USAGE], succeeds, { takeSlot: slotsOf(slots) });
  expect(await runDue(needs)).toEqual({ slotsFull: true });
  expect(said).toEqual(["begin usage", "done usage"]);
  expect(rows.map(({ key, attempts }) => ({ key, attempts }))).toEqual([{ key: "1/transcribe-window/0", attempts: 0 }]);
});

test("a window that fails releases its slot", async () => {
  const slots = windowSlots(1, LEASE_MS);
  const { needs } = outboxOf([WINDOW(0)], () => Promise.reject(new Error("broken")), { takeSlot: slotsOf(slots) });
  await runDue(needs);
  expect(slots.take("another object", 0)).not.toBeNull();
});

test("an object that died with its slots releases them when it starts again", () => {
  const slots = windowSlots(2, LEASE_MS);
  slots.take("this object", 0);
  slots.take("another object", 0);
  expect(slots.take("this object", 0)).toBeNull();
  slots.releaseAll("this object");
  expect(slots.take("this object", 0)).not.toBeNull();
  expect(slots.take("this object", 0)).toBeNull();
});

test("an object that died and never restarts holds its slots only for the longest time that a window may take", () => {
  const slots = windowSlots(1, LEASE_MS);
  slots.take("this object", 0);
  expect(slots.take("another object", LEASE_MS - 1)).toBeNull();
  expect(slots.take("another object", LEASE_MS)).not.toBeNull();
});

test("a run begins nothing more after its time limit", async () => {
  const outbox = outboxOf([WINDOW(0), SUMMARY], () => Promise.resolve(), {
    begin: () => {
      outbox.clock.now += ALARM_CLAIM_MS_MAX;
    },
  });
  await runDue(outbox.needs);
  expect(outbox.rows.map(({ key }) => key)).toEqual(["1/summarise"]);
});

test("a step that does not end is abandoned at its time limit, after its signal was aborted", async () => {
  let stopped = false;
  const { needs, rows, said } = outboxOf(
    [WINDOW(0)],
    (_row, _attempt, signal) =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          stopped = true;
        });
      }),
    { limitMs: () => 5 },
  );
  await runDue(needs);
  expect(stopped).toBe(true);
  expect(said).toEqual(["begin 1/transcribe-window/0"]);
  expect(rows[0]).toMatchObject({ attempts: 1 });
});

test("work in progress is not begun twice", async () => {
  const busy = new Set(["1/summarise"]);
  const { needs, said } = outboxOf([SUMMARY], succeeds, { busy });
  await runDue(needs);
  expect(said).toEqual([]);
});

test("only admitted work is done", async () => {
  const { needs, said } = outboxOf([SUMMARY, USAGE], succeeds);
  await runDue(needs, ({ effect }) => effect.type === "count-usage");
  expect(said).toEqual(["begin usage", "done usage"]);
});

test.each([
  { attempts: 1, retryAfterMs: null, random: 0, waitMs: STEP_BACKOFF_MS / 2 },
  { attempts: 1, retryAfterMs: null, random: 1, waitMs: STEP_BACKOFF_MS },
  { attempts: 3, retryAfterMs: null, random: 1, waitMs: 9 * STEP_BACKOFF_MS },
  { attempts: 50, retryAfterMs: null, random: 1, waitMs: STEP_BACKOFF_MS_MAX },
  { attempts: 1, retryAfterMs: 20_000, random: 0, waitMs: 20_000 },
  { attempts: 4, retryAfterMs: 1, random: 1, waitMs: 27 * STEP_BACKOFF_MS },
  { attempts: 1, retryAfterMs: 86_400_000, random: 0, waitMs: STEP_BACKOFF_MS_MAX },
])("waiting after attempt $attempts, asked for $retryAfterMs", ({ attempts, retryAfterMs, random, waitMs }) => {
  expect(backOffDelayMs(STEP_BACK_OFF, attempts, random, retryAfterMs)).toBe(waitMs);
});
