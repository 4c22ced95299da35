import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { DestinationKind } from "#app/domain/deliveries/delivery.ts";
import type { ParkedMail, ParkedMailContent } from "#app/domain/mail/mail-content.ts";
import type { Database } from "#app/server/db/database.ts";
import { type Answers, namedBatch } from "#app/server/db/named-batch.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";

/**
 * Destinations at which something was not sent. Home names them, and their person gets one mail, until something arrives there again or
 * they change its settings.
 */
type Needs = { db: Database };
type Destination = { kind: DestinationKind; destinationId: string };

/** Returns the mail about it; null where the destination is gone, or its person was told already. */
export async function markParked({ db }: Needs, { kind, destinationId, at }: Destination & { at: number }) {
  const table = tableOf(kind);
  const [row] = await db
    .update(table)
    .set({ parkedAt: at })
    .where(and(eq(table.id, destinationId), isNull(table.parkedAt)))
    .returning({ userId: table.userId });
  return row ? ({ ...row, destination: kind, destinationId, parkedAt: at } satisfies ParkedMail) : null;
}

export async function clearParked({ db }: Needs, { kind, destinationId }: Destination): Promise<void> {
  const table = tableOf(kind);
  await db
    .update(table)
    .set({ parkedAt: null })
    .where(and(eq(table.id, destinationId), isNotNull(table.parkedAt)));
}

/** Null where something has arrived since, or the destination is gone. */
export async function readParked({ db }: Needs, mail: ParkedMail): Promise<ParkedMailContent | null> {
  const parked = await listParked({ db }, mail.userId);
  const found = parked.find(({ id, parkedAt }) => id === mail.destinationId && parkedAt === mail.parkedAt);
  return found ? { kind: "delivery-parked", destination: found.kind, name: found.name } : null;
}

/** Those of a person, the latest first. */
export async function listParked({ db }: Needs, userId: string) {
  return parkedOf(await namedBatch(db, selectParked(db, userId)));
}

/** The statements of `listParked`, for a batch; `parkedOf` reads their rows. */
export const selectParked = (db: Database, userId: string) => ({
  parkedHooks: db
    .select({ id: webhooks.id, url: webhooks.url, parkedAt: webhooks.parkedAt })
    .from(webhooks)
    .where(and(eq(webhooks.userId, userId), isNotNull(webhooks.parkedAt))),
  parkedAccounts: db
    .select({
      id: connections.id,
      kind: connections.kind,
      name: connections.accountName,
      parkedAt: connections.parkedAt,
    })
    .from(connections)
    .where(and(eq(connections.userId, userId), isNotNull(connections.parkedAt))),
});

export function parkedOf({ parkedHooks, parkedAccounts }: Answers<typeof selectParked>) {
  // The path of a webhook's address may be a secret.
  const named = parkedHooks.map(({ url, ...hook }) => ({
    ...hook,
    kind: "webhook" as const,
    name: URL.parse(url)?.host ?? "",
  }));
  return [...named, ...parkedAccounts].toSorted((one, other) => (other.parkedAt ?? 0) - (one.parkedAt ?? 0));
}

const tableOf = (kind: DestinationKind) => (kind === "webhook" ? webhooks : connections);
