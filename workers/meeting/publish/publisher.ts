import { backOffDelayMs } from "#app/domain/back-off.ts";
import { DOMAIN_EVENTS_TELL_MS_MAX, LIVE_WORDS_TELL_MS } from "#app/domain/limits/domain-events.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";
import { ROW_WAIT_MS_MAX, STEP_BACK_OFF } from "#app/domain/limits/steps.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { cursorsIn } from "#workers/durable/cursors.ts";
import { inRounds, type Rounds } from "#workers/durable/outbox.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { ListSubscriber } from "#workers/meeting/publish/list-subscriber.ts";
import { tellPages } from "#workers/meeting/publish/live-pages.ts";
import { readSaid } from "#workers/meeting/publish/said-row.ts";
import { eventCursors, forgetToldEvents, untoldEvents, WORKSPACE } from "#workers/meeting/store/domain-events.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * Tells everybody who listens what has changed. Each listener has its own cursor (the last sequence it was told), so
 * that one which fails is told later, and nobody else waits for it. Flushed right after every transaction; the alarm is
 * only the safety net. Pages are told after a person's own change is answered, as views of long meetings take time.
 */

/**
 * A subscriber outside the object, which is told the meeting's present state, not its steps. Answers a time where it is to be told then: it is asked
 * at each change before it, too.
 */
export type Subscriber = { name: string; tell(sql: SqlStorage): Promise<number | null> };

export interface PublisherNeeds {
  sql: SqlStorage;
  sockets: () => WebSocket[];
  subscribers: readonly Subscriber[];
  now: () => number;
  random: () => number;
  log: Log;
}

export interface Publisher {
  /** Tells pages and subscribers. */
  flush(): Promise<void>;
  /** Tells the subscribers only. */
  tellSubscribers(): Promise<void>;
  tellPages(): void;
}

export function createPublisher(needs: PublisherNeeds): Publisher {
  // Noted before anything happens: the alarm must know of a listener that was never told, if the first telling fails.
  for (const { name } of needs.subscribers) {
    needs.sql.exec(
      "INSERT OR IGNORE INTO subscribers (name, told, attempts, due_at) VALUES (?, 0, 0, ?)",
      name,
      needs.now(),
    );
  }
  const rounds = inRounds(async () => {
    for (const subscriber of needs.subscribers) await tellSubscriber(needs, subscriber);
  });
  return {
    flush() {
      // Pages are told before anything is awaited.
      tellPages(needs);
      return rounds.run();
    },
    tellSubscribers: () => rounds.run(),
    tellPages: () => tellPages(needs),
  };
}

async function tellSubscriber({ sql, now, random, log }: PublisherNeeds, subscriber: Subscriber): Promise<void> {
  const sequence = readAlive(sql)?.sequence;
  const cursors = cursorsIn(sql, "subscribers", ["name"]);
  const cursor = cursors.read([subscriber.name]);
  if (sequence === undefined || cursor === null) return;
  if (cursor.told >= sequence || (cursor.attempts > 0 && cursor.dueAt > now())) return;
  try {
    const waitsUntil = await subscriber.tell(sql);
    if (waitsUntil === null) cursors.noteTold([subscriber.name], sequence);
    else cursors.postpone([subscriber.name], waitsUntil);
  } catch (error) {
    const attempt = cursor.attempts + 1;
    cursors.noteFailed([subscriber.name], now() + backOffDelayMs(STEP_BACK_OFF, attempt, random()));
    log("meeting.publish.failed", { subscriber: subscriber.name, attempt, error: faultOf(error) });
  }
}

/**
 * Passes a meeting's domain events to its workspace, in order and at least once. Nothing of the meeting waits for it: what cannot be told
 * now is told by the alarm. The row is written first where D1 answers: it brings whether the events have anywhere to go.
 */
export function workspaceTeller(
  deps: Pick<MeetingDeps, "tellWorkspace" | "log" | "now" | "random">,
  storage: DurableObjectStorage,
  row: { written: () => Promise<void>; mayHave: ListSubscriber["mayHave"] },
): Rounds {
  const { sql } = storage;
  const cursors = eventCursors(sql);
  return inRounds(async () => {
    for (let waiting = untoldEvents(sql); waiting.length > 0; waiting = untoldEvents(sql)) {
      const cursor = cursors.read([WORKSPACE]);
      if (readMeeting(sql) === null || cursor === null) return;
      if (cursor.dueAt > deps.now() && (cursor.attempts > 0 || waiting.every(mayWait))) return;
      // Due again should this life of the object end before the workspace answers.
      cursors.postpone([WORKSPACE], deps.now() + DOMAIN_EVENTS_TELL_MS_MAX);
      await withTimeLimit(ROW_WAIT_MS_MAX, row.written).catch(() => undefined);
      const events = untoldEvents(sql);
      const meeting = readMeeting(sql);
      const last = events.at(-1);
      if (meeting === null || last === undefined) return;
      const { meetId, workspaceId } = meeting;
      try {
        // A team that was shown the meeting meanwhile has its words so far, and gets the rest once all have come.
        const isLive = isComing(sql) && events.every(mayWait);
        const mayHave = row.mayHave(last.id) ?? (isLive ? readSaid(sql)?.mayHave : undefined);
        await withTimeLimit(DOMAIN_EVENTS_TELL_MS_MAX, () => deps.tellWorkspace(workspaceId, meetId, events, mayHave));
        forgetToldEvents(storage, last.id);
        if (isComing(sql)) cursors.postpone([WORKSPACE], deps.now() + LIVE_WORDS_TELL_MS);
      } catch (error) {
        const attempt = cursor.attempts + 1;
        cursors.noteFailed([WORKSPACE], deps.now() + backOffDelayMs(STEP_BACK_OFF, attempt, deps.random()));
        deps.log("meeting.events.failed", { meetId, attempt, error: faultOf(error) });
        return;
      }
    }
  });
}

/** Words that came window by window: those of the next minutes are told with them. */
const mayWait = ({ kind }: DomainEvent) => kind === "transcript-changed";

/** Whether more words come all the time. */
function isComing(sql: SqlStorage): boolean {
  const status = readAlive(sql)?.alive.state.status;
  return status === "RECORDING" || status === "TRANSCRIBING";
}
