import type { ShownDelivery } from "#app/contracts/webhooks.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { DeliveryPage } from "#app/server/ports/webhook-deliveries.ts";
import type { Services } from "#app/server/services.ts";
import { findOwn } from "#app/server/webhooks/change-webhooks.ts";

type Needs = Pick<Services, "db" | "webhookDeliveries">;

/** A page of a webhook's log. `older` is a cursor of an earlier page; what is none begins with the newest. */
export async function listDeliveries(
  { db, webhookDeliveries }: Needs,
  actor: PersonActor,
  { webhookId, older }: { webhookId: string; older: string | null },
): Promise<Outcome<DeliveryPage, "not-found">> {
  if ((await findOwn(db, actor, webhookId)) === null) return refused("not-found");
  const cursor = /^\d{1,15}$/.test(older ?? "") ? Number(older) : null;
  return ok(await webhookDeliveries.of(actor.workspaceId).listDeliveries({ webhookId, older: cursor }));
}

export async function resendDelivery(
  { db, webhookDeliveries }: Needs,
  actor: PersonActor,
  asked: { webhookId: string; deliveryId: string },
): Promise<Outcome<null, "not-found">> {
  if ((await findOwn(db, actor, asked.webhookId)) === null) return refused("not-found");
  const isFound = await webhookDeliveries.of(actor.workspaceId).resendDelivery(asked);
  return isFound ? ok(null) : refused("not-found");
}

export async function sendTestEvent(
  { db, webhookDeliveries }: Needs,
  actor: PersonActor,
  webhookId: string,
): Promise<Outcome<{ delivery: ShownDelivery }, "not-found" | "too-many-requests">> {
  if ((await findOwn(db, actor, webhookId)) === null) return refused("not-found");
  const delivery = await webhookDeliveries.of(actor.workspaceId).sendTestEvent(webhookId);
  return delivery === null ? refused("too-many-requests") : ok({ delivery });
}
