import type { AccountState, CalendarProvider } from "#app/domain/calendar/calendar.ts";
import { CALENDAR_MIGRATIONS } from "#workers/calendar/store-migrations.ts";
import { migrateTables } from "#workers/durable/migrations.ts";
import { flag, json, plain, type RowOf, tableOf } from "#workers/durable/table.ts";

/** The account, as its object keeps it. Its calendars are in store-calendars.ts, their events in store-events.ts. */

export function migrateCalendarStore(storage: DurableObjectStorage): void {
  migrateTables(storage, CALENDAR_MIGRATIONS);
}

/** The person's facts, not the account's, that decide over events and mails. `soonMail`, `briefMail`: these mails are switched on; the last is absent in contexts of before. */
export type PersonContext = { timeZone: string; email: string | null; soonMail: boolean; briefMail?: boolean };

const ACCOUNT = tableOf("account", {
  /** The object has one. */
  id: plain<1>(),
  accountId: plain<string>(),
  userId: plain<string>(),
  workspaceId: plain<string>(),
  provider: plain<CalendarProvider>(),
  subject: plain<string>(),
  name: plain<string>(),
  address: plain<string | null>(),
  secret: plain<string>(),
  state: plain<AccountState>(),
  context: json<PersonContext>(),
  failures: plain<number>(),
  nextSyncAt: plain<number>(),
  syncedAt: plain<number | null>(),
  createdAt: plain<number>(),
  dirty: plain<number>(),
  isLeaving: flag("leaving"),
  /** Since when only a new consent helps; null while the account can be read. */
  lostAt: plain<number | null>(),
  /** The workspace has the mail about it. */
  isLossTold: flag("loss_told"),
  /** When it was last asked whether the plan's recordings are used up; null: never, or an event was refused since. */
  limitAskedAt: plain<number | null>(),
  /** When the cron is to look after it next, as D1 has it. */
  joinAt: plain<number | null>(),
});
export type AccountRow = RowOf<typeof ACCOUNT>;

export function readAccount(sql: SqlStorage): AccountRow | null {
  return ACCOUNT.select(sql)[0] ?? null;
}

/** A new account, or new secrets for the same one. */
export function saveAccount(
  sql: SqlStorage,
  account: Pick<
    AccountRow,
    "accountId" | "userId" | "workspaceId" | "provider" | "subject" | "name" | "address" | "secret" | "createdAt"
  >,
  now: number,
): void {
  const context = { timeZone: "UTC", email: null, soonMail: false };
  const unread = { state: "reading", context, failures: 0, nextSyncAt: now, dirty: 1, isLeaving: false } as const;
  ACCOUNT.insert(
    sql,
    { id: 1, ...account, ...unread },
    `ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, secret = excluded.secret,
       state = CASE WHEN state IN ('reconnect', 'parked') THEN 'reading' ELSE state END, failures = 0, lost_at = NULL, reading = 0,
       next_sync_at = excluded.next_sync_at, dirty = dirty + 1`,
  );
}

/** D1 has this time. */
export function noteNet(sql: SqlStorage, joinAt: number | null): void {
  sql.exec("UPDATE account SET join_at = ?", joinAt);
}

/** D1 may have another time: the account is written anew. */
export function doubtNet(sql: SqlStorage): void {
  sql.exec("UPDATE account SET dirty = dirty + 1");
}

/** The state of an account that has been read to the end. A feed has one calendar, whose mark sync.ts sets. */
export function stateOnceRead(sql: SqlStorage): AccountState {
  return sql.exec("SELECT 1 FROM calendars WHERE cut = 1").toArray().length > 0 ? "cut" : "ok";
}

export function updateAccount(
  sql: SqlStorage,
  change: Partial<Pick<AccountRow, "state" | "failures" | "nextSyncAt" | "syncedAt" | "secret" | "context">>,
): void {
  ACCOUNT.update(sql, change, ", dirty = dirty + 1");
}
