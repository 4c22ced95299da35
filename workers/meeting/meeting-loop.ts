import {
  ALARM_WHILE_BUSY_MS,
  PAGES_BEHIND_MS,
  PAGES_WAIT_MS_MAX,
  WINDOW_SLOT_WAIT_MS,
  WINDOW_STEP_MS_MAX,
  WINDOWS_IN_FLIGHT_MAX,
} from "#app/domain/limits/steps.ts";
import {
  holdsMuchMemory,
  isStillWanted,
  type MeetingEffect,
  parkedEvent,
  startedEvent,
} from "#app/domain/meeting/effects.ts";
import type { EndReason } from "#app/domain/meeting/status.ts";
import { faultOf } from "#app/server/log.ts";
import { runAlarm, setAlarmFor } from "#workers/durable/alarm.ts";
import { countAttempt, dueRows, holdBack, nextWorkAt, postpone, removeRow } from "#workers/durable/outbox.ts";
import { runDue, type RunnerNeeds } from "#workers/durable/runner.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { limitMsOf, performEffect } from "#workers/meeting/perform-effect.ts";
import { retentionSubscriber } from "#workers/meeting/privacy.ts";
import { listSubscriber } from "#workers/meeting/publish/list-subscriber.ts";
import { pdfSubscriber } from "#workers/meeting/publish/pdf.ts";
import { createPublisher, workspaceTeller } from "#workers/meeting/publish/publisher.ts";
import { stepFailureOf } from "#workers/meeting/steps/step.ts";
import { nextDueAt, nextEventsAt, type OutboxRow } from "#workers/meeting/store/domain-events.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { voicesUnderWay } from "#workers/meeting/steps/find-voices.ts";
import { storedTexts } from "#workers/meeting/store/stored-texts.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** The runner over one object's storage, and the one alarm that all its due times share. */

const slots = windowSlots(WINDOWS_IN_FLIGHT_MAX, WINDOW_STEP_MS_MAX);
const NO_SLOT = () => {};

export interface MeetingWork {
  /** Does the due work; returns the earliest time of the next run. */
  run(admits?: (effect: MeetingEffect) => boolean): Promise<{ notBefore: number }>;
  /** Stops what runs and is no longer wanted: an engine that works for a deleted meeting keeps others waiting. */
  stopUnwanted(): void;
  /** Sets the alarm to the next due time, or leaves it when there is nothing to do. */
  arm(notBefore?: number): Promise<void>;
}

export function meetingWork(input: {
  deps: MeetingDeps;
  storage: DurableObjectStorage;
  /** The object, by its id: there is one life of it at a time. */
  holder: string;
  /** Called after a step stored something that subscribers are told of. */
  changed: () => void;
  /** The next due time of the object's other work that shares its alarm. */
  alsoDueAt?: () => number | null;
}): MeetingWork {
  const { deps, storage, holder, changed, alsoDueAt = () => null } = input;
  slots.releaseAll(holder);
  const { sql } = storage;
  const texts = storedTexts(deps.store);
  const voices = voicesUnderWay(deps.now);
  const running = new Map<OutboxRow, AbortController>();
  const isWanted = ({ effect }: OutboxRow) => isStillWanted(readAlive(sql)?.alive.state ?? null, effect);
  const needs: RunnerNeeds<OutboxRow, EndReason> = {
    now: deps.now,
    random: deps.random,
    takeSlot: ({ effect }) => (holdsMuchMemory(effect) ? slots.take(holder, deps.now()) : NO_SLOT),
    busy: new Set(),
    due: (now) => dueRows<MeetingEffect>(sql, now, "added, rowid"),
    nextDueAt: () => nextWorkAt(sql, needs.busy),
    sleep,
    isWanted,
    countAttempt: (row) => countAttempt(sql, row),
    postpone: (row, dueAt) => postpone(sql, row, dueAt),
    holdBack: (row, dueAt) => holdBack(sql, row, dueAt),
    remove: (row) => removeRow(sql, row),
    begin(row) {
      const event = startedEvent(row.effect);
      if (event && applyEvent(storage, event, { now: deps.now() })) changed();
    },
    async perform(row, attempt, signal) {
      const unwanted = new AbortController();
      running.set(row, unwanted);
      try {
        const ends = AbortSignal.any([signal, unwanted.signal]);
        await performEffect({ deps, storage, texts, voices, changed }, row, attempt, ends);
      } catch (error) {
        // No failure: the row is removed when it is claimed next.
        if (!unwanted.signal.aborted) throw error;
      } finally {
        running.delete(row);
      }
    },
    limitMs: ({ effect }) => limitMsOf(effect),
    failureOf: stepFailureOf,
    park(row, { reason, isLast }) {
      const event = isLast ? parkedEvent(row.effect, reason) : null;
      if (event === null) return "keep-trying";
      if (applyEvent(storage, event, { now: deps.now(), done: row.key })) changed();
      return "parked";
    },
    noteFailure(row, { attempt, reason, error }, outcome) {
      const meetId = readAlive(sql)?.meetId;
      const parked = outcome === "parked";
      deps.log("meeting.step.failed", { meetId, step: row.key, attempt, reason, error, parked });
    },
    diedReason: "internal",
  };
  /** Since the last whole run. While all slots are taken, an alarm at once would find them taken, and fire again. */
  let waitsUntil = 0;
  return {
    async run(admits) {
      const { slotsFull } = await runDue(needs, admits && (({ effect }) => admits(effect)));
      const notBefore = slotsFull ? deps.now() + WINDOW_SLOT_WAIT_MS : 0;
      if (admits === undefined) waitsUntil = notBefore;
      return { notBefore };
    },
    stopUnwanted() {
      for (const [row, unwanted] of running) {
        if (!isWanted(row)) unwanted.abort(new DOMException("not wanted", "AbortError"));
      }
    },
    // Running work is due as well, but an alarm for it would fire at once, find nothing to do, and fire again.
    arm: (notBefore = waitsUntil) =>
      setAlarmFor(storage, {
        dueAt: earlier(nextDueAt(sql, needs.busy), alsoDueAt()),
        notBefore,
        isBusy: needs.busy.size > 0,
        now: deps.now(),
      }),
  };
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function sleep(ms: number): { slept: Promise<void>; wake: () => void } {
  let wake = () => {};
  const slept = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { slept, wake };
}

/** Runs a meeting's work and tells of it, in the right order: after a change, beside a waiting run, and in the alarm. */
export interface MeetingLoop {
  /** Tells all subscribers at once, and pages behind the answer; removes the rest of a deleted meeting. The alarm does all other work. */
  settle(): Promise<void>;
  /** Begins the next window beside an alarm run that waits for another one, so that it need not wait as well. */
  workBeside(): void;
  /** Sets an alarm that was lost. */
  mendAlarm(): Promise<void>;
  alarm(): Promise<void>;
}

export function meetingLoop(ctx: DurableObjectState, deps: MeetingDeps): MeetingLoop {
  const { storage } = ctx;
  const list = listSubscriber(deps.lists, deps.now);
  const publisher = createPublisher({
    ...deps,
    sql: storage.sql,
    sockets: () => ctx.getWebSockets(),
    subscribers: [
      list,
      pdfSubscriber(deps.now, () => work.arm()),
      retentionSubscriber({ ...deps.lists, ...list }, deps.now, () => work.arm()),
    ],
  });
  const work: MeetingWork = meetingWork({
    deps,
    storage,
    holder: ctx.id.toString(),
    changed: () => ctx.waitUntil(flush()),
    alsoDueAt: () => nextEventsAt(storage.sql),
  });

  const workspace = workspaceTeller(deps, storage, { ...list, written: () => publisher.tellSubscribers() });
  // Never awaited: a slow workspace delays neither a change nor the alarm.
  const tellWorkspace = () =>
    ctx.waitUntil(
      workspace
        .run()
        .then(() => work.arm())
        .catch((error: unknown) => deps.log("meeting.events.failed", { error: faultOf(error) })),
    );

  /** Changes whose answer may not have left yet: what else is told meanwhile leaves the pages to them. */
  let answering = 0;
  const flush = () => (answering === 0 ? publisher.flush() : publisher.tellSubscribers());

  /** Behind the answer of a change, which leaves once the change is stored; lists that do not answer hold no page up. */
  async function tellPagesBehind(settled: Promise<void>): Promise<void> {
    answering += 1;
    const limit = new AbortController();
    try {
      const late = scheduler.wait(PAGES_WAIT_MS_MAX, { signal: limit.signal });
      await Promise.race([settled, late]).catch(() => undefined);
      limit.abort();
      await late.catch(() => undefined);
      await storage.sync();
      await scheduler.wait(PAGES_BEHIND_MS);
    } finally {
      answering -= 1;
    }
    publisher.tellPages();
  }

  async function settleChange(): Promise<void> {
    work.stopUnwanted();
    // First, because events that are being passed on need no alarm at once.
    tellWorkspace();
    await work.arm();
    const told = publisher.tellSubscribers();
    await work.run(isLastRite);
    // The alarm may have come meanwhile and found the removal under way; one that failed needs another.
    if (readAlive(storage.sql) === null) await work.arm();
    await told;
  }

  async function runBeside(): Promise<void> {
    try {
      const { notBefore } = await work.run();
      await work.arm(notBefore);
    } catch (error) {
      deps.log(ALARM_FAILED, { error: faultOf(error) });
      await work.arm(deps.now() + ALARM_WHILE_BUSY_MS);
    }
  }

  return {
    async settle() {
      const settled = settleChange();
      ctx.waitUntil(tellPagesBehind(settled));
      await settled;
    },
    workBeside: () => ctx.waitUntil(runBeside()),
    async mendAlarm() {
      if ((await storage.getAlarm()) === null) await work.arm();
    },
    alarm: () =>
      runAlarm({
        async work() {
          tellWorkspace();
          await flush();
          const ran = await work.run();
          await flush();
          tellWorkspace();
          return ran;
        },
        arm: (notBefore) => work.arm(notBefore),
        event: ALARM_FAILED,
        ...deps,
      }),
  };
}

const ALARM_FAILED = "meeting.alarm.failed";

/** Whether an effect is performed before a discarding call answers. */
function isLastRite({ type }: MeetingEffect): boolean {
  return type === "remove-content";
}

/**
 * All meeting objects of an isolate share its 128 MB, so the windows that are in flight are counted for the isolate, not
 * for the object. Who finds no slot comes back later; nobody waits for another object's promise.
 *
 * An object may die while its isolate lives on, and then nothing of it ever runs again, no `finally` either. So a slot has
 * a holder, whose next life gives back what the last one took, and an end, for a holder that never comes back.
 */
export interface WindowSlots {
  /** The function that gives the slot back, or null where all are taken. */
  take(holder: string, now: number): (() => void) | null;
  /** The holder begins again: all slots that it held are free. */
  releaseAll(holder: string): void;
}

export function windowSlots(max: number, leaseMs: number): WindowSlots {
  const taken = new Set<{ holder: string; until: number }>();
  return {
    take(holder, now) {
      for (const slot of taken) if (slot.until <= now) taken.delete(slot);
      if (taken.size >= max) return null;
      const slot = { holder, until: now + leaseMs };
      taken.add(slot);
      return () => taken.delete(slot);
    },
    releaseAll(holder) {
      for (const slot of taken) if (slot.holder === holder) taken.delete(slot);
    },
  };
}
