import { backOffDelayMs } from "#app/domain/back-off.ts";
import { CALL_EVENT_BACK_OFF } from "#app/domain/limits/calls.ts";
import { faultOf } from "#app/server/log.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { forgetToldCalls, leaveCall } from "#workers/call/store-calls.ts";
import { dueListeners, type Listener, listenerCursors, nextPublished } from "#workers/call/store-published-events.ts";
import { inRounds } from "#workers/durable/in-rounds.ts";

/**
 * Sends every meeting of every call its undelivered events, in order and at least once. One that cannot be reached does not block
 * the others, and is tried again by the alarm.
 */
export function meetingTeller(deps: CallDeps, storage: DurableObjectStorage): { flush(): Promise<void> } {
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
