import { backOffDelayMs } from "#app/domain/back-off.ts";
import type { Delivery, DeliveryOutcome, DeliveryState, DestinationKind } from "#app/domain/deliveries/delivery.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { SEND_ATTEMPT_MS_MAX, SEND_BACK_OFF, SEND_LOOK_MS, SEND_TRY_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { ALARM_CLAIM_MS_MAX } from "#app/domain/limits/steps.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import type { DestinationSender, SendOutcome } from "#app/server/ports/destination-sender.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";
import {
  beginAttempt,
  dropDelivery,
  dueDestinations,
  type Ended,
  endAttempt,
  nextDue,
  nextDueAt,
  postponeAll,
  receiptsIn,
} from "#workers/workspace/deliveries/delivery-store.ts";

/** `senders`: deliveries of a kind without one are removed, because nobody has configured it any more. */
export type SendingNeeds = {
  senders: Partial<Record<DestinationKind, DestinationSender>>;
  /** A message about a meeting was not sent, for a reason that its person did not choose; or one was. */
  onEnd: (delivery: Delivery, end: "sent" | "parked") => Promise<void>;
  log: Log;
  now: () => number;
  random: () => number;
};

export interface DeliveryLanes {
  run(): Promise<void>;
  /** A message was added: a run that waits for a slow destination begins it. */
  wake(): void;
}

/**
 * Sends the messages that are due. Each destination has a lane of its own, so that one that hangs delays no other one; within a lane one
 * message is sent at a time. After ALARM_CLAIM_MS_MAX the alarm goes on.
 */
export function deliveryLanes(sql: SqlStorage, needs: SendingNeeds): DeliveryLanes {
  const running = new Map<string, Promise<void>>();
  let woken: () => void = () => {};

  async function lane(destinationId: string, until: number): Promise<void> {
    while (needs.now() < until) {
      const delivery = nextDue(sql, destinationId, needs.now());
      if (delivery === null) return;
      // In case the process dies.
      beginAttempt(sql, delivery.id, needs.now() + SEND_ATTEMPT_MS_MAX);
      const outcome = await attempt(sql, needs, delivery);
      if (outcome === "unwanted") dropDelivery(sql, delivery.id);
      else await tellEnd(needs, delivery, settle(sql, needs, delivery, outcome));
    }
  }

  async function nextChance(): Promise<void> {
    const dueAt = nextDueAt(sql, running.keys());
    const waitMs = dueAt === null ? SEND_LOOK_MS : Math.min(Math.max(dueAt - needs.now(), 0), SEND_LOOK_MS);
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
        for (const destinationId of isOpen ? dueDestinations(sql, needs.now()) : []) {
          if (running.has(destinationId)) continue;
          running.set(
            destinationId,
            lane(destinationId, until).finally(() => running.delete(destinationId)),
          );
        }
        if (running.size === 0) return;
        await (isOpen ? nextChance() : Promise.all(running.values()));
      }
    },
    wake: () => woken(),
  };
}

async function attempt(sql: SqlStorage, needs: SendingNeeds, delivery: Delivery): Promise<SendOutcome> {
  const { kind, destinationId, meetId, event } = delivery;
  const sender = needs.senders[kind];
  if (sender === undefined) return "unwanted";
  const receipts = receiptsIn(sql, { destinationId, meetId: meetId ?? "" }, needs.now);
  const ended: { as: SendOutcome } = { as: "unwanted" };
  try {
    await withTimeLimit(SEND_ATTEMPT_MS_MAX, async (signal) => {
      ended.as = await sender.send(delivery, { receipts, signal });
    });
  } catch (error) {
    const said = { kind, destinationId, message: event, attempt: delivery.attempts + 1, error: faultOf(error) };
    needs.log("delivery.attempt.failed", said);
    return { kind: "later", fault: "internal", status: null, delayMs: 0 };
  }
  return ended.as;
}

function settle(sql: SqlStorage, needs: SendingNeeds, delivery: Delivery, outcome: DeliveryOutcome): DeliveryState {
  const { id, kind, destinationId, event, until } = delivery;
  const attempts = delivery.attempts + 1;
  const now = needs.now();
  const said = { kind, destinationId, message: event, attempt: attempts, status: outcome.status ?? undefined };
  const end = (over: Pick<Ended, "state" | "fault"> & { dueAt?: number }) =>
    endAttempt(sql, id, { dueAt: now, triedAt: now, outcome, ...over });
  switch (outcome.kind) {
    case "sent":
      end({ state: "sent", fault: null });
      needs.log("delivery.sent", said);
      return "sent";
    case "later": {
      // `until` is SEND_TRY_MS_MAX after the message was made, or sent again.
      const last = until - SEND_TRY_MS_MAX + Math.min(outcome.tryMs ?? SEND_TRY_MS_MAX, SEND_TRY_MS_MAX);
      if (now < Math.min(last, until)) {
        const waitMs = Math.max(backOffDelayMs(SEND_BACK_OFF, attempts, needs.random()), outcome.delayMs);
        end({ state: "waiting", fault: outcome.fault, dueAt: Math.min(now + waitMs, last, until) });
        // Of all messages, not only of this one, unless it is refused for a while.
        if (outcome.delayMs > 0 && outcome.tryMs === undefined) {
          postponeAll(sql, { destinationId, dueAt: now + outcome.delayMs });
        }
        return "waiting";
      }
      break;
    }
    case "parked":
      break;
    default:
      assertNever(outcome);
  }
  end({ state: "parked", fault: outcome.fault });
  needs.log("delivery.parked", { ...said, fault: outcome.fault });
  // The person has paused it.
  return outcome.fault === "paused" ? "waiting" : "parked";
}

/** A test message has its person before the page. What cannot be told stops no delivery. */
async function tellEnd(needs: SendingNeeds, delivery: Delivery, end: DeliveryState): Promise<void> {
  if (end === "waiting" || delivery.meetId === null) return;
  try {
    await needs.onEnd(delivery, end);
  } catch (error) {
    const { kind, destinationId } = delivery;
    needs.log("delivery.end.untold", { kind, destinationId, error: faultOf(error) });
  }
}
