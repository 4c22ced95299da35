import { backOffDelayMs } from "#app/domain/back-off.ts";
import { STEP_BACK_OFF } from "#app/domain/limits/steps.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { cursorsIn } from "#workers/durable/cursors.ts";
import { inRounds } from "#workers/durable/in-rounds.ts";
import { tellPages } from "#workers/meeting/publish/live-pages.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * Tells everybody who listens what has changed. Each listener has its own cursor (the last sequence it was told), so
 * that one which fails is told later, and nobody else waits for it. Flushed right after every transaction; the alarm is
 * only the safety net.
 */

/** A subscriber outside the object, which is told the meeting's present state, not its steps. */
export type Subscriber = { name: string; tell(sql: SqlStorage): Promise<void> };

export interface PublisherNeeds {
  sql: SqlStorage;
  sockets: () => WebSocket[];
  subscribers: readonly Subscriber[];
  now: () => number;
  random: () => number;
  log: Log;
}

export function createPublisher(needs: PublisherNeeds): { flush(): Promise<void> } {
  // Noted before anything happens: the alarm must know of a listener that was never told, if the first telling fails.
  for (const { name } of needs.subscribers) {
    needs.sql.exec(
      "INSERT OR IGNORE INTO subscribers (name, told, attempts, due_at) VALUES (?, 0, 0, ?)",
      name,
      needs.now(),
    );
  }
  const rounds = inRounds(async () => {
    tellPages(needs);
    for (const subscriber of needs.subscribers) await tellSubscriber(needs, subscriber);
  });
  return {
    flush() {
      // Pages are told before anything is awaited.
      tellPages(needs);
      return rounds.run();
    },
  };
}

async function tellSubscriber({ sql, now, random, log }: PublisherNeeds, subscriber: Subscriber): Promise<void> {
  const sequence = readAlive(sql)?.sequence;
  const cursors = cursorsIn(sql, "subscribers", ["name"]);
  const cursor = cursors.read([subscriber.name]);
  if (sequence === undefined || cursor === null) return;
  if (cursor.told >= sequence || cursor.dueAt > now()) return;
  try {
    await subscriber.tell(sql);
    cursors.noteTold([subscriber.name], sequence);
  } catch (error) {
    const attempt = cursor.attempts + 1;
    cursors.noteFailed([subscriber.name], now() + backOffDelayMs(STEP_BACK_OFF, attempt, random()));
    log("meeting.publish.failed", { subscriber: subscriber.name, attempt, error: faultOf(error) });
  }
}
