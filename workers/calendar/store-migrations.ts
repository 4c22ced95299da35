import { CHANNEL_TABLES } from "#workers/calendar/store-channels.ts";
import type { StoreMigration } from "#workers/durable/migrations.ts";

/** The tables of an account's object. */

/** Append only. */
export const CALENDAR_MIGRATIONS: readonly StoreMigration[] = [
  {
    name: "0001-account",
    statements: [
      // `secret` is encrypted: the tokens, or the address of a feed. `context` is what was last known of the person.
      `CREATE TABLE account (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        account_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        workspace_id TEXT NOT NULL,
        provider TEXT NOT NULL,
        subject TEXT NOT NULL,
        name TEXT NOT NULL,
        address TEXT,
        secret TEXT NOT NULL,
        state TEXT NOT NULL,
        context TEXT NOT NULL,
        failures INTEGER NOT NULL,
        next_sync_at INTEGER NOT NULL,
        synced_at INTEGER,
        created_at INTEGER NOT NULL,
        dirty INTEGER NOT NULL,
        leaving INTEGER NOT NULL
      )`,
      // `cursor` is where the sync stands; a round that began at the start removes what its `generation` did not bring.
      `CREATE TABLE calendars (
        calendar_id TEXT PRIMARY KEY,
        provider_calendar_id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        is_primary INTEGER NOT NULL,
        settings TEXT NOT NULL,
        cursor TEXT NOT NULL,
        window TEXT NOT NULL,
        generation INTEGER NOT NULL,
        pages INTEGER NOT NULL,
        round INTEGER NOT NULL DEFAULT 0,
        etag TEXT,
        dirty INTEGER NOT NULL
      )`,
      // "own" is what the provider sent of an occurrence whose text is its series'. "dirty" counts changes that D1 does not have.
      `CREATE TABLE events (
        event_id TEXT PRIMARY KEY,
        calendar_id TEXT NOT NULL,
        provider_id TEXT NOT NULL,
        event_key TEXT NOT NULL,
        starts_at INTEGER NOT NULL,
        event TEXT NOT NULL,
        own TEXT,
        series_id TEXT,
        generation INTEGER NOT NULL,
        round INTEGER NOT NULL,
        switched INTEGER,
        meet_id TEXT,
        handed_at INTEGER,
        removed INTEGER NOT NULL,
        follow INTEGER NOT NULL,
        dirty INTEGER NOT NULL,
        UNIQUE (calendar_id, provider_id)
      )`,
      "CREATE INDEX events_key ON events (event_key)",
      "CREATE INDEX events_starts ON events (starts_at)",
      "CREATE INDEX events_series ON events (calendar_id, series_id) WHERE series_id IS NOT NULL",
      "CREATE INDEX events_dirty ON events (dirty) WHERE dirty > 0",
      "CREATE INDEX events_follow ON events (follow) WHERE follow > 0",
      `CREATE TABLE series (
        calendar_id TEXT NOT NULL,
        series_id TEXT NOT NULL,
        event TEXT NOT NULL,
        round INTEGER NOT NULL,
        PRIMARY KEY (calendar_id, series_id)
      )`,
      // The person's switch for an event outlives its row, which a full sync may replace.
      `CREATE TABLE switches (
        event_key TEXT PRIMARY KEY,
        joins INTEGER NOT NULL,
        at INTEGER NOT NULL
      )`,
    ],
  },
  CHANNEL_TABLES,
  {
    name: "0003-loss",
    statements: [
      // `lost_at`: since when only a new consent helps. `loss_told`: the workspace has the mail about it.
      "ALTER TABLE account ADD COLUMN lost_at INTEGER",
      "ALTER TABLE account ADD COLUMN loss_told INTEGER NOT NULL DEFAULT 0",
    ],
  },
  {
    name: "0004-soon",
    // The start for which the workspace has the mail "Acta will join in an hour".
    statements: ["ALTER TABLE events ADD COLUMN soon_for INTEGER"],
  },
  {
    name: "0005-vouched",
    statements: [
      // Stored events say of every list of guests that its provider vouches for it. All are read again.
      "UPDATE events SET event = json_set(event, '$.isVouched', json('false')), own = CASE WHEN own IS NULL THEN NULL ELSE json_set(own, '$.isVouched', json('false')) END",
      "UPDATE series SET event = json_set(event, '$.isVouched', json('false'))",
      `UPDATE calendars SET cursor = '{"kind":"start"}', window = '{"from":0,"to":0}', etag = NULL`,
      "CREATE INDEX events_meeting ON events (meet_id) WHERE meet_id IS NOT NULL",
    ],
  },
  {
    name: "0006-stale",
    statements: [
      // `read_at`: the end of the last complete reading; null before migration 0006. `stale`: its events are not joined, and D1 was told.
      "ALTER TABLE calendars ADD COLUMN read_at INTEGER",
      "ALTER TABLE calendars ADD COLUMN stale INTEGER NOT NULL DEFAULT 0",
    ],
  },
  {
    name: "0007-refused",
    // When the event was last due and got no meeting, as where the person's plan has no recording left.
    statements: ["ALTER TABLE events ADD COLUMN refused_at INTEGER"],
  },
  {
    name: "0008-limit",
    // When it was last asked whether the plan's recordings are used up; null: ask again now.
    statements: ["ALTER TABLE account ADD COLUMN limit_asked_at INTEGER"],
  },
  {
    name: "0009-revocation",
    statements: [
      // The token of an account that has ended, until its provider has taken it back. Everything else is gone by then.
      `CREATE TABLE revocation (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        account_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        provider TEXT NOT NULL,
        subject TEXT NOT NULL,
        secret TEXT NOT NULL,
        failures INTEGER NOT NULL,
        retry_at INTEGER NOT NULL
      )`,
    ],
  },
  {
    name: "0010-cut",
    // Whether the file of a feed had more than was read of it, as it is where the file has not changed since. Files are read again to know it.
    statements: ["ALTER TABLE calendars ADD COLUMN cut INTEGER NOT NULL DEFAULT 0", "UPDATE calendars SET etag = NULL"],
  },
  {
    name: "0011-vouched-organiser",
    statements: [
      // Anybody can name the person as organiser in a file or an invitation: of stored events only vouched ones keep it. Planned meetings follow.
      `UPDATE events SET event = json_set(event, '$.isOrganiser', json('false')), dirty = dirty + 1,
         follow = CASE WHEN meet_id IS NULL THEN 0 ELSE follow + 1 END
       WHERE json_extract(event, '$.isOrganiser') = 1 AND json_extract(event, '$.isVouched') = 0`,
      `UPDATE events SET own = json_set(own, '$.isOrganiser', json('false')) WHERE own IS NOT NULL AND json_extract(own, '$.isVouched') = 0`,
      "UPDATE series SET event = json_set(event, '$.isOrganiser', json('false')) WHERE json_extract(event, '$.isVouched') = 0",
      // Files are read again, with what could not be read of them.
      "ALTER TABLE calendars ADD COLUMN unreadable INTEGER NOT NULL DEFAULT 0",
      "UPDATE calendars SET etag = NULL, dirty = dirty + 1",
      // A sync that reads a stranger's file, until it is over: one that a crash left behind is not simply begun again.
      "ALTER TABLE account ADD COLUMN reading INTEGER NOT NULL DEFAULT 0",
    ],
  },
  {
    name: "0012-brief",
    // The start for which the workspace has the brief.
    statements: ["ALTER TABLE events ADD COLUMN brief_for INTEGER"],
  },
  {
    name: "0013-events-in-lists",
    statements: [
      // When the cron is to look after the account, as D1 has it. The lists of the person's workspace have no event yet: all are written anew.
      "ALTER TABLE account ADD COLUMN join_at INTEGER",
      "UPDATE account SET dirty = dirty + 1",
      "UPDATE events SET dirty = dirty + 1",
    ],
  },
];
