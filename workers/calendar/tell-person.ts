import type { CalendarMail, CalendarMailContent } from "#app/domain/mail/mail-content.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { readAccount } from "#workers/calendar/store.ts";

/**
 * Mails to the person of an account. The object stores the reason together with what caused it, and gives it to the workspace's object
 * until that has taken it; the workspace's object sends one mail for each reason.
 */

/** A failure in the meantime that is no loss does not make the next refusal another one. Inside a transaction. */
export function noteLoss(sql: SqlStorage, now: number): void {
  sql.exec("UPDATE account SET lost_at = ?, loss_told = 0 WHERE lost_at IS NULL", now);
}

export function noteReadAgain(sql: SqlStorage): void {
  sql.exec("UPDATE account SET lost_at = NULL");
}

export function isLossUntold(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM account WHERE lost_at IS NOT NULL AND loss_told = 0").toArray().length > 0;
}

/** Throws where the workspace's object does not answer. */
export async function tellLoss({
  storage,
  deps,
}: {
  storage: DurableObjectStorage;
  deps: CalendarDeps;
}): Promise<void> {
  const account = readAccount(storage.sql);
  if (account === null || account.isLeaving || account.lostAt === null || account.isLossTold) return;
  const { workspaceId, userId, accountId, lostAt } = account;
  await deps.queueMail(workspaceId, { kind: "calendar-reconnect", userId, accountId, about: String(lostAt) });
  storage.sql.exec("UPDATE account SET loss_told = 1 WHERE lost_at = ?", lostAt);
}

/** The content of a mail that was queued earlier; null where its reason is gone. */
export function mailableNow(sql: SqlStorage, { userId, about }: CalendarMail): CalendarMailContent | null {
  const account = readAccount(sql);
  if (account === null || account.isLeaving || account.userId !== userId) return null;
  const { provider, name, lostAt } = account;
  return String(lostAt) === about ? { kind: "calendar-reconnect", provider, account: name } : null;
}
