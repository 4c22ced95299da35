import { and, eq } from "drizzle-orm";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import type { CalendarProvider } from "#app/domain/calendar/calendar.ts";
import { CALENDAR_REVOKE_BACK_OFF, CALENDAR_REVOKE_TRIES_MAX } from "#app/domain/limits/calendars.ts";
import { forgetEnding } from "#app/server/calendars/project-account.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { faultOf } from "#app/server/log.ts";
import type { CalendarTokens } from "#app/server/ports/calendar-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { type AccountRow, migrateCalendarStore, readAccount } from "#workers/calendar/store.ts";
import { sealedAnew, secretContext } from "#workers/calendar/tokens.ts";

/**
 * Gives the token of an account that has ended back to its provider. Where the provider does not answer, the encrypted token is all that the
 * object keeps, and the alarm tries again, a bounded number of times. Nothing else waits for it.
 */

type Needs = { storage: DurableObjectStorage; deps: CalendarDeps };
type Given = Pick<AccountRow, "accountId" | "userId" | "provider" | "subject" | "secret">;
type Revocation = Given & { failures: number; retryAt: number };
type RawRevocation = {
  account_id: string;
  user_id: string;
  provider: string;
  subject: string;
  secret: string;
  failures: number;
  retry_at: number;
};

const EMPTIED = ["account", "calendars", "events", "series", "switches", "channels", "channel_waits"];

/** Ends the storage of an account, with a first try to give its token back. */
export async function endWithRevocation({ storage, deps }: Needs, account: Given): Promise<void> {
  const { accountId, userId, provider, subject, secret } = account;
  const end = await giveBack(deps, account, 1);
  if (typeof end === "string") {
    if (end === "unreadable") deps.log("calendar.revoke.ended", { accountId, provider, attempts: 0, end });
    return empty({ storage, deps }, accountId);
  }
  const retryAt = deps.now() + waitAfter(deps, 1, end.retryAfterMs);
  storage.transactionSync(() => {
    for (const table of EMPTIED) storage.sql.exec(`DELETE FROM ${table}`);
    storage.sql.exec(
      `INSERT OR REPLACE INTO revocation (id, account_id, user_id, provider, subject, secret, failures, retry_at)
       VALUES (1, ?, ?, ?, ?, ?, 1, ?)`,
      accountId,
      userId,
      provider,
      subject,
      secret,
      retryAt,
    );
  });
  await storage.setAlarm(retryAt);
}

/** When the token is tried next; null where none is left. */
export function revocationAt(sql: SqlStorage): number | null {
  return readRevocation(sql)?.retryAt ?? null;
}

/** Encrypts the token with the current key. False: none waits. */
export async function resealRevocation({ storage: { sql }, deps }: Needs): Promise<boolean> {
  const revocation = readRevocation(sql);
  if (revocation === null) return false;
  const secret = await sealedAnew(deps.secretBox, revocation);
  // Meanwhile it may have been given back, or dropped.
  if (secret !== null) sql.exec("UPDATE revocation SET secret = ? WHERE secret = ?", secret, revocation.secret);
  return true;
}

/** The person has connected the same account again: giving the former token back could end the new consent too. */
export function dropRevocation(sql: SqlStorage): void {
  sql.exec("DELETE FROM revocation");
}

/** The next try, where it is due. */
export async function retryRevocation({ storage, deps }: Needs): Promise<void> {
  const { sql } = storage;
  const revocation = readRevocation(sql);
  if (revocation === null || revocation.retryAt > deps.now()) return;
  const { accountId, provider } = revocation;
  const attempt = revocation.failures + 1;
  const isTaken = await isConnectedAgain(deps, revocation);
  const given = isTaken ? "connected-again" : await giveBack(deps, revocation, attempt);
  // Connected again meanwhile, under the same id.
  if (readAccount(sql) !== null) return;
  if (typeof given !== "string" && attempt < CALENDAR_REVOKE_TRIES_MAX) {
    const retryAt = deps.now() + waitAfter(deps, attempt, given.retryAfterMs);
    sql.exec("UPDATE revocation SET failures = ?, retry_at = ?", attempt, retryAt);
    return;
  }
  await empty({ storage, deps }, accountId);
  const end = typeof given === "string" ? given : "given-up";
  const attempts = end === "connected-again" || end === "unreadable" ? attempt - 1 : attempt;
  deps.log("calendar.revoke.ended", { accountId, provider, attempts, end });
}

/** `revoked`: the provider has it, takes none, or says that it knows none. `unreadable`: the key that encrypted it is gone. */
async function giveBack(
  deps: CalendarDeps,
  { accountId, provider, secret }: Given,
  attempt: number,
): Promise<"revoked" | "unreadable" | { retryAfterMs: number | null }> {
  if (provider === "ics") return "revoked";
  try {
    const text = await deps.secretBox.open(secret, secretContext({ accountId }));
    if (text === null) return "unreadable";
    await deps.clients[provider].revoke(JSON.parse(text) as CalendarTokens);
    return "revoked";
  } catch (error) {
    deps.log("calendar.revoke.failed", { accountId, provider, attempt, error: faultOf(error) });
    return { retryAfterMs: error instanceof UpstreamError ? error.retryAfterMs : null };
  }
}

/** False too where D1 does not answer: the person asked for the end of Acta's access. */
async function isConnectedAgain({ db, log }: CalendarDeps, { accountId, userId, provider, subject }: Revocation) {
  try {
    const same = and(
      eq(calendarAccounts.userId, userId),
      eq(calendarAccounts.provider, provider),
      eq(calendarAccounts.subject, subject),
    );
    return (await db.select({ id: calendarAccounts.id }).from(calendarAccounts).where(same)).length > 0;
  } catch (error) {
    log("calendar.revoke.failed", { accountId, provider, error: faultOf(error) });
    return false;
  }
}

function waitAfter({ random }: CalendarDeps, failures: number, askedMs: number | null): number {
  return backOffDelayMs(CALENDAR_REVOKE_BACK_OFF, failures, random(), askedMs);
}

function readRevocation(sql: SqlStorage): Revocation | null {
  const [row] = sql.exec<RawRevocation>("SELECT * FROM revocation").toArray();
  if (!row) return null;
  return {
    accountId: row.account_id,
    userId: row.user_id,
    provider: row.provider as CalendarProvider,
    subject: row.subject,
    secret: row.secret,
    failures: row.failures,
    retryAt: row.retry_at,
  };
}

/** The row of D1 first: should it stay, the alarm goes on with the token, and nothing is left of either in the end. */
async function empty({ storage, deps }: Needs, accountId: string): Promise<void> {
  await forgetEnding(deps.db, accountId);
  await storage.deleteAlarm();
  await storage.deleteAll();
  migrateCalendarStore(storage);
}
