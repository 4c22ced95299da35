import type {
  ConnectionKind,
  Delivery,
  DeliveryFault,
  DeliveryState,
  MinutesEvent,
  SentCounts,
} from "#app/domain/deliveries/delivery.ts";
import type { MailFailure } from "#app/server/ports/workspace-mails.ts";

/** A line of the list of what was sent. */
export type SentRow = Omit<Delivery, "until" | "meetId"> & {
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

/** A mail of minutes to a person, or one of a follow-up to the address `to`. `at`: when it was due. */
export type SentMail = {
  id: string;
  kind: "mail" | "follow-up";
  to: string | null;
  meetId: string;
  at: number;
  state: DeliveryState;
  reason: MailFailure | "stopped" | null;
};

/** The place of a line in the list: lines are in the order of their times, then of their ids, newest first. */
export type SentCursor = { at: number; id: string };

type SendingAsked = {
  connectionId: string;
  kind: ConnectionKind;
  meetId: string;
  parts: { prefix: string; ids: string[] }[];
  /** A place at the destination for this sending only, such as a channel. */
  placeId?: string;
  /** The press of the button: repeated with the same choices it is the same sending. */
  key?: string;
};
/** Of all meetings, or of one. `mailsOf`: a person whose mails of minutes and follow-ups are listed too. */
export type SentAsked = {
  older: SentCursor | null;
  isParked: boolean;
  meetId: string | null;
  mailsOf?: string;
  limit: number;
};

/** Deliveries of minutes to the connected accounts of a workspace (workers/workspace/connections). The caller has authorised the call. */
export interface MinutesDeliveriesStub {
  /**
   * A person sends the minutes of a meeting: they are sent at once, also where they were sent before. `parts`: receipts of things at the
   * destination that the person chose, such as "contact/7"; those of other prefixes, which were chosen before, stay. `placeId` counts for this delivery.
   */
  sendMinutes(asked: SendingAsked): Promise<void>;
  /** The person has done what deliveries waited for: those that it stopped are sent. */
  resumeMinutes(asked: { connectionId: string; after: "reconnect" | "preview" }): Promise<void>;
  /** The person does not want these to go by themselves any more: those that wait are removed. What a person sent stays. */
  dropMinutes(asked: { connectionId: string; events: MinutesEvent[] }): Promise<void>;
  /** Deliveries of all kinds, newest first, test events not among them; and how many there are, and were given up. */
  listSent(asked: SentAsked): Promise<{ rows: SentRow[]; mails: SentMail[]; total: number; parked: number }>;
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
