import { and, eq, lt, sql } from "drizzle-orm";
import { safeReturnPath } from "#app/domain/account/return-path.ts";
import type { SessionActor } from "#app/domain/account/actor.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { CONNECTION_KINDS, type ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import type { ConnectResult } from "#app/domain/deliveries/connect-result.ts";
import { randomId } from "#app/domain/ids.ts";
import {
  CONNECTION_CONSENT_MS_MAX,
  CONNECTION_NAME_CHARS_MAX,
  CONNECTIONS_MAX,
} from "#app/domain/limits/deliveries.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isTaskKind } from "#app/domain/tasks/task-service.ts";
import { isEnding } from "#app/server/identity/deletion-mark.ts";
import { hashToken, newToken } from "#app/server/identity/session.ts";
import { challengeOf } from "#app/server/tokens/code-challenge.ts";
import { isTokenShared, sealTokens } from "#app/server/connections/connection-tokens.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { connectionConsents, connections } from "#app/server/db/schema-connections.ts";
import type { ConnectedAccount, ConnectionTokens } from "#app/server/ports/connection-client.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

/** Connecting an account to which minutes go: the consent at the destination. */

type Needs = Pick<Services, "db" | "connectionClients" | "minutesDeliveries" | "secretBox" | "log" | "now">;

/** Begins a consent. The attempt is bound to this session and workspace; the state is stored as its hash only. */
export async function startConnection(
  { db, connectionClients, now }: Needs,
  { userId, workspaceId, sessionHash }: SessionActor,
  asked: { kind: string; returnTo: string },
): Promise<Outcome<{ url: string }, "not-found">> {
  const kind = parseKind(asked.kind);
  const client = kind === null ? undefined : connectionClients[kind];
  if (kind === null || client === undefined) return refused("not-found");
  const [state, codeVerifier] = [newToken(), newToken()];
  const at = now();
  await db.batch([
    db.delete(connectionConsents).where(lt(connectionConsents.createdAt, at - CONNECTION_CONSENT_MS_MAX)),
    db.insert(connectionConsents).values({
      stateHash: await hashToken(state),
      sessionHash,
      userId,
      workspaceId,
      kind,
      codeVerifier,
      returnTo: safeReturnPath(asked.returnTo),
      createdAt: at,
    }),
  ]);
  return ok({ url: client.consentUrl({ state, codeChallenge: await challengeOf(codeVerifier) }) });
}

const RETURN_TO = "/settings/integrations#apps";
const PARAMETER_CHARS_MAX = 4096;
/** Cancel, as RFC 6749 names it, and as Pipedrive does. */
const CANCELLED = new Set(["access_denied", "user_denied"]);

/** The browser is back. An attempt can be taken once, by the session that began it. */
export async function finishConnection(
  services: Needs,
  actor: SessionActor | null,
  asked: { kind: string; query: URLSearchParams },
): Promise<{ result: ConnectResult; returnTo: string }> {
  const { db, connectionClients, now, log } = services;
  const kind = parseKind(asked.kind);
  const state = parameter(asked.query, "state");
  const client = kind === null ? undefined : connectionClients[kind];
  if (kind === null || client === undefined || state === null || actor === null) {
    return { result: "expired", returnTo: RETURN_TO };
  }
  const [attempt] = await db
    .delete(connectionConsents)
    .where(
      and(
        eq(connectionConsents.stateHash, await hashToken(state)),
        eq(connectionConsents.sessionHash, actor.sessionHash),
        eq(connectionConsents.workspaceId, actor.workspaceId),
        eq(connectionConsents.kind, kind),
      ),
    )
    .returning();
  if (!attempt || now() - attempt.createdAt > CONNECTION_CONSENT_MS_MAX) {
    return { result: "expired", returnTo: RETURN_TO };
  }
  const { returnTo, codeVerifier } = attempt;
  const error = asked.query.get("error");
  if (error !== null && CANCELLED.has(error)) return { result: "cancelled", returnTo };
  const code = parameter(asked.query, "code");
  if (error !== null || code === null) return { result: "failed", returnTo };
  try {
    const exchanged = await client.exchange({ code, codeVerifier, now: now() });
    if (!exchanged.ok) {
      log("connection.consent.refused", { kind, reason: exchanged.reason });
      return { result: exchanged.reason === "code-refused" ? "failed" : exchanged.reason, returnTo };
    }
    if (await isEnding(db, actor.userId)) {
      // Their account was deleted while the destination answered.
      const { tokens, account } = exchanged.value;
      const shared = await isTokenShared(db, { id: "", kind, accountId: account.accountId });
      if (!shared) await client.revoke(tokens);
      return { result: "expired", returnTo };
    }
    return { result: await connect(services, actor, kind, exchanged.value), returnTo };
  } catch (thrown) {
    if (!(thrown instanceof UpstreamError)) throw thrown;
    log("connection.consent.failed", { kind, status: thrown.status });
    return { result: "unavailable", returnTo };
  }
}

/** The same account of this person keeps its settings, and what waited for it is sent. */
async function connect(
  { db, minutesDeliveries, secretBox, log, now }: Needs,
  { userId, workspaceId }: SessionActor,
  kind: ConnectionKind,
  { tokens, account }: { tokens: ConnectionTokens; account: ConnectedAccount },
): Promise<ConnectResult> {
  const { accountId } = account;
  const accountName = beginningOf(account.name, CONNECTION_NAME_CHARS_MAX);
  const own = and(eq(connections.userId, userId), eq(connections.kind, kind), eq(connections.accountId, accountId));
  const [known] = await db
    .select({ id: connections.id, workspaceId: connections.workspaceId })
    .from(connections)
    .where(own);
  if (known) {
    const sealed = await sealTokens(secretBox, known.id, tokens);
    await db
      .update(connections)
      .set({ tokens: sealed, accountName, brokenAt: null, parkedAt: null })
      .where(eq(connections.id, known.id));
    await minutesDeliveries.of(known.workspaceId).resumeMinutes({ connectionId: known.id, after: "reconnect" });
    log("connection.renewed", { userId, connectionId: known.id, kind });
    return "connected";
  }
  const id = randomId();
  const at = now();
  const added = await insertWhere(db, connections, {
    row: {
      id,
      userId,
      workspaceId,
      kind,
      accountId,
      accountName,
      tokens: await sealTokens(secretBox, id, tokens),
      sends: "by-hand",
      // Tasks go when a person sends them, and stay as they are there.
      updates: !isTaskKind(kind),
      settings: JSON.stringify(account.settings ?? {}),
      createdAt: at,
      activeSince: at,
    },
    where: sql`(select count(*) from ${connections} where ${eq(connections.userId, userId)}) < ${CONNECTIONS_MAX}`,
  }).returning({ id: connections.id });
  if (added.length === 0) return "too-many";
  log("connection.added", { userId, connectionId: id, kind });
  return "connected";
}

function parseKind(text: string): ConnectionKind | null {
  return CONNECTION_KINDS.find((kind) => kind === text) ?? null;
}

function parameter(params: URLSearchParams, name: string): string | null {
  const value = params.get(name);
  return value && value.length <= PARAMETER_CHARS_MAX ? value : null;
}
