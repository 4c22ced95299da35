import { asc, eq } from "drizzle-orm";
import type { ConnectionChange } from "#app/contracts/integration-changes.ts";
import { crmSettings, type ShownConnection } from "#app/contracts/connections.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { CONNECTION_KINDS, type MinutesEvent } from "#app/domain/deliveries/delivery.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isTaskKind } from "#app/domain/tasks/task-service.ts";
import { isTokenShared, openTokens } from "#app/server/connections/connection-tokens.ts";
import { type ConnectionRow, findOwnConnection, ownConnections } from "#app/server/connections/read-connections.ts";
import type { Database } from "#app/server/db/database.ts";
import { connectionConsents, connections } from "#app/server/db/schema-connections.ts";
import { faultOf } from "#app/server/log.ts";
import type { AccountConnection } from "#app/server/ports/account-process.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "connectionClients" | "minutesDeliveries" | "secretBox" | "log" | "now">;

/** The person's connections, and the kinds that this Acta is configured for. */
export async function listConnections(
  { db, connectionClients }: Pick<Needs, "db" | "connectionClients">,
  actor: PersonActor,
): Promise<{ connections: ShownConnection[]; available: (typeof CONNECTION_KINDS)[number][] }> {
  const rows = await ownConnections(db, actor);
  const available = CONNECTION_KINDS.filter((kind) => connectionClients[kind] !== undefined);
  return { connections: rows.map(shownConnection), available };
}

/** Whether minutes are sent by themselves, whether changes follow, and the settings of the kind, each where it is named. */
export async function changeConnection(
  needs: Pick<Needs, "db" | "minutesDeliveries" | "log" | "now">,
  actor: PersonActor,
  { connectionId, change }: { connectionId: string; change: ConnectionChange },
): Promise<Outcome<ShownConnection, "not-found" | "invalid-payload">> {
  const { db, log, now } = needs;
  const row = await findOwnConnection(db, actor, connectionId);
  if (row === null) return refused("not-found");
  const { sends = row.sends, updates = row.updates } = change;
  // A channel or a database is chosen by a call of its own, which asks whether the person can see it.
  const named = row.kind === "slack" || row.kind === "notion" || isTaskKind(row.kind) ? undefined : change.settings;
  const settings = named === undefined ? null : crmSettings.safeParse({ ...readSettings(row), ...named });
  if (settings !== null && !settings.success) return refused("invalid-payload");
  const [changed] = await db
    .update(connections)
    .set({
      sends,
      updates,
      parkedAt: null,
      ...(sends === row.sends ? {} : { activeSince: now() }),
      ...(settings === null ? {} : { settings: JSON.stringify(settings.data) }),
    })
    .where(eq(connections.id, connectionId))
    .returning();
  if (!changed) return refused("not-found");
  await dropUnwanted(needs, changed);
  log("connection.changed", { userId: actor.userId, connectionId, kind: row.kind });
  return ok(shownConnection(changed));
}

/** Removes deliveries that wait to go by themselves, and that the rule which was just stored does not send any more. */
export async function dropUnwanted(
  { minutesDeliveries }: Pick<Needs, "minutesDeliveries">,
  { id: connectionId, workspaceId, sends, updates }: Pick<ConnectionRow, "id" | "workspaceId" | "sends" | "updates">,
): Promise<void> {
  const events: MinutesEvent[] = [];
  if (sends === "by-hand") events.push("minutes.written");
  if (!updates) events.push("minutes.changed");
  if (events.length > 0) await minutesDeliveries.of(workspaceId).dropMinutes({ connectionId, events });
}

/** The object first: if it does not answer, the person can disconnect again. */
export async function disconnect(
  needs: Needs,
  actor: PersonActor,
  connectionId: string,
): Promise<Outcome<null, "not-found">> {
  const row = await findOwnConnection(needs.db, actor, connectionId);
  if (row === null) return refused("not-found");
  await needs.minutesDeliveries.of(row.workspaceId).forgetConnection(connectionId);
  await endConnection(needs, row);
  needs.log("connection.removed", { userId: actor.userId, connectionId, kind: row.kind });
  return ok(null);
}

/** Gives the tokens back where the destination takes them. Our copy goes all the same. */
async function endConnection(
  { db, connectionClients, secretBox, log }: Pick<Needs, "db" | "connectionClients" | "secretBox" | "log">,
  row: ConnectionRow,
): Promise<void> {
  try {
    const tokens = (await isTokenShared(db, row)) ? null : await openTokens(secretBox, row);
    if (tokens !== null) await connectionClients[row.kind]?.revoke(tokens);
  } catch (error) {
    log("connection.revoke.failed", { connectionId: row.id, kind: row.kind, error: faultOf(error) });
  }
  await db.delete(connections).where(eq(connections.id, row.id));
}

/** The deletion of an account gives all tokens back before its meetings go. The log goes with the workspace's object. */
export function endConnections(
  needs: Pick<Needs, "db" | "connectionClients" | "secretBox" | "log">,
): AccountConnection {
  return {
    name: "connections",
    async end(userId, signal) {
      const rows = await needs.db.select().from(connections).where(eq(connections.userId, userId));
      for (const row of rows) {
        signal.throwIfAborted();
        await endConnection(needs, row);
      }
      await needs.db.delete(connectionConsents).where(eq(connectionConsents.userId, userId));
    },
  };
}

/** A person's rows for `account.json` of the archive, without the tokens. */
export async function readConnectionData(db: Database, userId: string): Promise<ShownConnection[]> {
  const rows = await db
    .select()
    .from(connections)
    .where(eq(connections.userId, userId))
    .orderBy(asc(connections.createdAt), asc(connections.id));
  return rows.map(shownConnection);
}

export function shownConnection(row: ConnectionRow): ShownConnection {
  const { id, kind, accountName, sends, updates, createdAt, previewedAt, brokenAt } = row;
  const settings = readSettings(row);
  return { id, kind, name: accountName, sends, updates, settings, createdAt, previewedAt, brokenAt };
}

/** Stored settings were written by Acta, and need no schema here; each kind reads its own. */
function readSettings({ settings }: Pick<ConnectionRow, "settings">): Record<string, unknown> {
  return JSON.parse(settings) as Record<string, unknown>;
}
