import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { Delivery } from "#app/domain/deliveries/delivery.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { type ReportedMeeting, WEBHOOK_EVENTS } from "#app/domain/webhooks/webhook.ts";
import type { DestinationSender, SendOutcome } from "#app/server/ports/destination-sender.ts";
import type { WebhookMessage, WebhookSender } from "#app/server/ports/webhook-deliveries.ts";
import type { Destination, Receiver } from "#app/server/webhooks/read-destination.ts";
import { writeMessage, writeTest } from "#app/server/webhooks/write-message.ts";

/** The way of a workspace's webhooks to the meetings, D1 and the receivers. */
export type WebhookDeps = {
  origin: string;
  sender: WebhookSender;
  /** The webhooks of a meeting's creator that are not paused. */
  receivers: (of: { workspaceId: string; createdBy: string }) => Promise<Receiver[]>;
  /** A webhook as it is now; null where it is gone. */
  destination: (webhookId: string) => Promise<Destination | null>;
  /** The meeting as it is now; null where it is gone. */
  read: (meetId: MeetId) => Promise<ReportedMeeting | null>;
  view: (meetId: MeetId) => Promise<MeetingView | null>;
};

/** Webhooks as destinations: each attempt writes its message from the meeting and the webhook as they are then. */
export function webhookDestinations(deps: WebhookDeps): DestinationSender {
  return {
    async send(delivery, { signal }) {
      const written = await write(deps, delivery);
      signal.throwIfAborted();
      return "url" in written ? deps.sender.send(written, signal) : written.outcome;
    },
  };
}

type Unsent = { outcome: SendOutcome };

/** The message as it is to be sent now, or why none is. */
async function write(deps: WebhookDeps, delivery: Delivery): Promise<WebhookMessage | Unsent> {
  const { id, destinationId, meetId, madeAt } = delivery;
  const destination = await deps.destination(destinationId);
  if (destination === null) return { outcome: "unwanted" };
  const { url, secrets, content } = destination;
  if (destination.isPaused && meetId !== null) return parked("paused");
  if (!destination.isAllowed) return parked("address");
  if (secrets.length === 0) return parked("secret");
  if (meetId === null) return { id, url, secrets, body: writeTest({ madeAt }, { origin: deps.origin, content }) };
  const event = WEBHOOK_EVENTS.find((name) => name === delivery.event);
  const meeting = event ? await deps.read(meetId as MeetId) : null;
  if (event === undefined || meeting === null || !isOwn(meeting, destination)) return { outcome: "unwanted" };
  const view = () => deps.view(meetId as MeetId);
  const body = await writeMessage({ event, madeAt }, meeting, { origin: deps.origin, content, view });
  return { id, url, secrets, body };
}

/** A meeting that has gone to a team belongs to others now. */
function isOwn(meeting: ReportedMeeting, { userId, workspaceId }: Destination): boolean {
  return meeting.createdBy === userId && meeting.workspaceId === workspaceId;
}

function parked(fault: "paused" | "address" | "secret"): Unsent {
  return { outcome: { kind: "parked", fault, status: null } };
}
