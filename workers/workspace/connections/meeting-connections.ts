import { randomId } from "#app/domain/ids.ts";
import { placeReceipt } from "#app/domain/deliveries/delivery.ts";
import { mayConcernMinutes, minutesOccurrence } from "#app/domain/deliveries/minutes-occurrence.ts";
import { CONNECTION_LOG_MAX, CONNECTION_LOG_MS, SEND_TRY_MS_MAX } from "#app/domain/limits/deliveries.ts";
import type { EventConsumer } from "#app/server/ports/event-consumer.ts";
import type { MinutesDeliveriesStub } from "#app/server/ports/minutes-deliveries.ts";
import type { ConnectionDeps } from "#workers/workspace/connections/send-minutes.ts";
import { findSent, listSent, pruneLog } from "#workers/workspace/deliveries/delivery-log.ts";
import {
  addDelivery,
  dropWaiting,
  forgetDeliveries,
  forgetWaiting,
  hasDelivery,
  receiptsIn,
  resumeParked,
  sendAgain,
  sentBefore,
} from "#workers/workspace/deliveries/delivery-store.ts";
import type { KnownDestinations } from "#workers/workspace/deliveries/known-destinations.ts";
import { listSentMails } from "#workers/workspace/mail/mail-store.ts";

/** The same as the object's methods, without waiting. */
type Calls = {
  [Name in keyof MinutesDeliveriesStub]: (
    ...asked: Parameters<MinutesDeliveriesStub[Name]>
  ) => Awaited<ReturnType<MinutesDeliveriesStub[Name]>>;
};

export interface MeetingConnections extends Calls {
  consumer: EventConsumer;
}

/** `wake`: deliveries were added. */
type ConnectionNeeds = { connections: ConnectionDeps; mayHave: KnownDestinations; now: () => number; wake: () => void };

/** Minutes on their way to connected accounts. As a consumer it stores what is to be sent by itself, and where. */
export function meetingConnections(storage: DurableObjectStorage, needs: ConnectionNeeds): MeetingConnections {
  const { sql } = storage;
  const { now, wake } = needs;
  const { read, targets } = needs.connections;
  const newId = () => `snd_${randomId()}`;
  const until = () => now() + SEND_TRY_MS_MAX;
  return {
    consumer: {
      name: "connections",
      async consume(event) {
        const { meetId, kind } = event;
        if (kind === "meeting-deleted") forgetDeliveries(sql, { meetId });
        if (!mayConcernMinutes(kind)) return;
        const meeting = (await needs.mayHave(event)).connections ? await read(meetId) : null;
        if (meeting === null) return;
        const found = await targets(meeting);
        storage.transactionSync(() => {
          for (const { id: destinationId, kind: targetKind, ...rule } of found) {
            const before = sentBefore(sql, { destinationId, meetId });
            const occurrence = minutesOccurrence(event, meeting, { ...rule, wasSent: before.isSent, now: now() });
            // A delivery that has not begun sends the meeting as it will be then.
            if (occurrence === null || (occurrence.event === "minutes.changed" && before.isAwaited)) continue;
            addDelivery(sql, { id: newId(), kind: targetKind, destinationId, meetId, ...occurrence, until: until() });
            pruneLog(sql, destinationId, { now: now(), keptMs: CONNECTION_LOG_MS, keptMax: CONNECTION_LOG_MAX });
          }
        });
        wake();
      },
    },
    sendMinutes({ connectionId, kind, meetId, parts, placeId, key: press }) {
      const id = newId();
      const key = press === undefined ? id : [press, placeId ?? "", ...parts.flatMap(({ ids }) => ids)].join("/");
      const occurrence = { destinationId: connectionId, meetId, event: "minutes.sent", key } as const;
      if (hasDelivery(sql, occurrence)) return;
      const receipts = receiptsIn(sql, { destinationId: connectionId, meetId }, now);
      for (const { prefix, ids } of parts) {
        const former = [...receipts.all().keys()].filter((part) => part.startsWith(prefix));
        for (const part of former) receipts.forget(part);
        for (const chosen of ids) receipts.save(`${prefix}${chosen}`, { externalId: chosen, url: null });
      }
      if (placeId !== undefined) receipts.save(placeReceipt(id), { externalId: placeId, url: null });
      addDelivery(sql, { id, kind, ...occurrence, at: now(), dueAt: now(), until: until() });
      wake();
    },
    resumeMinutes({ connectionId, after }) {
      resumeParked(sql, { destinationId: connectionId, fault: after, now: now(), until: until() });
      wake();
    },
    dropMinutes: ({ connectionId, events }) =>
      dropWaiting(sql, { destinationId: connectionId, events, faults: ["reconnect", "preview"] }),
    listSent(asked) {
      const sent = listSent(sql, asked);
      const { mails, ...mailCounts } = listSentMails(sql, asked, now());
      return { rows: sent.rows, mails, total: sent.total + mailCounts.total, parked: sent.parked + mailCounts.parked };
    },
    findSent: (deliveryId) => findSent(sql, deliveryId),
    resendSent(asked) {
      const isFound = sendAgain(sql, { ...asked, now: now(), until: until() });
      wake();
      return isFound;
    },
    partsOf: ({ connectionId, meetId }) => [
      ...receiptsIn(sql, { destinationId: connectionId, meetId }, now).all().keys(),
    ],
    forgetConnection: (connectionId) => forgetWaiting(sql, connectionId),
  };
}
