import type { DeliveryOutcome, DeliveryState, WEBHOOK_FAULTS } from "#app/domain/deliveries/delivery.ts";
import type { WebhookMessageType } from "#app/domain/webhooks/webhook.ts";

/** A line of a webhook's log. It has no words of the meeting and nothing of the receiver's answer but its status. */
export type LoggedDelivery = {
  /** The same in every attempt: the header `webhook-id`. */
  id: string;
  /** Null for a test event. */
  meetId: string | null;
  event: WebhookMessageType;
  madeAt: number;
  state: DeliveryState;
  attempts: number;
  /** When it is sent next; null unless it waits. */
  dueAt: number | null;
  /** When the last attempt ended; null before. */
  triedAt: number | null;
  /** Of the last attempt; null where there was no answer. */
  status: number | null;
  /** Why the last attempt failed; null for one that succeeded. */
  fault: (typeof WEBHOOK_FAULTS)[number] | null;
};

/** A page of the log, newest first. `older`: where the next page begins; null after the last. */
export type DeliveryPage = { deliveries: LoggedDelivery[]; older: number | null };

/** The deliveries of a workspace (workers/workspace/webhooks). The caller has checked whose webhook it is. */
export interface WebhookDeliveriesStub {
  listDeliveries(asked: { webhookId: string; older: number | null }): Promise<DeliveryPage>;
  /** The newest delivery of each webhook that has one. */
  lastDeliveries(webhookIds: string[]): Promise<Record<string, LoggedDelivery>>;
  /** Sends an ended delivery again at once, under its id. False where there is none. */
  resendDelivery(asked: { webhookId: string; deliveryId: string }): Promise<boolean>;
  /** Sends a test event. Null where too many of them wait. */
  sendTestEvent(webhookId: string): Promise<LoggedDelivery | null>;
  /** The webhook is gone: nothing more is sent, and nothing is kept. */
  forgetWebhook(webhookId: string): Promise<void>;
}

/** The deliveries of all workspaces as use cases see them. */
export interface WebhookDeliveries {
  of(workspaceId: string): WebhookDeliveriesStub;
}

/** A message to a receiver. `secrets` sign it, newest first. */
export type WebhookMessage = { id: string; url: string; secrets: readonly string[]; body: string };

/** Sends messages as Standard Webhooks describes (https://www.standardwebhooks.com). Throws for nothing that the receiver does. */
export interface WebhookSender {
  send(message: WebhookMessage, signal: AbortSignal): Promise<DeliveryOutcome>;
}
