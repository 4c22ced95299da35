import { faultOf } from "#app/server/log.ts";
import type { CallSound } from "#workers/call/call-sound.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { keepRequests } from "#workers/call/requests.ts";
import { runDueWork } from "#workers/call/run-work.ts";
import { openCalls, readCall } from "#workers/call/store-calls.ts";
import { nextTellingAt } from "#workers/call/store-published-events.ts";
import { isWhole } from "#workers/call/store-sound.ts";
import { meetingTeller } from "#workers/call/tell-meetings.ts";
import { lookDueAt, watchCalls } from "#workers/call/watch-calls.ts";
import { runAlarm, setAlarmFor } from "#workers/durable/alarm.ts";
import { inRounds } from "#workers/durable/in-rounds.ts";
import { nextWorkAt } from "#workers/durable/outbox.ts";

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
    const times = [nextWorkAt(sql), nextTellingAt(sql), ...openCalls(sql).map((call) => lookDueAt(sql, call))];
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
