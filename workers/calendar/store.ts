import {
  type AccountState,
  type CalendarProvider,
  JOIN_RULE_DEFAULT,
  type JoinRule,
} from "#app/domain/calendar/calendar.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { CalendarWindow, SyncCursor } from "#app/server/ports/calendar-provider.ts";
import type { CalendarSettings } from "#app/server/ports/calendar-account.ts";
import { CALENDAR_MIGRATIONS } from "#workers/calendar/store-migrations.ts";
import { migrateTables } from "#workers/durable/migrations.ts";

/** The account and its calendars, as its object keeps them. Events are in store-events.ts. */

export function migrateCalendarStore(storage: DurableObjectStorage): void {
  migrateTables(storage, CALENDAR_MIGRATIONS);
}

/** What decides over events and is the person's, not the account's. */
/** `soonMail`: the mail before each meeting is switched on. */
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
       state = CASE state WHEN 'reconnect' THEN 'reading' ELSE state END, failures = 0, lost_at = NULL,
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

export type CalendarRow = {
  calendarId: string;
  providerCalendarId: string;
  name: string;
  isPrimary: boolean;
  settings: CalendarSettings;
  cursor: SyncCursor;
  window: CalendarWindow;
  generation: number;
  pages: number;
  /** Grows with each round, full or of changes. */
  round: number;
  etag: string | null;
  dirty: number;
};

type RawCalendar = {
  calendar_id: string;
  provider_calendar_id: string;
  name: string;
  is_primary: number;
  settings: string;
  cursor: string;
  window: string;
  generation: number;
  pages: number;
  round: number;
  etag: string | null;
  dirty: number;
};

export function readCalendars(sql: SqlStorage): CalendarRow[] {
  return sql
    .exec<RawCalendar>("SELECT * FROM calendars ORDER BY is_primary DESC, rowid")
    .toArray()
    .map((row) => ({
      calendarId: row.calendar_id,
      providerCalendarId: row.provider_calendar_id,
      name: row.name,
      isPrimary: row.is_primary === 1,
      settings: JSON.parse(row.settings) as CalendarSettings,
      cursor: JSON.parse(row.cursor) as SyncCursor,
      window: JSON.parse(row.window) as CalendarWindow,
      generation: row.generation,
      pages: row.pages,
      round: row.round,
      etag: row.etag,
      dirty: row.dirty,
    }));
}

export function newSettings(): CalendarSettings {
  const rule: JoinRule = JOIN_RULE_DEFAULT;
  const language: MeetingLanguage | null = null;
  return { active: true, visible: true, joins: true, templateId: null, language, rule };
}

export function insertCalendar(
  sql: SqlStorage,
  calendar: Pick<CalendarRow, "calendarId" | "providerCalendarId" | "name" | "isPrimary">,
): void {
  sql.exec(
    `INSERT INTO calendars (calendar_id, provider_calendar_id, name, is_primary, settings, cursor, window, generation, pages,
       etag, dirty) VALUES (?, ?, ?, ?, ?, '{"kind":"start"}', '{"from":0,"to":0}', 0, 0, NULL, 1)
     ON CONFLICT (provider_calendar_id) DO NOTHING`,
    calendar.calendarId,
    calendar.providerCalendarId,
    calendar.name,
    calendar.isPrimary ? 1 : 0,
    JSON.stringify(newSettings()),
  );
}

export function saveSettings(sql: SqlStorage, calendarId: string, settings: CalendarSettings): void {
  sql.exec(
    "UPDATE calendars SET settings = ?, dirty = dirty + 1 WHERE calendar_id = ?",
    JSON.stringify(settings),
    calendarId,
  );
}

export function saveCursor(
  sql: SqlStorage,
  calendarId: string,
  { cursor, window, generation, pages }: Pick<CalendarRow, "cursor" | "window" | "generation" | "pages">,
): void {
  sql.exec(
    "UPDATE calendars SET cursor = ?, window = ?, generation = ?, pages = ? WHERE calendar_id = ?",
    JSON.stringify(cursor),
    JSON.stringify(window),
    generation,
    pages,
    calendarId,
  );
}
