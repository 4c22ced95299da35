import { and, asc, eq, sql } from "drizzle-orm";
import type { NewWebhook, WebhookChange } from "#app/contracts/integration-changes.ts";
import type { ListedWebhook, ShownWebhook } from "#app/contracts/webhooks.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import { WEBHOOKS_MAX } from "#app/domain/limits/deliveries.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { checkReceiver } from "#app/domain/webhooks/receiver-address.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";
import { faultOf } from "#app/server/log.ts";
import type { AccountConnection } from "#app/server/ports/account-process.ts";
import type { Services } from "#app/server/services.ts";
import { addressRules, readEvents } from "#app/server/webhooks/read-destination.ts";
import { newSecret, rotateSecret } from "#app/server/webhooks/webhook-secrets.ts";

type Needs = Pick<Services, "config" | "db" | "log" | "now" | "secretBox" | "webhookDeliveries">;
type Row = typeof webhooks.$inferSelect;
type WithSecret = { secret: string; shown: ShownWebhook };

/** The person's webhooks, oldest first, each with its last delivery as far as that can be read. */
export async function listWebhooks(
  { db, log, webhookDeliveries }: Pick<Needs, "db" | "log" | "webhookDeliveries">,
  { userId, workspaceId }: PersonActor,
): Promise<ListedWebhook[]> {
  const rows = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.userId, userId), eq(webhooks.workspaceId, workspaceId)))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  if (rows.length === 0) return [];
  try {
    const last = await webhookDeliveries.of(workspaceId).lastDeliveries(rows.map(({ id }) => id));
    return rows.map((row) => ({ ...shownOf(row), last: last[row.id] ?? null }));
  } catch (error) {
    log("webhook.log.unread", { userId, error: faultOf(error) });
    return rows.map(shownOf);
  }
}

/** The secret is in this answer only. */
export async function addWebhook(
  { config, db, log, now, secretBox }: Needs,
  { userId, workspaceId }: PersonActor,
  asked: NewWebhook,
): Promise<Outcome<WithSecret, "webhook-address" | "too-many-webhooks">> {
  const address = checkReceiver(asked.url, addressRules(config));
  if (!address.ok) return refused("webhook-address");
  const id = randomId();
  const { secret, column } = await newSecret(secretBox, id);
  const [row] = await insertWhere(db, webhooks, {
    row: {
      id,
      userId,
      workspaceId,
      url: address.value,
      events: JSON.stringify(asked.events),
      content: asked.content,
      secrets: column,
      createdAt: now(),
      activeSince: now(),
    },
    where: sql`(select count(*) from ${webhooks} where ${eq(webhooks.userId, userId)}) < ${WEBHOOKS_MAX}`,
  }).returning();
  if (!row) return refused("too-many-webhooks");
  log("webhook.added", { userId, webhookId: id });
  return ok({ secret, shown: shownOf(row) });
}

/** Events during a pause are not told later. */
export async function changeWebhook(
  { db, log, now }: Needs,
  actor: PersonActor,
  { webhookId, change }: { webhookId: string; change: WebhookChange },
): Promise<Outcome<ShownWebhook, "not-found">> {
  const row = await findOwn(db, actor, webhookId);
  if (row === null) return refused("not-found");
  const { events, content, paused } = change;
  const isPaused = row.pausedAt !== null;
  const [changed] = await db
    .update(webhooks)
    .set({
      events: events ? JSON.stringify(events) : row.events,
      content: content ?? row.content,
      parkedAt: null,
      ...(paused === undefined || paused === isPaused
        ? {}
        : paused
          ? { pausedAt: now() }
          : { pausedAt: null, activeSince: now() }),
    })
    .where(ownRow(actor, webhookId))
    .returning();
  if (!changed) return refused("not-found");
  log("webhook.changed", { userId: actor.userId, webhookId });
  return ok(shownOf(changed));
}

/** A rotation that another one overtook begins again: each secret that was shown becomes the newest, or the former one. */
export async function rotateWebhook(
  { db, log, now, secretBox }: Needs,
  actor: PersonActor,
  webhookId: string,
): Promise<Outcome<WithSecret, "not-found">> {
  for (;;) {
    const row = await findOwn(db, actor, webhookId);
    if (row === null) return refused("not-found");
    const { secret, column } = await rotateSecret(secretBox, row, now());
    const rotated = await db
      .update(webhooks)
      .set({ secrets: column })
      .where(and(ownRow(actor, webhookId), eq(webhooks.secrets, row.secrets)))
      .returning({ id: webhooks.id });
    if (rotated.length === 0) continue;
    log("webhook.rotated", { userId: actor.userId, webhookId });
    return ok({ secret, shown: shownOf(row) });
  }
}

/** The log first: if the object does not answer, the person can remove the webhook again. */
export async function removeWebhook(
  { db, log, webhookDeliveries }: Needs,
  actor: PersonActor,
  webhookId: string,
): Promise<Outcome<null, "not-found">> {
  if ((await findOwn(db, actor, webhookId)) === null) return refused("not-found");
  await webhookDeliveries.of(actor.workspaceId).forgetWebhook(webhookId);
  await db.delete(webhooks).where(ownRow(actor, webhookId));
  log("webhook.removed", { userId: actor.userId, webhookId });
  return ok(null);
}

/** Authorises the calls about a webhook's deliveries. */
export async function findOwn(db: Database, actor: PersonActor, webhookId: string): Promise<Row | null> {
  const [row] = await db.select().from(webhooks).where(ownRow(actor, webhookId));
  return row ?? null;
}

function ownRow({ userId, workspaceId }: PersonActor, webhookId: string) {
  return and(eq(webhooks.id, webhookId), eq(webhooks.userId, userId), eq(webhooks.workspaceId, workspaceId));
}

function shownOf({ id, url, events, content, createdAt, pausedAt }: Row): ShownWebhook {
  return { id, url, events: readEvents(events), content, createdAt, pausedAt };
}

/** A person's rows for `account.json` of the archive, without the secrets. */
export async function readWebhookData(db: Database, userId: string) {
  const rows = await db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(asc(webhooks.createdAt));
  return rows.map(shownOf);
}

/** The deletion of an account stops all messages before its meetings go. The log goes with the workspace's object. */
export function endWebhooks({ db }: { db: Database }): AccountConnection {
  return {
    name: "webhooks",
    async end(userId) {
      await db.delete(webhooks).where(eq(webhooks.userId, userId));
    },
  };
}
