import {
  ALARM_WHILE_BUSY_MS,
  WINDOWS_IN_FLIGHT_MAX,
  WINDOW_SLOT_WAIT_MS,
  WINDOW_STEP_MS_MAX,
} from "#app/domain/limits/steps.ts";
import { isStillWanted, type MeetingEffect, startedEvent } from "#app/domain/meeting/effects.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { limitMsOf, parkedEvent, performEffect } from "#workers/meeting/perform-effect.ts";
import { runDue, type RunnerNeeds } from "#workers/meeting/runner.ts";
import { applyEvent } from "#workers/meeting/store.ts";
import {
  countAttempt,
  dueRows,
  holdBack,
  nextDueAt,
  nextWorkAt,
  postpone,
  removeRow,
} from "#workers/meeting/store-outbox.ts";
import { storedTexts } from "#workers/meeting/stored-texts.ts";
import { windowSlots } from "#workers/meeting/window-slots.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** The runner over one object's storage, and the one alarm that all its due times share. */

const slots = windowSlots(WINDOWS_IN_FLIGHT_MAX, WINDOW_STEP_MS_MAX);

export interface MeetingWork {
  /** Does what is due; answers when to come back at the earliest. */
  run(admits?: (effect: MeetingEffect) => boolean): Promise<{ notBefore: number }>;
  /** Sets the alarm to the next due time, or leaves it where there is nothing to do. */
  arm(notBefore?: number): Promise<void>;
}

export function meetingWork(input: {
  deps: MeetingDeps;
  storage: DurableObjectStorage;
  /** The object, by its id: there is one life of it at a time. */
  holder: string;
  /** Something was stored that others should hear of. */
  changed: () => void;
}): MeetingWork {
  const { deps, storage, holder, changed } = input;
  slots.releaseAll(holder);
  const { sql } = storage;
  const texts = storedTexts(deps.store);
  const needs: RunnerNeeds = {
    now: deps.now,
    random: deps.random,
    log: (event, fields) => deps.log(event, { meetId: readAlive(sql)?.meetId, ...fields }),
    takeSlot: () => slots.take(holder, deps.now()),
    busy: new Set(),
    due: (now) => dueRows(sql, now),
    nextDueAt: () => nextWorkAt(sql, needs.busy),
    sleep,
    isWanted: (effect) => isStillWanted(readAlive(sql)?.alive.state ?? null, effect),
    countAttempt: (row) => countAttempt(sql, row),
    postpone: (row, dueAt) => postpone(sql, row, dueAt),
    holdBack: (row, dueAt) => holdBack(sql, row, dueAt),
    remove: (row) => removeRow(sql, row),
    begin(row) {
      const event = startedEvent(row.effect);
      if (event && applyEvent(storage, event, { now: deps.now() })) changed();
    },
    perform: (row, attempt, signal) => performEffect({ deps, storage, texts, changed }, row, attempt, signal),
    limitMs: limitMsOf,
    park(row, reason) {
      const event = parkedEvent(row.effect, reason);
      if (event === null) return "keep-trying";
      if (applyEvent(storage, event, { now: deps.now(), done: row.key })) changed();
      return "parked";
    },
  };
  return {
    async run(admits) {
      const { slotsFull } = await runDue(needs, admits);
      return { notBefore: slotsFull ? deps.now() + WINDOW_SLOT_WAIT_MS : 0 };
    },
    async arm(notBefore = 0) {
      // What is under way is due as well, but an alarm for it would come at once, find nothing to do, and come again.
      const dueAt = nextDueAt(sql, needs.busy);
      const guardAt = needs.busy.size > 0 ? deps.now() + ALARM_WHILE_BUSY_MS : null;
      const times = [dueAt === null ? null : Math.max(dueAt, notBefore), guardAt].filter((at) => at !== null);
      if (times.length > 0) await storage.setAlarm(Math.min(...times));
    },
  };
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
