import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { ALARM_CLAIM_MS_MAX } from "#app/domain/limits/steps.ts";
import { WEBHOOK_ATTEMPT_MS_MAX, WEBHOOK_BACK_OFF, WEBHOOK_LOOK_MS } from "#app/domain/limits/webhooks.ts";
import type { DeliveryOutcome } from "#app/domain/webhooks/delivery.ts";
import type { ReportedMeeting } from "#app/domain/webhooks/webhook.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import type { WebhookMessage, WebhookSender } from "#app/server/ports/webhook-deliveries.ts";
import type { Destination, Receiver } from "#app/server/webhooks/read-destination.ts";
import { writeMessage, writeTest } from "#app/server/webhooks/write-message.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";
import {
  beginAttempt,
  type Delivery,
  dueWebhooks,
  type Ended,
  endAttempt,
  nextDue,
  nextDueAt,
  removeDelivery,
} from "#workers/workspace/webhooks/delivery-store.ts";

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

export type WebhookNeeds = { webhooks: WebhookDeps; log: Log; now: () => number; random: () => number };

interface WebhookLanes {
  run(): Promise<void>;
  /** A message was added: a run that waits for a slow receiver begins it. */
  wake(): void;
}

/**
 * Sends the messages that are due. Each webhook has a lane of its own, so that a receiver that hangs delays no other one; within a lane one
 * message is sent at a time. After ALARM_CLAIM_MS_MAX the alarm goes on.
 */
export function webhookLanes(sql: SqlStorage, needs: WebhookNeeds): WebhookLanes {
  const running = new Map<string, Promise<void>>();
  let woken: () => void = () => {};

  async function lane(webhookId: string, until: number): Promise<void> {
    while (needs.now() < until) {
      const delivery = nextDue(sql, webhookId, needs.now());
      if (delivery === null) return;
      // In case the process dies.
      beginAttempt(sql, delivery.id, needs.now() + WEBHOOK_ATTEMPT_MS_MAX);
      const outcome = await attempt(needs, delivery);
      if (outcome === "unwanted") removeDelivery(sql, delivery.id);
      else settle(sql, needs, delivery, outcome);
    }
  }

  async function nextChance(): Promise<void> {
    const dueAt = nextDueAt(sql, running.keys());
    const waitMs = dueAt === null ? WEBHOOK_LOOK_MS : Math.min(Math.max(dueAt - needs.now(), 0), WEBHOOK_LOOK_MS);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const chance = new Promise<void>((resolve) => {
      woken = resolve;
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([...running.values(), chance]);
    clearTimeout(timer);
  }

  return {
    async run() {
      const until = needs.now() + ALARM_CLAIM_MS_MAX;
      for (;;) {
        const isOpen = needs.now() < until;
        for (const webhookId of isOpen ? dueWebhooks(sql, needs.now()) : []) {
          if (running.has(webhookId)) continue;
          running.set(
            webhookId,
            lane(webhookId, until).finally(() => running.delete(webhookId)),
          );
        }
        if (running.size === 0) return;
        await (isOpen ? nextChance() : Promise.all(running.values()));
      }
    },
    wake: () => woken(),
  };
}

/** "unwanted": the webhook, the meeting, or the person's right to it is gone. */
async function attempt(needs: WebhookNeeds, delivery: Delivery): Promise<DeliveryOutcome | "unwanted"> {
  const ended: { as: DeliveryOutcome | "unwanted" } = { as: "unwanted" };
  try {
    await withTimeLimit(WEBHOOK_ATTEMPT_MS_MAX, async (signal) => {
      const written = await write(needs.webhooks, delivery);
      signal.throwIfAborted();
      ended.as = "url" in written ? await needs.webhooks.sender.send(written, signal) : written.outcome;
    });
  } catch (error) {
    const { webhookId, event } = delivery;
    needs.log("webhook.attempt.failed", { webhookId, event, attempt: delivery.attempts + 1, error: faultOf(error) });
    return { kind: "later", fault: "internal", status: null, delayMs: 0 };
  }
  return ended.as;
}

type Unsent = { outcome: DeliveryOutcome | "unwanted" };

/** The message as it is to be sent now, or why none is. */
async function write(deps: WebhookDeps, delivery: Delivery): Promise<WebhookMessage | Unsent> {
  const { id, webhookId, meetId, event, madeAt } = delivery;
  const destination = await deps.destination(webhookId);
  if (destination === null) return { outcome: "unwanted" };
  const { url, secrets, content } = destination;
  if (destination.isPaused && meetId !== null) return parked("paused");
  if (!destination.isAllowed) return parked("address");
  if (secrets.length === 0) return parked("secret");
  if (meetId === null) return { id, url, secrets, body: writeTest({ madeAt }) };
  const meeting = await deps.read(meetId as MeetId);
  if (meeting === null || !isOwn(meeting, destination)) return { outcome: "unwanted" };
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

function settle(sql: SqlStorage, needs: WebhookNeeds, delivery: Delivery, outcome: DeliveryOutcome): void {
  const { id, webhookId, event, until } = delivery;
  const attempts = delivery.attempts + 1;
  const now = needs.now();
  const said = { webhookId, event, attempt: attempts, status: outcome.status ?? undefined };
  const end = (over: Pick<Ended, "state" | "fault"> & { dueAt?: number }) =>
    endAttempt(sql, id, { dueAt: now, triedAt: now, status: outcome.status, ...over });
  switch (outcome.kind) {
    case "sent":
      end({ state: "sent", fault: null });
      needs.log("webhook.sent", said);
      return;
    case "later":
      if (now < until) {
        const waitMs = Math.max(backOffDelayMs(WEBHOOK_BACK_OFF, attempts, needs.random()), outcome.delayMs);
        end({ state: "waiting", fault: outcome.fault, dueAt: Math.min(now + waitMs, until) });
        return;
      }
      break;
    case "parked":
      break;
    default:
      assertNever(outcome);
  }
  end({ state: "parked", fault: outcome.fault });
  needs.log("webhook.parked", { ...said, fault: outcome.fault });
}
