import { CONNECTION_KINDS, type DestinationKind } from "#app/domain/deliveries/delivery.ts";
import type { ParkedMail } from "#app/domain/mail/mail-content.ts";
import type { Log } from "#app/server/log.ts";
import { meetingConnections, type MeetingConnections } from "#workers/workspace/connections/meeting-connections.ts";
import { type ConnectionDeps, connectionDestinations } from "#workers/workspace/connections/send-minutes.ts";
import type { BesideWork } from "#workers/workspace/deliver-events.ts";
import type { KnownDestinations } from "#workers/workspace/deliveries/known-destinations.ts";
import { nextDueAt } from "#workers/workspace/deliveries/delivery-store.ts";
import { deliveryLanes } from "#workers/workspace/deliveries/send-deliveries.ts";
import { type MeetingWebhooks, meetingWebhooks } from "#workers/workspace/webhooks/meeting-webhooks.ts";
import { type WebhookDeps, webhookDestinations } from "#workers/workspace/webhooks/send-webhook-message.ts";

export type DeliveryNeeds = {
  webhooks: WebhookDeps;
  connections: ConnectionDeps;
  mayHave: KnownDestinations;
  parked: ParkedMarks;
  log: Log;
  now: () => number;
  random: () => number;
};

/** Notes at a destination whether something waits there for its person. */
export type ParkedMarks = {
  /** Returns the mail about it; null where that was told before. */
  mark: (of: Marked & { at: number }) => Promise<ParkedMail | null>;
  clear: (of: Marked) => Promise<void>;
};
type Marked = { kind: DestinationKind; destinationId: string };

export interface MeetingDeliveries {
  webhooks: MeetingWebhooks;
  connections: MeetingConnections;
  sending: BesideWork;
}

/** Deliveries of a workspace's meetings to destinations of all kinds: consumers store them in one table, and one sender works it off. */
export function meetingDeliveries(
  storage: DurableObjectStorage,
  needs: DeliveryNeeds & { mailParked: (mail: ParkedMail) => void },
): MeetingDeliveries {
  const accounts = connectionDestinations(needs.connections);
  const senders = {
    webhook: webhookDestinations(needs.webhooks),
    ...Object.fromEntries(CONNECTION_KINDS.map((kind) => [kind, accounts])),
  };
  const lanes = deliveryLanes(storage.sql, {
    ...needs,
    senders,
    async onEnd({ kind, destinationId }, end) {
      if (end === "sent") return needs.parked.clear({ kind, destinationId });
      const mail = await needs.parked.mark({ kind, destinationId, at: needs.now() });
      if (mail !== null) needs.mailParked(mail);
    },
  });
  const shared = { ...needs, wake: () => lanes.wake() };
  return {
    webhooks: meetingWebhooks(storage, shared),
    connections: meetingConnections(storage, shared),
    sending: { run: () => lanes.run(), dueAt: () => nextDueAt(storage.sql) },
  };
}
