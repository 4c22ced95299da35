import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { ConnectionKind, Delivery, DeliveryOutcome, MinutesEvent } from "#app/domain/deliveries/delivery.ts";
import type { ReportedMeeting } from "#app/domain/webhooks/webhook.ts";

/** A thing that Acta made at a destination for a meeting, such as a note: its id there, and the address that opens it. */
export type Receipt = { externalId: string; url: string | null };

/**
 * The receipts of one meeting at one destination, by a name of the sender's choice ("note", "task/<id>"). A later delivery of the meeting
 * finds them and updates what is there. A process may die between a request and `save`: a sender that finds no receipt asks the
 * destination before it makes something.
 */
export interface Receipts {
  find(part: string): Receipt | null;
  /** By part, in the order in which they were saved. */
  all(): Map<string, Receipt>;
  save(part: string, receipt: Receipt): void;
  forget(part: string): void;
}

/** "unwanted": the destination, the meeting, or the person's right to it is gone, and nothing is to be kept of the delivery. */
export type SendOutcome = DeliveryOutcome | "unwanted";

/** Sends deliveries to destinations of one kind. Throws for faults of Acta's own only; such a delivery is tried again. */
export interface DestinationSender {
  send(delivery: Delivery, given: { receipts: Receipts; signal: AbortSignal }): Promise<SendOutcome>;
}

/** Minutes on their way to a connected account. */
export type OutgoingMinutes = {
  /** The same in every attempt. */
  deliveryId: string;
  event: MinutesEvent;
  meeting: ReportedMeeting;
  view: MeetingView;
  connection: {
    id: string;
    userId: string;
    /** The account at the destination. */
    accountId: string;
    /** The person's settings of this connection, as the kind's own schema reads them. */
    settings: unknown;
    /** A token that the destination accepts. `fresh`: the one in hand was refused. Null where the person must connect again. */
    access: (fresh?: boolean) => Promise<string | null>;
  };
  receipts: Receipts;
  signal: AbortSignal;
};

/**
 * Sends minutes to one kind of connected account: an adapter for each. The caller has checked that the meeting is still the
 * person's and that the account is connected. Throws UpstreamError for what the destination does.
 */
export interface MinutesReceiver {
  send(minutes: OutgoingMinutes): Promise<SendOutcome>;
}

export type MinutesReceivers = Partial<Record<ConnectionKind, MinutesReceiver>>;
