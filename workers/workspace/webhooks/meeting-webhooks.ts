import { randomId } from "#app/domain/ids.ts";
import { WEBHOOK_EVENT_MS_MAX, WEBHOOK_TESTS_WAITING_MAX, WEBHOOK_TRY_MS_MAX } from "#app/domain/limits/webhooks.ts";
import { isReported, isTold, occurrencesOf } from "#app/domain/webhooks/webhook.ts";
import type { EventConsumer } from "#app/server/ports/event-consumer.ts";
import type { LoggedDelivery, WebhookDeliveriesStub } from "#app/server/ports/webhook-deliveries.ts";
import type { BesideWork } from "#workers/workspace/deliver-events.ts";
import {
  addDelivery,
  addTest,
  countWaitingTests,
  forgetDeliveries,
  lastOf,
  listLog,
  nextDueAt,
  pruneLog,
  sendAgain,
} from "#workers/workspace/webhooks/delivery-store.ts";
import { webhookLanes, type WebhookNeeds } from "#workers/workspace/webhooks/send-deliveries.ts";

/** The same as the object's methods, without waiting. */
type Log = {
  [Name in keyof WebhookDeliveriesStub]: (
    ...asked: Parameters<WebhookDeliveriesStub[Name]>
  ) => Awaited<ReturnType<WebhookDeliveriesStub[Name]>>;
};

export interface MeetingWebhooks extends Log {
  consumer: EventConsumer;
  sending: BesideWork;
}

/**
 * Webhooks of a workspace's meetings. As a consumer it stores what is to be told, and to which webhook; the messages are sent beside the
 * events, so that a receiver that is down delays no consumer.
 */
export function meetingWebhooks(storage: DurableObjectStorage, needs: WebhookNeeds): MeetingWebhooks {
  const { sql } = storage;
  const { now } = needs;
  const { read, receivers } = needs.webhooks;
  const lanes = webhookLanes(sql, needs);
  const newMessageId = () => `msg_${randomId()}`;
  return {
    consumer: {
      name: "webhooks",
      async consume(event) {
        const { meetId, kind, at } = event;
        if (kind === "meeting-deleted") forgetDeliveries(sql, { meetId });
        if (!isReported(kind) || now() - at > WEBHOOK_EVENT_MS_MAX) return;
        const meeting = await read(meetId);
        if (meeting === null) return;
        const found = await receivers(meeting);
        const until = now() + WEBHOOK_TRY_MS_MAX;
        storage.transactionSync(() => {
          for (const { id: webhookId, events, since } of found) {
            for (const occurrence of occurrencesOf(event, meeting)) {
              if (!events.includes(occurrence.event) || !isTold(occurrence, { since, now: now() })) continue;
              addDelivery(sql, { id: newMessageId(), webhookId, meetId, occurrence, until, now: now() });
            }
            pruneLog(sql, webhookId, now());
          }
        });
        lanes.wake();
      },
    },
    sending: { run: () => lanes.run(), dueAt: () => nextDueAt(sql) },
    listDeliveries: ({ webhookId, older }) => listLog(sql, webhookId, older),
    lastDeliveries(webhookIds) {
      const last = webhookIds.flatMap((id): [string, LoggedDelivery][] => {
        const delivery = lastOf(sql, id);
        return delivery === null ? [] : [[id, delivery]];
      });
      return Object.fromEntries(last);
    },
    resendDelivery({ webhookId, deliveryId }) {
      const isFound = sendAgain(sql, { webhookId, deliveryId, now: now(), until: now() + WEBHOOK_TRY_MS_MAX });
      lanes.wake();
      return isFound;
    },
    sendTestEvent(webhookId) {
      if (countWaitingTests(sql, webhookId) >= WEBHOOK_TESTS_WAITING_MAX) return null;
      // One attempt: a person waits for its outcome.
      addTest(sql, { id: newMessageId(), webhookId, until: now(), now: now() });
      pruneLog(sql, webhookId, now());
      lanes.wake();
      return lastOf(sql, webhookId);
    },
    forgetWebhook: (webhookId) => forgetDeliveries(sql, { webhookId }),
  };
}
