import { backOffDelayMs } from "#app/domain/back-off.ts";
import { CALL_NEWS_BACK_OFF } from "#app/domain/limits/calls.ts";
import { faultOf } from "#app/server/log.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { forgetToldCalls, leaveCall } from "#workers/call/store-calls.ts";
import { dueListeners, type Listener, nextNews, noteTold, noteUntold } from "#workers/call/store-news.ts";

/**
 * Tells every meeting of every call what it has not heard yet, each in order and at least once. One that cannot be reached
 * holds up nobody else, and is tried again by the alarm.
 */
export function meetingTeller(deps: CallDeps, storage: DurableObjectStorage): { flush(): Promise<void> } {
  const { sql } = storage;
  let flushing: Promise<void> | null = null;
  let again = false;

  function tellLater(listener: Listener): void {
    const wait = backOffDelayMs(CALL_NEWS_BACK_OFF, listener.attempts + 1, deps.random());
    noteUntold(sql, listener, deps.now() + wait);
  }

  async function tellAll(listener: Listener): Promise<void> {
    try {
      for (let news = nextNews(sql, listener); news !== null; news = nextNews(sql, listener)) {
        const answer = await deps.tell(listener.meetId, news);
        if (answer === "gone") {
          leaveCall(storage, listener.callId, listener.meetId, deps.now());
          return;
        }
        // A meeting that asked for a place a moment ago may not have written down which call it got.
        if (answer === "not-yet") return tellLater(listener);
        noteTold(sql, listener, news.turn);
      }
    } catch (error) {
      tellLater(listener);
      const { callId, meetId } = listener;
      deps.log("call.news.failed", { callId, meetId, attempt: listener.attempts + 1, error: faultOf(error) });
    }
  }

  async function run(): Promise<void> {
    do {
      again = false;
      await Promise.all(dueListeners(sql, deps.now()).map(tellAll));
      forgetToldCalls(sql);
    } while (again);
  }

  return {
    flush() {
      // One telling at a time, so that nobody hears the later before the earlier; what came meanwhile goes with it.
      again = flushing !== null;
      flushing ??= run().finally(() => {
        flushing = null;
      });
      return flushing;
    },
  };
}
