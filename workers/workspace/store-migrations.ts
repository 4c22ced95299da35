import { migrateTables, type StoreMigration } from "#workers/durable/migrations.ts";
import { EVENT_TABLES, LIST_ADDITIONS, LIST_TABLES, TEAM_LIST_TABLES } from "#workers/workspace/lists/list-tables.ts";

/** The tables inside one workspace object. Append only. */
export const WORKSPACE_MIGRATIONS: readonly StoreMigration[] = [
  {
    name: "0001-events",
    statements: [
      // Ids and kinds only. `position` is the workspace's order; a meeting's event is stored once, however often it is told.
      `CREATE TABLE events (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        meet_id TEXT NOT NULL,
        event_id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        at INTEGER NOT NULL,
        UNIQUE (meet_id, event_id)
      )`,
      `CREATE TABLE consumers (
        name TEXT PRIMARY KEY,
        told INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL
      )`,
      // Events that a consumer was given as often as may be and did not take.
      `CREATE TABLE dead_letters (
        consumer TEXT NOT NULL,
        position INTEGER NOT NULL,
        meet_id TEXT NOT NULL,
        event_id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        fault TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (consumer, position)
      )`,
    ],
  },
  {
    name: "0002-search-state",
    statements: [
      // The index itself has tables of its own version (search/search-tables.ts).
      `CREATE TABLE search_state (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        version INTEGER NOT NULL,
        workspace_id TEXT NOT NULL,
        cursor TEXT,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        is_complete INTEGER NOT NULL
      )`,
    ],
  },
  {
    name: "0003-mails",
    statements: [
      // One row for each reason that was ever mailed (mail/mail-store.ts). No words and no addresses.
      `CREATE TABLE mails (
        key TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        meet_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        due_at INTEGER NOT NULL
      )`,
      "CREATE INDEX mails_meet ON mails (meet_id)",
      "CREATE INDEX mails_user ON mails (user_id, due_at)",
      `CREATE TABLE outbox (
        key TEXT PRIMARY KEY,
        effect TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        added INTEGER NOT NULL
      )`,
    ],
  },
  {
    name: "0004-account-deletion",
    statements: [
      // One row from the request on. "step" is the next one; null when the account is deleted, and then nothing is taken any more.
      `CREATE TABLE account_deletion (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        user_id TEXT NOT NULL,
        step TEXT,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL
      )`,
    ],
  },
  {
    name: "0005-planned-deletions",
    statements: [
      // Deletions by rule that a mail is still to warn of. "day" is a day of UTC, "2026-11-25".
      `CREATE TABLE planned_deletions (
        meet_id TEXT NOT NULL,
        part TEXT NOT NULL,
        user_id TEXT NOT NULL,
        day TEXT NOT NULL,
        PRIMARY KEY (meet_id, part)
      )`,
    ],
  },
  {
    name: "0006-webhook-deliveries",
    statements: [
      // One row for each message (webhooks/delivery-store.ts). "id" is the message's; "occurrence" tells what happened from its like.
      `CREATE TABLE webhook_deliveries (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        webhook_id TEXT NOT NULL,
        meet_id TEXT NOT NULL,
        event TEXT NOT NULL,
        occurrence TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        until INTEGER NOT NULL,
        tried_at INTEGER,
        status INTEGER,
        fault TEXT,
        UNIQUE (webhook_id, meet_id, event, occurrence)
      )`,
      "CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, meet_id, position) WHERE state = 'waiting'",
      "CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, position)",
      "CREATE INDEX webhook_deliveries_meet ON webhook_deliveries (meet_id)",
    ],
  },
  {
    name: "0007-deliveries",
    statements: [
      // Deliveries of all kinds (deliveries/delivery-store.ts), webhooks among them. "id" is the message's; "occurrence" tells what happened
      // from its like.
      `CREATE TABLE deliveries (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        destination_id TEXT NOT NULL,
        meet_id TEXT NOT NULL,
        event TEXT NOT NULL,
        occurrence TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        until INTEGER NOT NULL,
        tried_at INTEGER,
        status INTEGER,
        fault TEXT,
        link TEXT,
        counts TEXT,
        UNIQUE (destination_id, meet_id, event, occurrence)
      )`,
      `INSERT INTO deliveries (position, id, kind, destination_id, meet_id, event, occurrence, made_at, state, attempts, due_at, until,
         tried_at, status, fault)
       SELECT position, id, 'webhook', webhook_id, meet_id, event, occurrence, made_at, state, attempts, due_at, until, tried_at, status, fault
       FROM webhook_deliveries ORDER BY position`,
      "DROP TABLE webhook_deliveries",
      "CREATE INDEX deliveries_waiting ON deliveries (destination_id, meet_id, position) WHERE state = 'waiting'",
      "CREATE INDEX deliveries_log ON deliveries (destination_id, position)",
      "CREATE INDEX deliveries_meet ON deliveries (meet_id, position)",
      // Ids of what was made at a destination for a meeting, so that a later delivery updates it.
      `CREATE TABLE delivery_receipts (
        destination_id TEXT NOT NULL,
        meet_id TEXT NOT NULL,
        part TEXT NOT NULL,
        external_id TEXT NOT NULL,
        url TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (destination_id, meet_id, part)
      )`,
      "CREATE INDEX delivery_receipts_meet ON delivery_receipts (meet_id)",
    ],
  },
  {
    // The list of what was sent, newest first (deliveries/delivery-log.ts).
    name: "0008-sent-list",
    statements: ["CREATE INDEX deliveries_made ON deliveries (made_at, id)"],
  },
  {
    name: "0009-ask",
    statements: [
      // Questions of the workspace's person to all meetings (ask/ask-threads.ts).
      `CREATE TABLE ask_threads (
        id TEXT PRIMARY KEY,
        is_shared INTEGER NOT NULL,
        asked_at INTEGER NOT NULL
      )`,
      "CREATE INDEX ask_threads_asked ON ask_threads (asked_at, id)",
      // "answer" is JSON; null until there is one. "busy_until": an answer is being written.
      `CREATE TABLE ask_exchanges (
        thread_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        question TEXT NOT NULL,
        asked_at INTEGER NOT NULL,
        answer TEXT,
        busy_until INTEGER NOT NULL,
        PRIMARY KEY (thread_id, number)
      )`,
      // The meetings on which an answer rests, of any workspace.
      `CREATE TABLE ask_sources (
        meet_id TEXT NOT NULL,
        thread_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (meet_id, thread_id, number)
      )`,
      // Of meetings of this workspace: the workspaces whose answers rest on them.
      `CREATE TABLE ask_readers (
        meet_id TEXT NOT NULL,
        workspace_id TEXT NOT NULL,
        PRIMARY KEY (meet_id, workspace_id)
      )`,
    ],
  },
  {
    name: "0010-team-changes",
    statements: [
      // A row where the team's index has changes to take (search/follow-shown.ts).
      `CREATE TABLE team_changes (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        team_id TEXT NOT NULL,
        due_at INTEGER NOT NULL
      )`,
    ],
  },
  {
    name: "0011-follow-ups",
    statements: [
      // The address of a follow-up; null for mails to people of the workspace, whose address is looked up when they are sent.
      "ALTER TABLE mails ADD COLUMN recipient TEXT",
      // JSON of a FollowUp, until its last mail has ended (mail/follow-ups.ts).
      `CREATE TABLE follow_ups (
        id TEXT PRIMARY KEY,
        meet_id TEXT NOT NULL,
        content TEXT NOT NULL
      )`,
      "CREATE INDEX follow_ups_meet ON follow_ups (meet_id)",
    ],
  },
  {
    name: "0012-series-follow-ups",
    statements: [
      // A meeting's follow-up that goes by itself (mail/series-follow-ups.ts). Its row stays, so that there is one at most.
      `CREATE TABLE series_follow_ups (
        meet_id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL,
        state TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL
      )`,
      "CREATE INDEX series_follow_ups_due ON series_follow_ups (due_at) WHERE state IN ('asked', 'planned')",
      "CREATE INDEX series_follow_ups_made ON series_follow_ups (made_at)",
      // Addresses go by their age, whatever else happens.
      "CREATE INDEX mails_follow_ups ON mails (due_at) WHERE kind = 'follow-up'",
    ],
  },
  { name: "0013-lists", statements: LIST_TABLES },
  { name: "0014-calendar-events", statements: EVENT_TABLES },
  { name: "0015-team-lists", statements: TEAM_LIST_TABLES },
  { name: "0016-list-additions", statements: LIST_ADDITIONS },
];

export function migrateWorkspaceStore(storage: DurableObjectStorage): void {
  migrateTables(storage, WORKSPACE_MIGRATIONS);
}
