import { and, asc, eq, gt, gte, lt, ne } from "drizzle-orm";
import * as z from "zod";
import { readSlackAccount, slackTeamRange } from "#app/domain/collaboration/slack-account.ts";
import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import {
  CONNECTION_TOKEN_RESERVE_MS,
  TOKEN_REFRESH_LOOK_MS,
  TOKEN_REFRESH_MS_MAX,
} from "#app/domain/limits/deliveries.ts";
import type { Database } from "#app/server/db/database.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import type { Log } from "#app/server/log.ts";
import type { ConnectionClient, ConnectionClients } from "#app/server/ports/connection-client.ts";
import type { SecretBox } from "#app/server/ports/secret-box.ts";

/** The encrypted tokens of connections, and their refresh. */

/** `refreshing`: until when one process refreshes them, and others wait for it. */
const stored = z.object({
  access: z.string(),
  refresh: z.nullable(z.string()),
  expiresAt: z.nullable(z.number()),
  refreshing: z.number().optional(),
});
type StoredTokens = z.infer<typeof stored>;

type Sealed = { id: string; tokens: string };
const contextOf = (connectionId: string) => `connections/${connectionId}`;

export function sealTokens(box: SecretBox, connectionId: string, tokens: StoredTokens): Promise<string> {
  return box.seal(JSON.stringify(tokens), contextOf(connectionId));
}

/** Null where they cannot be decrypted. */
export async function openTokens(box: SecretBox, { id, tokens }: Sealed): Promise<StoredTokens | null> {
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
 * A token that the destination accepts; null where the person must connect again, which the row then says. `refusedToken`: one that the
 * destination did not accept. A delivery and a preview may refresh at the same time, and some destinations take a refresh token once: the
 * first one marks the tokens, and the others wait for what it stores.
 */
export async function accessToken(
  needs: Needs,
  connectionId: string,
  refusedToken: string | null = null,
): Promise<string | null> {
  const { now } = needs;
  const until = now() + TOKEN_REFRESH_MS_MAX;
  let hasWaited = false;
  for (;;) {
    const row = await readSealed(needs.db, connectionId);
    if (row === null) return null;
    const tokens = await openTokens(needs.secretBox, row);
    const isGood = tokens !== null && (tokens.expiresAt ?? Infinity) > now() + CONNECTION_TOKEN_RESERVE_MS;
    if (isGood && tokens.access !== refusedToken) return tokens.access;
    const client = needs.connectionClients[row.kind];
    if (tokens === null || tokens.refresh === null || client === undefined) return giveUp(needs, row);
    if (hasWaited && row.brokenAt !== null) return null;
    if ((tokens.refreshing ?? 0) > now() && now() < until) {
      hasWaited = true;
      await new Promise<void>((resolve) => void setTimeout(resolve, TOKEN_REFRESH_LOOK_MS));
      continue;
    }
    const marked = await replaceTokens(needs, row, { ...tokens, refreshing: now() + TOKEN_REFRESH_MS_MAX });
    if (marked !== null) return refreshTokens(needs, { row: marked, tokens, refresh: tokens.refresh, client });
  }
}

type Refreshing = { row: SealedRow; tokens: StoredTokens; refresh: string; client: ConnectionClient };

/** `row` has the mark of this refresh. A destination that does not answer leaves the tokens as they were. */
async function refreshTokens(needs: Needs, { row, tokens, refresh, client }: Refreshing): Promise<string | null> {
  const { refreshing: _former, ...kept } = tokens;
  let answer: Awaited<ReturnType<ConnectionClient["refresh"]>>;
  try {
    answer = await client.refresh(refresh, needs.now());
  } catch (error) {
    await replaceTokens(needs, row, kept);
    throw error;
  }
  if (!answer.ok) return giveUp(needs, row, await sealTokens(needs.secretBox, row.id, kept));
  const saved = await replaceTokens(needs, row, answer.value, { brokenAt: null });
  return saved === null ? theirs(needs, row.id) : answer.value.access;
}

/** The row with other tokens; null where they were replaced meanwhile. */
async function replaceTokens(
  { db, secretBox }: Needs,
  row: SealedRow,
  tokens: StoredTokens,
  over: { brokenAt?: null } = {},
): Promise<SealedRow | null> {
  const sealed = await sealTokens(secretBox, row.id, tokens);
  const saved = await db
    .update(connections)
    .set({ tokens: sealed, ...over })
    .where(unchanged(row))
    .returning({ id: connections.id });
  return saved.length > 0 ? { ...row, tokens: sealed } : null;
}

/** Marks the connection, unless its tokens were replaced meanwhile. */
async function giveUp(needs: Needs, row: SealedRow, tokens = row.tokens): Promise<string | null> {
  const marked = await needs.db
    .update(connections)
    .set({ tokens, brokenAt: needs.now() })
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

type SealedRow = Sealed & { kind: ConnectionKind; brokenAt: number | null };

async function readSealed(db: Database, connectionId: string): Promise<SealedRow | null> {
  const { id, tokens, kind, brokenAt } = connections;
  const [row] = await db.select({ id, tokens, kind, brokenAt }).from(connections).where(eq(id, connectionId));
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
