import type { MeetId } from "#app/domain/ids.ts";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import { DELIVERY_ATTEMPTS_MAX, DELIVERY_BACK_OFF } from "#app/domain/limits/domain-events.ts";
import { ALARM_CLAIM_MS_MAX } from "#app/domain/limits/steps.ts";
import type { Rest } from "#app/domain/turns.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import type { SearchSource, ShownChanges } from "#app/server/ports/search-index.ts";
import type { EventConsumer, MayHave } from "#app/server/ports/event-consumer.ts";
import { runAlarm, setAlarmFor } from "#workers/durable/alarm.ts";
import { inRounds, type Rounds } from "#workers/durable/outbox.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";
import type { DeletionDeps } from "#workers/workspace/delete-account.ts";
import type { MailDeps } from "#workers/workspace/mail/send-mails.ts";
import type { ConnectionDeps } from "#workers/workspace/connections/send-minutes.ts";
import type { ParkedMarks } from "#workers/workspace/deliveries/meeting-deliveries.ts";
import type { WebhookDeps } from "#workers/workspace/webhooks/send-webhook-message.ts";
import {
  consumerCursors,
  countDeadLetters,
  forgetDeadLetter,
  forgetOldEvents,
  isFollowed,
  nextDeliveryAt,
  nextEvent,
  noteConsumers,
  readDeadLetters,
  saveDeadLetter,
  type StoredEvent,
} from "#workers/workspace/store.ts";

/** Dependencies of a workspace object outside its storage; built in workers/compose.ts. */
export type WorkspaceDeps = {
  /** The way of the search index to the meetings. */
  searchSource: SearchSource;
  /** Its way to the meetings that are shown to teams. */
  shownChanges: ShownChanges;
  mail: MailDeps;
  webhooks: WebhookDeps;
  connections: ConnectionDeps;
  /** Whether a meeting's creator may have destinations, so that the meeting need not be asked where they have none. */
  mayHave: (of: { meetId: MeetId }) => Promise<MayHave>;
  parked: ParkedMarks;
  /** Tells another workspace that a meeting is gone on which its person's answers rest. */
  forgetSource: (workspaceId: string, meetId: MeetId) => Promise<void>;
  /** Does a step of the deletion of the workspace's account. */
  deleteAccountStep: DeletionDeps["perform"];
  rests: () => Rest;
  consumers: readonly EventConsumer[];
  log: Log;
  now: () => number;
  random: () => number;
  /** Time limit of a consumer for one event, in ms. */
  deliveryMsMax: number;
};

/** Work of the object that does not wait for an event. It is done in rounds of its own, and an alarm begins what was broken off. */
export interface BesideWork {
  run(): Promise<void>;
  /** Null where there is nothing to do. */
  dueAt(): number | null;
}

export interface Deliveries {
  /** Sets the alarm before the answer is sent, and starts the deliveries at once without waiting for them. */
  begin(): Promise<void>;
  alarm(): Promise<void>;
  /** Counts the dead letters. With `isRetried` each consumer gets its own once more, before its next events. */
  deadLetters(asked: { isRetried: boolean }): Promise<{ consumer: string; letters: number }[]>;
}

/** Gives each consumer its events in order. Each consumer has its own rounds, so that one that hangs does not block the others. */
export function deliveries(needs: {
  deps: WorkspaceDeps;
  storage: DurableObjectStorage;
  waitUntil: (work: Promise<void>) => void;
  beside?: readonly BesideWork[];
}): Deliveries {
  const { deps, storage } = needs;
  const { sql } = storage;
  const names = deps.consumers.map(({ name }) => name);
  noteConsumers(sql, names);
  // In memory: an operator who finds dead letters left asks again.
  const retried = new Set<string>();
  const lines = deps.consumers.map((consumer): { name: string; rounds: Rounds } => ({
    name: consumer.name,
    rounds: inRounds(async () => {
      if (retried.delete(consumer.name)) await retryDeadLetters(consumer, { deps, storage });
      await deliverTo(consumer, { deps, storage });
    }),
  }));
  const besides = (needs.beside ?? []).map((work) => ({ work, rounds: inRounds(() => work.run()) }));

  async function deliver(): Promise<void> {
    await Promise.all([...lines, ...besides].map(({ rounds }) => rounds.run()));
    forgetOldEvents(sql, names, deps.now());
  }

  async function arm(notBefore: number): Promise<void> {
    const due = [
      ...lines.filter(({ rounds }) => !rounds.isRunning()).map(({ name }) => nextDeliveryAt(sql, name)),
      ...besides.filter(({ rounds }) => !rounds.isRunning()).map(({ work }) => work.dueAt()),
    ].filter((at) => at !== null);
    const dueAt = due.length === 0 ? null : Math.min(...due);
    await setAlarmFor(storage, {
      dueAt,
      notBefore,
      isBusy: [...lines, ...besides].some(({ rounds }) => rounds.isRunning()),
      now: deps.now(),
    });
  }

  async function begin(): Promise<void> {
    await arm(0);
    const done = deliver()
      .catch((error: unknown) => deps.log("workspace.work.failed", { error: faultOf(error) }))
      .then(() => arm(0));
    needs.waitUntil(done);
  }

  return {
    begin,
    async deadLetters({ isRetried }) {
      const counts = countDeadLetters(sql);
      if (isRetried && counts.length > 0) {
        for (const { consumer } of counts) retried.add(consumer);
        await begin();
      }
      return counts;
    },
    alarm: () =>
      runAlarm({
        async work() {
          await deliver();
          return { notBefore: 0 };
        },
        arm,
        event: "workspace.alarm.failed",
        ...deps,
      }),
  };
}

type Kept = { deps: WorkspaceDeps; storage: DurableObjectStorage };

/** Gives a consumer the events that are due, in order, until none is left or the alarm has to go on. */
async function deliverTo(consumer: EventConsumer, { deps, storage }: Kept): Promise<void> {
  const { sql } = storage;
  const { name } = consumer;
  const begunAt = deps.now();
  const cursors = consumerCursors(sql);
  // After that the alarm goes on.
  while (deps.now() - begunAt < ALARM_CLAIM_MS_MAX) {
    const cursor = cursors.read([name]);
    const event = cursor === null ? null : nextEvent(sql, cursor.told);
    if (cursor === null || event === null || cursor.dueAt > deps.now()) return;
    if (isFollowed(sql, event, consumer.replacedBy?.[event.kind])) {
      cursors.noteTold([name], event.position);
      continue;
    }
    const attempt = cursor.attempts + 1;
    if (attempt > DELIVERY_ATTEMPTS_MAX) {
      // Its process died each time.
      park({ deps, storage }, name, { event, fault: "process ended" });
      continue;
    }
    // Counted before the work, and due again if the object is restarted before the work ends.
    cursors.noteFailed([name], deps.now() + deps.deliveryMsMax);
    try {
      const { position: _position, ...said } = event;
      await withTimeLimit(deps.deliveryMsMax, (signal) => consumer.consume(said, signal));
      cursors.noteTold([name], event.position);
    } catch (error) {
      const fault = faultOf(error);
      const { meetId, kind } = event;
      deps.log("workspace.delivery.failed", { consumer: name, meetId, kind, attempt, error: fault });
      if (attempt >= DELIVERY_ATTEMPTS_MAX) park({ deps, storage }, name, { event, fault });
      else cursors.postpone([name], deps.now() + backOffDelayMs(DELIVERY_BACK_OFF, attempt, deps.random()));
    }
  }
}

/** Gives a consumer its dead letters once. Those that it does not take stay. */
async function retryDeadLetters(consumer: EventConsumer, { deps, storage }: Kept): Promise<void> {
  const { name } = consumer;
  const begunAt = deps.now();
  for (const { position, ...said } of readDeadLetters(storage.sql, name)) {
    if (deps.now() - begunAt >= ALARM_CLAIM_MS_MAX) return;
    const { meetId, kind } = said;
    try {
      await withTimeLimit(deps.deliveryMsMax, (signal) => consumer.consume(said, signal));
      forgetDeadLetter(storage.sql, name, position);
      deps.log("workspace.dead-letter.taken", { consumer: name, meetId, kind });
    } catch (error) {
      deps.log("workspace.dead-letter.failed", { consumer: name, meetId, kind, error: faultOf(error) });
    }
  }
}

function park({ deps, storage }: Kept, name: string, { event, fault }: { event: StoredEvent; fault: string }): void {
  saveDeadLetter(storage, name, event, { fault, at: deps.now() });
  deps.log("workspace.delivery.parked", { consumer: name, meetId: event.meetId, kind: event.kind, error: fault });
}
