import type { AccountState, CalendarProvider } from "#app/domain/calendar/calendar.ts";
import { CALENDAR_MIGRATIONS } from "#workers/calendar/store-migrations.ts";
import { migrateTables } from "#workers/durable/migrations.ts";

/** The account, as its object keeps it. Its calendars are in store-calendars.ts, their events in store-events.ts. */

export function migrateCalendarStore(storage: DurableObjectStorage): void {
  migrateTables(storage, CALENDAR_MIGRATIONS);
}

/** The person's facts, not the account's, that decide over events and mails. `soonMail`: the mail before each meeting is switched on. */
export type PersonContext = { timeZone: string; email: string | null; soonMail: boolean };

export type AccountRow = {
  accountId: string;
  userId: string;
  workspaceId: string;
  provider: CalendarProvider;
  subject: string;
  name: string;
  address: string | null;
  secret: string;
  state: AccountState;
  context: PersonContext;
  failures: number;
  nextSyncAt: number;
  syncedAt: number | null;
  createdAt: number;
  dirty: number;
  isLeaving: boolean;
  /** Since when only a new consent helps; null while the account can be read. */
  lostAt: number | null;
  /** The workspace has the mail about it. */
  isLossTold: boolean;
  /** When it was last asked whether the plan's recordings are used up; null: never, or an event was refused since. */
  limitAskedAt: number | null;
};

type RawAccount = {
  account_id: string;
  user_id: string;
  workspace_id: string;
  provider: string;
  subject: string;
  name: string;
  address: string | null;
  secret: string;
  state: string;
  context: string;
  failures: number;
  next_sync_at: number;
  synced_at: number | null;
  created_at: number;
  dirty: number;
  leaving: number;
  lost_at: number | null;
  loss_told: number;
  limit_asked_at: number | null;
};

export function readAccount(sql: SqlStorage): AccountRow | null {
  const [row] = sql.exec<RawAccount>("SELECT * FROM account").toArray();
  if (!row) return null;
  return {
    accountId: row.account_id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    provider: row.provider as CalendarProvider,
    subject: row.subject,
    name: row.name,
    address: row.address,
    secret: row.secret,
    state: row.state as AccountState,
    context: JSON.parse(row.context) as PersonContext,
    failures: row.failures,
    nextSyncAt: row.next_sync_at,
    syncedAt: row.synced_at,
    createdAt: row.created_at,
    dirty: row.dirty,
    isLeaving: row.leaving === 1,
    lostAt: row.lost_at,
    isLossTold: row.loss_told === 1,
    limitAskedAt: row.limit_asked_at,
  };
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
  sql.exec(
    `INSERT INTO account (id, account_id, user_id, workspace_id, provider, subject, name, address, secret, state, context,
       failures, next_sync_at, synced_at, created_at, dirty, leaving)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, 'reading', '{"timeZone":"UTC","email":null,"soonMail":false}', 0, ?, NULL, ?, 1, 0)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, secret = excluded.secret,
       state = CASE WHEN state IN ('reconnect', 'parked') THEN 'reading' ELSE state END, failures = 0, lost_at = NULL, reading = 0,
       next_sync_at = excluded.next_sync_at, dirty = dirty + 1`,
    account.accountId,
    account.userId,
    account.workspaceId,
    account.provider,
    account.subject,
    account.name,
    account.address,
    account.secret,
    now,
    account.createdAt,
  );
}

/** The state of an account that has been read to the end. A feed has one calendar, whose mark sync.ts sets. */
export function stateOnceRead(sql: SqlStorage): AccountState {
  return sql.exec("SELECT 1 FROM calendars WHERE cut = 1").toArray().length > 0 ? "cut" : "ok";
}

export function updateAccount(
  sql: SqlStorage,
  change: Partial<Pick<AccountRow, "state" | "failures" | "nextSyncAt" | "syncedAt" | "secret">> & {
    context?: PersonContext;
  },
): void {
  const before = readAccount(sql);
  if (before === null) return;
  const { state, failures, nextSyncAt, syncedAt, secret, context } = { ...before, ...change };
  sql.exec(
    `UPDATE account SET state = ?, failures = ?, next_sync_at = ?, synced_at = ?, secret = ?, context = ?, dirty = dirty + 1`,
    state,
    failures,
    nextSyncAt,
    syncedAt,
    secret,
    JSON.stringify(context),
  );
}
