import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import {
  type DeliveryOutcome,
  type Delivery,
  type DeliveryFault,
  MINUTES_EVENTS,
  outcomeOf,
} from "#app/domain/deliveries/delivery.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { ReportedMeeting } from "#app/domain/webhooks/webhook.ts";
import type { ConnectionRow, MinutesTarget } from "#app/server/connections/read-connections.ts";
import type { DestinationSender, MinutesReceivers, SendOutcome } from "#app/server/ports/destination-sender.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** The way of a workspace's connected accounts to the meetings, D1 and the destinations. */
export type ConnectionDeps = {
  receivers: MinutesReceivers;
  /** The connections of a meeting's creator. */
  targets: (of: { workspaceId: string; createdBy: string }) => Promise<MinutesTarget[]>;
  /** A connection as it is now; null where it is gone. */
  connection: (connectionId: string) => Promise<ConnectionRow | null>;
  /** `refusedToken`: one that the destination did not accept. */
  access: (connectionId: string, refusedToken: string | null) => Promise<string | null>;
  /** The meeting as it is now; null where it is gone. */
  read: (meetId: MeetId) => Promise<ReportedMeeting | null>;
  view: (meetId: MeetId) => Promise<MeetingView | null>;
};

/** Connected accounts as destinations. Each attempt reads the connection and the meeting as they are then. */
export function connectionDestinations(deps: ConnectionDeps): DestinationSender {
  return {
    async send(delivery, { receipts, signal }) {
      const found = await prepare(deps, delivery);
      if (!("receiver" in found)) return found.outcome;
      const { receiver, row, meeting, view, event } = found;
      signal.throwIfAborted();
      const settings: unknown = JSON.parse(row.settings);
      const { id, userId, accountId } = row;
      const tokens: { inHand: string | null; isRefused: boolean } = { inHand: null, isRefused: false };
      const access = async (fresh = false) => {
        const token = await deps.access(id, fresh ? tokens.inHand : null);
        tokens.inHand = token;
        tokens.isRefused = token === null;
        return token;
      };
      const connection = { id, userId, accountId, settings, access };
      try {
        return await receiver.send({ deliveryId: delivery.id, event, meeting, view, connection, receipts, signal });
      } catch (error) {
        if (tokens.isRefused) return parked("reconnect");
        if (error instanceof UpstreamError) return outcomeOfError(error);
        throw error;
      }
    },
  };
}

type Unsent = { outcome: SendOutcome };

async function prepare(deps: ConnectionDeps, delivery: Delivery) {
  const unwanted: Unsent = { outcome: "unwanted" };
  const event = MINUTES_EVENTS.find((name) => name === delivery.event);
  const row = await deps.connection(delivery.destinationId);
  if (row === null || event === undefined || delivery.meetId === null) return unwanted;
  const meetId = delivery.meetId as MeetId;
  const [meeting, view] = await Promise.all([deps.read(meetId), deps.view(meetId)]);
  // A meeting that has gone to a team belongs to others now.
  const isOwn = meeting !== null && meeting.createdBy === row.userId && meeting.workspaceId === row.workspaceId;
  if (!isOwn || view === null || view.summary === null) return unwanted;
  const receiver = deps.receivers[row.kind];
  if (row.brokenAt !== null || receiver === undefined) return { outcome: parked("reconnect") };
  if (row.previewedAt === null && event !== "minutes.sent") return { outcome: parked("preview") };
  return { receiver, row, meeting, view, event };
}

function parked(fault: DeliveryFault): DeliveryOutcome {
  return { kind: "parked", fault, status: null };
}

function outcomeOfError({ status, retryable, retryAfterMs }: UpstreamError): DeliveryOutcome {
  const delayMs = retryAfterMs ?? 0;
  if (status === null) return { kind: "later", fault: "unreachable", status, delayMs };
  if (status === 401) return { kind: "parked", fault: "reconnect", status };
  const outcome = outcomeOf(status, null, 0);
  if (outcome.kind === "parked" && !retryable) return outcome;
  return { ...(outcome.kind === "later" && outcome), kind: "later", fault: "status", status, delayMs };
}
