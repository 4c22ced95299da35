import { and, asc, eq, type SQL } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import type { SendingRule } from "#app/domain/deliveries/minutes-occurrence.ts";
import type { Database } from "#app/server/db/database.ts";
import { connections } from "#app/server/db/schema-connections.ts";

/** Connections as the workspace object and use cases read them: each time from D1, so that a change counts from the next delivery on. */

export type ConnectionRow = typeof connections.$inferSelect;

/** A connection to which a meeting's minutes may go. */
export type MinutesTarget = SendingRule & { id: string; kind: ConnectionKind };

/** The connections of a meeting's creator in its workspace. */
export async function findTargets(
  db: Database,
  { workspaceId, createdBy }: { workspaceId: string; createdBy: string },
): Promise<MinutesTarget[]> {
  const { id, kind, sends, updates, activeSince } = connections;
  return db
    .select({ id, kind, sends, updates, since: activeSince })
    .from(connections)
    .where(and(eq(connections.workspaceId, workspaceId), eq(connections.userId, createdBy)));
}

/** Null where it is gone. */
export async function readConnection(db: Database, connectionId: string): Promise<ConnectionRow | null> {
  const [row] = await db.select().from(connections).where(eq(connections.id, connectionId));
  return row ?? null;
}

/** Oldest first. */
export async function ownConnections(db: Database, { userId, workspaceId }: PersonActor): Promise<ConnectionRow[]> {
  return selectConnections(db, { userId, workspaceId });
}

/** The statement. The values may be statements that find them. */
export function selectConnections(
  db: Database,
  { userId, workspaceId }: Record<"userId" | "workspaceId", string | SQL>,
) {
  return db
    .select()
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.workspaceId, workspaceId)))
    .orderBy(asc(connections.createdAt), asc(connections.id));
}

/** Authorises the calls about a connection; null for one of another person. */
export async function findOwnConnection(
  db: Database,
  { userId, workspaceId }: PersonActor,
  connectionId: string,
): Promise<ConnectionRow | null> {
  const row = await readConnection(db, connectionId);
  return row !== null && row.userId === userId && row.workspaceId === workspaceId ? row : null;
}
