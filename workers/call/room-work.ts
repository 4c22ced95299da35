import { backOffDelayMs } from "#app/domain/back-off.ts";
import { CALL_EVENT_BACK_OFF } from "#app/domain/limits/calls.ts";
import { faultOf } from "#app/server/log.ts";
import type { CallSound } from "#workers/call/call-sound.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { keepRequests } from "#workers/call/requests.ts";
import { runDueWork } from "#workers/call/run-work.ts";
import { openCalls, readCall } from "#workers/call/call-rows.ts";
import { forgetToldCalls, leaveCall } from "#workers/call/store-calls.ts";
import {
  dueListeners,
  type Listener,
  listenerCursors,
  nextPublished,
  nextTellingAt,
} from "#workers/call/store-outbox.ts";
import { nextSharingAt } from "#workers/call/store-requests.ts";
import { isWhole } from "#workers/call/store-sound.ts";
import { lookDueAt, watchCalls } from "#workers/call/watch-calls.ts";
import { runAlarm, setAlarmFor } from "#workers/durable/alarm.ts";
import { inRounds, nextWorkAt } from "#workers/durable/outbox.ts";

/** Everything that a room has to do, one round at a time, and the one alarm that all its due times share. */
export interface RoomWork {
  /** Called after a change: sets the alarm before the answer is sent, and starts the work at once without waiting for it. */
  begin(): Promise<void>;
  alarm(): Promise<void>;
}

export function roomWork(needs: {
  deps: CallDeps;
  storage: DurableObjectStorage;
  sound: CallSound;
  /** The object's id, under which a recorder finds it again. */
  object: string;
  waitUntil: (work: Promise<void>) => void;
}): RoomWork {
  const { deps, storage, sound } = needs;
  const { sql } = storage;
  const teller = meetingTeller(deps, storage);

  const rounds = inRounds(async () => {
    await teller.flush();
    await watchCalls(needs);
    for (const call of openCalls(sql)) {
      await sound.advance(call.callId);
      if (readCall(sql, call.callId)?.state.status === "closing" && isWhole(sql, call.callId)) {
        await sound.end(call.callId);
      }
    }
    await teller.flush();
    await runDueWork(needs);
    await teller.flush();
    // Last, so that no event for an asker waits for it.
    await keepRequests(needs);
    await teller.flush();
  });

  async function arm(notBefore: number): Promise<void> {
    const isBusy = rounds.isRunning();
    const times = [
      nextWorkAt(sql),
      nextTellingAt(sql),
      nextSharingAt(sql),
      ...openCalls(sql).map((call) => lookDueAt(sql, call)),
    ];
    const due = times.filter((at) => at !== null);
    // Work that falls due while a round runs is done by that round or by the alarm after it.
    const dueAt = isBusy || due.length === 0 ? null : Math.min(...due);
    await setAlarmFor(storage, { dueAt, notBefore, isBusy, now: deps.now() });
  }

  return {
    async begin() {
      await arm(0);
      const done = rounds
        .run()
        .catch((error: unknown) => deps.log("call.work.failed", { error: faultOf(error) }))
        .then(() => arm(0));
      needs.waitUntil(done);
    },
    alarm: () =>
      runAlarm({
        async work() {
          await rounds.run();
          return { notBefore: 0 };
        },
        arm,
        event: "call.alarm.failed",
        ...deps,
      }),
  };
}

/**
 * Sends every meeting of every call its undelivered events, in order and at least once. One that cannot be reached does not block
 * the others, and is tried again by the alarm.
 */
function meetingTeller(deps: CallDeps, storage: DurableObjectStorage): { flush(): Promise<void> } {
  const { sql } = storage;
  const cursors = listenerCursors(sql);

  function tellLater({ callId, meetId, attempts }: Listener): void {
    const waitMs = backOffDelayMs(CALL_EVENT_BACK_OFF, attempts + 1, deps.random());
    cursors.noteFailed([callId, meetId], deps.now() + waitMs);
  }

  async function tellAll(listener: Listener): Promise<void> {
    const { callId, meetId } = listener;
    try {
      for (let published = nextPublished(sql, listener); published !== null; published = nextPublished(sql, listener)) {
        const answer = await deps.tell(meetId, published);
        if (answer === "gone") {
          leaveCall(storage, callId, meetId, deps.now());
          return;
        }
        // A meeting that asked for a place a moment ago may not have written down which call it got.
        if (answer === "not-yet") return tellLater(listener);
        cursors.noteTold([callId, meetId], published.turn);
      }
    } catch (error) {
      tellLater(listener);
      deps.log("call.event.failed", { callId, meetId, attempt: listener.attempts + 1, error: faultOf(error) });
    }
  }

  const rounds = inRounds(async () => {
    await Promise.all(dueListeners(sql, deps.now()).map(tellAll));
    forgetToldCalls(sql);
  });
  return { flush: () => rounds.run() };
}
