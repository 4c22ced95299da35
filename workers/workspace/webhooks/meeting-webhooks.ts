import { WEBHOOK_FAULTS } from "#app/domain/deliveries/delivery.ts";
import { randomId } from "#app/domain/ids.ts";
import {
  SEND_EVENT_MS_MAX,
  SEND_TRY_MS_MAX,
  WEBHOOK_LOG_MAX,
  WEBHOOK_LOG_MS,
  WEBHOOK_LOG_PAGE,
  WEBHOOK_TESTS_WAITING_MAX,
} from "#app/domain/limits/deliveries.ts";
import { isReported, isTold, occurrencesOf, WEBHOOK_EVENTS, WEBHOOK_TEST } from "#app/domain/webhooks/webhook.ts";
import type { EventConsumer } from "#app/server/ports/event-consumer.ts";
import type { LoggedDelivery, WebhookDeliveriesStub } from "#app/server/ports/webhook-deliveries.ts";
import { countWaitingTests, listLog, type LoggedRow, pruneLog } from "#workers/workspace/deliveries/delivery-log.ts";
import { addDelivery, forgetDeliveries, sendAgain } from "#workers/workspace/deliveries/delivery-store.ts";
import type { KnownDestinations } from "#workers/workspace/deliveries/known-destinations.ts";
import type { WebhookDeps } from "#workers/workspace/webhooks/send-webhook-message.ts";

/** The same as the object's methods, without waiting. */
type Log = {
  [Name in keyof WebhookDeliveriesStub]: (
    ...asked: Parameters<WebhookDeliveriesStub[Name]>
  ) => Awaited<ReturnType<WebhookDeliveriesStub[Name]>>;
};

export interface MeetingWebhooks extends Log {
  consumer: EventConsumer;
}

/** `wake`: deliveries were added. */
type WebhookNeeds = { webhooks: WebhookDeps; mayHave: KnownDestinations; now: () => number; wake: () => void };

/**
 * Webhooks of a workspace's meetings. As a consumer it stores what is to be told, and to which webhook; the messages are sent beside the
 * events, so that a receiver that is down delays no consumer.
 */
export function meetingWebhooks(storage: DurableObjectStorage, needs: WebhookNeeds): MeetingWebhooks {
  const { sql } = storage;
  const { now, wake } = needs;
  const { read, receivers } = needs.webhooks;
  const newMessageId = () => `msg_${randomId()}`;
  const prune = (webhookId: string) =>
    pruneLog(sql, webhookId, { now: now(), keptMs: WEBHOOK_LOG_MS, keptMax: WEBHOOK_LOG_MAX });
  const lastOf = (webhookId: string) => {
    const [row] = listLog(sql, { destinationId: webhookId, older: null, limit: 1 }).deliveries;
    return row === undefined ? null : shownOf(row);
  };
  return {
    consumer: {
      name: "webhooks",
      async consume(event) {
        const { meetId, kind, at } = event;
        if (kind === "meeting-deleted") forgetDeliveries(sql, { meetId });
        if (!isReported(kind) || now() - at > SEND_EVENT_MS_MAX) return;
        const meeting = (await needs.mayHave(event)).webhooks ? await read(meetId) : null;
        if (meeting === null) return;
        const found = await receivers(meeting);
        const until = now() + SEND_TRY_MS_MAX;
        storage.transactionSync(() => {
          for (const { id: destinationId, events, since } of found) {
            for (const occurrence of occurrencesOf(event, meeting)) {
              if (!events.includes(occurrence.event) || !isTold(occurrence, { since, now: now() })) continue;
              const id = newMessageId();
              addDelivery(sql, { id, kind: "webhook", destinationId, meetId, ...occurrence, dueAt: now(), until });
            }
            prune(destinationId);
          }
        });
        wake();
      },
    },
    listDeliveries({ webhookId, older }) {
      const page = listLog(sql, { destinationId: webhookId, older, limit: WEBHOOK_LOG_PAGE });
      return { deliveries: page.deliveries.map(shownOf), older: page.older };
    },
    lastDeliveries(webhookIds) {
      const last = webhookIds.flatMap((id): [string, LoggedDelivery][] => {
        const delivery = lastOf(id);
        return delivery === null ? [] : [[id, delivery]];
      });
      return Object.fromEntries(last);
    },
    resendDelivery({ webhookId, deliveryId }) {
      const asked = { destinationId: webhookId, deliveryId, now: now(), until: now() + SEND_TRY_MS_MAX };
      const isFound = sendAgain(sql, asked);
      wake();
      return isFound;
    },
    sendTestEvent(webhookId) {
      if (countWaitingTests(sql, webhookId) >= WEBHOOK_TESTS_WAITING_MAX) return null;
      const id = newMessageId();
      addDelivery(sql, {
        id,
        kind: "webhook",
        destinationId: webhookId,
        meetId: null,
        event: WEBHOOK_TEST,
        // A message of its own each time.
        key: id,
        at: now(),
        dueAt: now(),
        // One attempt: a person waits for its outcome.
        until: now(),
      });
      prune(webhookId);
      wake();
      return lastOf(webhookId);
    },
    forgetWebhook: (webhookId) => forgetDeliveries(sql, { destinationId: webhookId }),
  };
}

function shownOf({
  id,
  meetId,
  madeAt,
  state,
  attempts,
  dueAt,
  triedAt,
  status,
  event,
  fault,
}: LoggedRow): LoggedDelivery {
  return {
    id,
    meetId,
    madeAt,
    state,
    attempts,
    dueAt,
    triedAt,
    status,
    event: WEBHOOK_EVENTS.find((name) => name === event) ?? WEBHOOK_TEST,
    fault: WEBHOOK_FAULTS.find((name) => name === fault) ?? null,
  };
}
