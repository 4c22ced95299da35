import type {
  ConnectionKind,
  Delivery,
  DeliveryFault,
  DeliveryState,
  SentCounts,
} from "#app/domain/deliveries/delivery.ts";

/** A line of the list of what was sent. `position` is its cursor. */
export type SentRow = Omit<Delivery, "until" | "meetId"> & {
  position: number;
  meetId: string;
  state: DeliveryState;
  /** When it is sent next; null unless it waits. */
  dueAt: number | null;
  /** When the last attempt ended; null before. */
  triedAt: number | null;
  status: number | null;
  fault: DeliveryFault | null;
  link: string | null;
  counts: SentCounts | null;
};

type SendingAsked = {
  connectionId: string;
  kind: ConnectionKind;
  meetId: string;
  parts: { prefix: string; ids: string[] } | null;
};
export type SentAsked = { older: number | null; isParked: boolean; meetId: string | null; limit: number };

/** Deliveries of minutes to the connected accounts of a workspace (workers/workspace/connections). The caller has authorised the call. */
export interface MinutesDeliveriesStub {
  /**
   * A person sends the minutes of a meeting: they are sent at once, also where they were sent before. `parts`: receipts of things at the
   * destination that the person chose, such as "contact/7"; null: those that were chosen before stay.
   */
  sendMinutes(asked: SendingAsked): Promise<void>;
  /** The person has done what deliveries waited for: those that it stopped are sent. */
  resumeMinutes(asked: { connectionId: string; after: "reconnect" | "preview" }): Promise<void>;
  /** Deliveries of all kinds, newest first: of all meetings, or of one. Test events are not among them. */
  listSent(asked: SentAsked): Promise<{ rows: SentRow[]; parked: number }>;
  /** A delivery of this workspace; null where there is none. */
  findSent(deliveryId: string): Promise<SentRow | null>;
  /** Sends an ended delivery again at once, under its id. False where there is none, or it waits already. */
  resendSent(asked: { deliveryId: string; destinationId: string }): Promise<boolean>;
  /** Choices for a meeting at a destination, and entries made there: names of receipts. */
  partsOf(asked: { connectionId: string; meetId: string }): Promise<string[]>;
  /** The connection is gone: nothing more is sent. The lines of its log stay for their time. */
  forgetConnection(connectionId: string): Promise<void>;
}

/** The deliveries of all workspaces as use cases see them. */
export interface MinutesDeliveries {
  of(workspaceId: string): MinutesDeliveriesStub;
}
