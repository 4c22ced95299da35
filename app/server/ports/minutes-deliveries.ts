import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";

/** Deliveries of minutes to the connected accounts of a workspace (workers/workspace/connections). The caller has authorised the call. */
export interface MinutesDeliveriesStub {
  /** A person sends the minutes of a meeting: they are sent at once, also where they were sent before. */
  sendMinutes(asked: { connectionId: string; kind: ConnectionKind; meetId: string }): Promise<void>;
  /** The person has done what deliveries waited for: those that it stopped are sent. */
  resumeMinutes(asked: { connectionId: string; after: "reconnect" | "preview" }): Promise<void>;
  /** The connection is gone: nothing more is sent. The lines of its log stay for their time. */
  forgetConnection(connectionId: string): Promise<void>;
}

/** The deliveries of all workspaces as use cases see them. */
export interface MinutesDeliveries {
  of(workspaceId: string): MinutesDeliveriesStub;
}
