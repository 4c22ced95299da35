import { and, asc, eq, gt, gte, lt, ne } from "drizzle-orm";
import * as z from "zod";
import { readSlackAccount, slackTeamRange } from "#app/domain/collaboration/slack-account.ts";
import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import { CONNECTION_TOKEN_RESERVE_MS } from "#app/domain/limits/deliveries.ts";
import type { Database } from "#app/server/db/database.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import type { Log } from "#app/server/log.ts";
import type { ConnectionClients, ConnectionTokens } from "#app/server/ports/connection-client.ts";
import type { SecretBox } from "#app/server/ports/secret-box.ts";

/** The encrypted tokens of connections, and their refresh. */

const stored = z.object({ access: z.string(), refresh: z.nullable(z.string()), expiresAt: z.nullable(z.number()) });

type Sealed = { id: string; tokens: string };
const contextOf = (connectionId: string) => `connections/${connectionId}`;

export function sealTokens(box: SecretBox, connectionId: string, tokens: ConnectionTokens): Promise<string> {
  return box.seal(JSON.stringify(tokens), contextOf(connectionId));
}

/** Null where they cannot be decrypted. */
export async function openTokens(box: SecretBox, { id, tokens }: Sealed): Promise<ConnectionTokens | null> {
  const text = await box.open(tokens, contextOf(id));
  return text === null ? null : stored.parse(JSON.parse(text));
}

type Needs = {
  db: Database;
  secretBox: SecretBox;
  connectionClients: ConnectionClients;
  log: Log;
  now: () => number;
};

/**
 * A token that the destination accepts; null where the person must connect again, which the row then says. `fresh`: the one in hand was
 * refused. Two refreshes at a time are possible (a delivery and a preview): the later one takes the tokens that the earlier one stored.
 */
export async function accessToken(needs: Needs, connectionId: string, fresh = false): Promise<string | null> {
  const row = await readSealed(needs.db, connectionId);
  if (row === null) return null;
  const tokens = await openTokens(needs.secretBox, row);
  const { now } = needs;
  if (tokens !== null && !fresh && (tokens.expiresAt ?? Infinity) > now() + CONNECTION_TOKEN_RESERVE_MS)
    return tokens.access;
  const client = needs.connectionClients[row.kind];
  if (tokens === null || tokens.refresh === null || client === undefined) return giveUp(needs, row);
  const answer = await client.refresh(tokens.refresh, now());
  if (!answer.ok) return giveUp(needs, row);
  const sealed = await sealTokens(needs.secretBox, connectionId, answer.value);
  const saved = await needs.db
    .update(connections)
    .set({ tokens: sealed, brokenAt: null })
    .where(unchanged(row))
    .returning({ id: connections.id });
  return saved.length > 0 ? answer.value.access : theirs(needs, connectionId);
}

/** Marks the connection, unless its tokens were replaced meanwhile. */
async function giveUp(needs: Needs, row: Sealed & { kind: ConnectionKind }): Promise<string | null> {
  const marked = await needs.db
    .update(connections)
    .set({ brokenAt: needs.now() })
    .where(unchanged(row))
    .returning({ id: connections.id });
  if (marked.length === 0) return theirs(needs, row.id);
  needs.log("connection.refused", { connectionId: row.id, kind: row.kind });
  return null;
}

async function theirs({ db, secretBox }: Needs, connectionId: string): Promise<string | null> {
  const row = await readSealed(db, connectionId);
  return row === null ? null : ((await openTokens(secretBox, row))?.access ?? null);
}

async function readSealed(db: Database, connectionId: string): Promise<(Sealed & { kind: ConnectionKind }) | null> {
  const { id, tokens, kind } = connections;
  const [row] = await db.select({ id, tokens, kind }).from(connections).where(eq(id, connectionId));
  return row ?? null;
}

function unchanged({ id, tokens }: Sealed) {
  return and(eq(connections.id, id), eq(connections.tokens, tokens));
}

/** Encrypts a page of connections' tokens with the first key of the box. Answers the ids of the page; the next one begins after the last. */
export async function resealConnections(
  { db, secretBox }: { db: Database; secretBox: SecretBox },
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: connections.id, tokens: connections.tokens })
    .from(connections)
    .where(gt(connections.id, after))
    .orderBy(asc(connections.id))
    .limit(limit);
  for (const row of rows) {
    if (secretBox.isCurrent(row.tokens)) continue;
    const tokens = await openTokens(secretBox, row);
    if (tokens === null) continue;
    // Not over a refresh that came meanwhile.
    await db
      .update(connections)
      .set({ tokens: await sealTokens(secretBox, row.id, tokens) })
      .where(unchanged(row));
  }
  return rows.map(({ id }) => id);
}

/** Whether another connection uses the same token: Slack has one for each workspace, which must not end with one person's connection. */
export async function isTokenShared(
  db: Database,
  row: Pick<typeof connections.$inferSelect, "id" | "kind" | "accountId">,
): Promise<boolean> {
  if (row.kind !== "slack") return false;
  const { from, to } = slackTeamRange(readSlackAccount(row.accountId).teamId);
  const { id, kind, accountId } = connections;
  const [other] = await db
    .select({ id })
    .from(connections)
    .where(and(eq(kind, "slack"), gte(accountId, from), lt(accountId, to), ne(id, row.id)))
    .limit(1);
  return other !== undefined;
}
