import { and, eq, lt, sql } from "drizzle-orm";
import type { FeedPayload } from "#app/contracts/calendar-payloads.ts";
import { safeReturnPath } from "#app/domain/account/return-path.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { type ConnectResult, type ConsentProvider, parseConsentProvider } from "#app/domain/calendar/calendar.ts";
import { randomId } from "#app/domain/ids.ts";
import { CALENDAR_ACCOUNTS_MAX, CONSENT_ATTEMPT_MS_MAX, FEED_NAME_CHARS_MAX } from "#app/domain/limits/calendars.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { challengeOf } from "#app/server/tokens/code-challenge.ts";
import { connectable } from "#app/server/calendars/list-calendars.ts";
import { type Caller, hashToken, newToken } from "#app/server/identity/session.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { calendarAccounts, calendarConsents } from "#app/server/db/schema-calendars.ts";
import type { CalendarOwner, CalendarTokens } from "#app/server/ports/calendar-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

/** Connecting an account: the consent at Google or Microsoft, apart from sign-in, or the secret address of a feed. */

type Needs = Pick<Services, "config" | "db" | "calendarAccounts" | "calendarClients" | "calendarFeeds" | "log" | "now">;
type Actor = Caller["actor"];

/** Begins a consent. The attempt is bound to this session and workspace; the state is stored as its hash only. */
export async function startConsent(
  { config, db, calendarClients, now }: Needs,
  { userId, workspaceId, sessionHash }: Actor,
  asked: { provider: string; returnTo: string },
): Promise<Outcome<{ url: string }, "not-found">> {
  const provider = parseConsentProvider(asked.provider);
  if (provider === null || !connectable(config).includes(provider)) return refused("not-found");
  const [state, nonce, codeVerifier] = [newToken(), newToken(), newToken()];
  const at = now();
  await db.batch([
    db.delete(calendarConsents).where(lt(calendarConsents.createdAt, at - CONSENT_ATTEMPT_MS_MAX)),
    db.insert(calendarConsents).values({
      stateHash: await hashToken(state),
      sessionHash,
      userId,
      workspaceId,
      provider,
      codeVerifier,
      nonce,
      returnTo: safeReturnPath(asked.returnTo),
      createdAt: at,
    }),
  ]);
  return ok({
    url: calendarClients[provider].consentUrl({ state, nonce, codeChallenge: await challengeOf(codeVerifier) }),
  });
}

const PARAMETER_CHARS_MAX = 4096;

/** The browser is back. An attempt can be taken once, by the session that began it; a person's own account is refreshed. */
export async function finishConsent(
  services: Needs,
  actor: Actor | null,
  asked: { provider: string; query: URLSearchParams },
): Promise<{ result: ConnectResult; returnTo: string }> {
  const { db, now, log } = services;
  const provider = parseConsentProvider(asked.provider);
  const state = parameter(asked.query, "state");
  if (provider === null || state === null || actor === null) return { result: "expired", returnTo: "/settings" };
  const [attempt] = await db
    .delete(calendarConsents)
    .where(
      and(
        eq(calendarConsents.stateHash, await hashToken(state)),
        eq(calendarConsents.sessionHash, actor.sessionHash),
        eq(calendarConsents.workspaceId, actor.workspaceId),
        eq(calendarConsents.provider, provider),
      ),
    )
    .returning();
  if (!attempt || now() - attempt.createdAt > CONSENT_ATTEMPT_MS_MAX)
    return { result: "expired", returnTo: "/settings" };
  const { returnTo, codeVerifier, nonce } = attempt;
  const error = asked.query.get("error");
  if (error === "access_denied") return { result: "cancelled", returnTo };
  const code = parameter(asked.query, "code");
  if (error !== null || code === null) return { result: "failed", returnTo };
  try {
    const exchanged = await services.calendarClients[provider].exchange({ code, codeVerifier, nonce, now: now() });
    if (!exchanged.ok) {
      log("calendar.consent.refused", { provider, reason: exchanged.reason });
      return { result: exchanged.reason === "scopes-missing" ? "scopes-missing" : "failed", returnTo };
    }
    return { result: await connect(services, actor, provider, exchanged.value), returnTo };
  } catch (thrown) {
    if (!(thrown instanceof UpstreamError)) throw thrown;
    log("calendar.consent.failed", { provider, status: thrown.status });
    return { result: "unavailable", returnTo };
  }
}

async function connect(
  services: Needs,
  actor: Actor,
  provider: ConsentProvider,
  { tokens, owner }: { tokens: CalendarTokens; owner: CalendarOwner },
): Promise<ConnectResult> {
  const { userId, workspaceId } = actor;
  const name = owner.email || provider;
  const claimed = await claimAccount(services, actor, { provider, subject: owner.subject, name });
  if (claimed === null) return "too-many";
  const { accountId, createdAt } = claimed;
  await services.calendarAccounts
    .of(accountId)
    .begin({ accountId, userId, workspaceId, name, createdAt, provider, owner, tokens });
  services.log("calendar.connected", { accountId, provider });
  return "connected";
}

/**
 * The account's id: that of the same account of this person, or a new one; null where there are too many. The row comes before the object
 * has any secret, so that requests at the same time get one id, and no secret is stored without a row that leads to it. The sweep removes
 * a row whose object was never begun.
 */
async function claimAccount(
  { db, now }: Needs,
  { userId, workspaceId }: Actor,
  { provider, subject, name }: { provider: string; subject: string; name: string },
): Promise<{ accountId: string; createdAt: number } | null> {
  const at = now();
  const held = sql`(select count(*) from calendar_accounts where user_id = ${userId})`;
  const [, [known]] = await db.batch([
    // In one statement with the count, so that the limit holds for requests at the same time.
    insertWhere(db, calendarAccounts, {
      row: {
        id: randomId(),
        userId,
        workspaceId,
        provider,
        subject,
        name,
        state: "reading",
        nextSyncAt: at,
        createdAt: at,
      },
      where: sql`${held} < ${CALENDAR_ACCOUNTS_MAX}`,
    }).onConflictDoNothing(),
    db
      .select({ accountId: calendarAccounts.id, createdAt: calendarAccounts.createdAt })
      .from(calendarAccounts)
      .where(
        and(
          eq(calendarAccounts.userId, userId),
          eq(calendarAccounts.provider, provider),
          eq(calendarAccounts.subject, subject),
        ),
      ),
  ]);
  return known ?? null;
}

/** Adds a calendar by its secret address. It is read once first, so that a wrong address is told at once. */
export async function addFeed(
  services: Needs,
  { actor, user }: Caller,
  { url, name }: FeedPayload,
): Promise<Outcome<{ account_id: string }, "feed-address" | "feed-content" | "too-many-calendars">> {
  const { calendarFeeds, now } = services;
  const address = calendarFeeds.parseAddress(url);
  if (address === null) return refused("feed-address");
  const at = now();
  const read = await calendarFeeds.read(address, {
    window: { from: at, to: at },
    etag: null,
    own: user.email?.toLowerCase() ?? null,
    timeZone: "UTC",
    isMine: false,
  });
  if (!read.ok) return read;
  const { userId, workspaceId } = actor;
  // The address itself is stored by the account's object only, encrypted.
  const subject = await hashToken(address);
  const given =
    name || cleanName((read.value === "unchanged" ? null : read.value.name) ?? "") || new URL(address).hostname;
  const shown = beginningOf(given, FEED_NAME_CHARS_MAX);
  const claimed = await claimAccount(services, actor, { provider: "ics", subject, name: shown });
  if (claimed === null) return refused("too-many-calendars");
  const { accountId, createdAt } = claimed;
  await services.calendarAccounts.of(accountId).begin({
    accountId,
    userId,
    workspaceId,
    name: shown,
    createdAt,
    provider: "ics",
    subject,
    address,
  });
  services.log("calendar.connected", { accountId, provider: "ics" });
  return ok({ account_id: accountId });
}

function parameter(params: URLSearchParams, name: string): string | null {
  const value = params.get(name);
  return value && value.length <= PARAMETER_CHARS_MAX ? value : null;
}
