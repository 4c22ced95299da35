import type { MeetId } from "#app/domain/ids.ts";
import { DEAD_LETTERS_MAX, DOMAIN_EVENTS_KEPT_MS } from "#app/domain/limits/domain-events.ts";
import type { DomainEvent, DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import type { WorkspaceEvent } from "#app/server/ports/event-consumer.ts";
import { type Cursors, cursorsIn } from "#workers/durable/cursors.ts";
import { migrateTables, type StoreMigration } from "#workers/durable/migrations.ts";

/** The events of a workspace's meetings, how far each consumer has been given them, and what could not be given. */

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
];

export function migrateWorkspaceStore(storage: DurableObjectStorage): void {
  migrateTables(storage, WORKSPACE_MIGRATIONS);
}

export type StoredEvent = WorkspaceEvent & { position: number };

export function consumerCursors(sql: SqlStorage): Cursors {
  return cursorsIn(sql, "consumers", ["name"]);
}

/** A consumer that is new begins with the oldest event that is kept. */
export function noteConsumers(sql: SqlStorage, names: readonly string[]): void {
  for (const name of names) {
    sql.exec("INSERT OR IGNORE INTO consumers (name, told, attempts, due_at) VALUES (?, 0, 0, 0)", name);
  }
}

export function saveEvents(storage: DurableObjectStorage, meetId: MeetId, events: readonly DomainEvent[]): void {
  storage.transactionSync(() => {
    for (const { id, kind, at } of events) {
      storage.sql.exec(
        "INSERT OR IGNORE INTO events (meet_id, event_id, kind, at) VALUES (?, ?, ?, ?)",
        meetId,
        id,
        kind,
        at,
      );
    }
  });
}

/** The first event after a position. */
export function nextEvent(sql: SqlStorage, after: number): StoredEvent | null {
  const [row] = sql
    .exec<EventRow>("SELECT * FROM events WHERE position > ? ORDER BY position LIMIT 1", after)
    .toArray();
  return row ? eventOf(row) : null;
}

/** Whether an event of these kinds has a newer one of them behind it, of the same meeting. */
export function isFollowed(
  sql: SqlStorage,
  { meetId, kind, position }: StoredEvent,
  kinds: readonly DomainEventKind[] = [],
): boolean {
  if (!kinds.includes(kind)) return false;
  return (
    sql
      .exec(
        "SELECT 1 FROM events WHERE meet_id = ? AND position > ? AND kind IN (SELECT value FROM json_each(?)) LIMIT 1",
        meetId,
        position,
        JSON.stringify(kinds),
      )
      .toArray().length > 0
  );
}

type EventRow = { position: number; meet_id: string; event_id: number; kind: string; at: number };

function eventOf({ position, meet_id, event_id, kind, at }: EventRow): StoredEvent {
  return { position, meetId: meet_id as MeetId, id: event_id, kind: kind as DomainEventKind, at };
}

/** When this consumer is to be given its next event; null where it has them all. */
export function nextDeliveryAt(sql: SqlStorage, name: string): number | null {
  const [row] = sql
    .exec<{ due_at: number }>(
      "SELECT due_at FROM consumers WHERE name = ? AND told < (SELECT coalesce(max(position), 0) FROM events)",
      name,
    )
    .toArray();
  return row?.due_at ?? null;
}

/** Stores an event as a dead letter; the consumer continues without it. */
export function saveDeadLetter(
  storage: DurableObjectStorage,
  name: string,
  event: StoredEvent,
  failure: { fault: string; at: number },
): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    sql.exec(
      `INSERT OR IGNORE INTO dead_letters (consumer, position, meet_id, event_id, kind, fault, at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      name,
      event.position,
      event.meetId,
      event.id,
      event.kind,
      failure.fault,
      failure.at,
    );
    sql.exec(
      `DELETE FROM dead_letters WHERE consumer = ?1 AND position NOT IN (
         SELECT position FROM dead_letters WHERE consumer = ?1 ORDER BY position DESC LIMIT ?2)`,
      name,
      DEAD_LETTERS_MAX,
    );
    consumerCursors(sql).noteTold([name], event.position);
  });
}

/** Of every consumer that has any. */
export function countDeadLetters(sql: SqlStorage): { consumer: string; letters: number }[] {
  return sql
    .exec<{ consumer: string; letters: number }>(
      "SELECT consumer, count(*) AS letters FROM dead_letters GROUP BY consumer ORDER BY consumer",
    )
    .toArray();
}

/** In their order. An event that is not kept any more has the time at which it became a dead letter. */
export function readDeadLetters(sql: SqlStorage, name: string): StoredEvent[] {
  return sql
    .exec<EventRow>(
      `SELECT letter.position, letter.meet_id, letter.event_id, letter.kind, coalesce(event.at, letter.at) AS at
       FROM dead_letters AS letter LEFT JOIN events AS event USING (position) WHERE letter.consumer = ? ORDER BY letter.position`,
      name,
    )
    .toArray()
    .map(eventOf);
}

export function forgetDeadLetter(sql: SqlStorage, name: string, position: number): void {
  sql.exec("DELETE FROM dead_letters WHERE consumer = ? AND position = ?", name, position);
}

/** Removes old events that every one of `names` has been given. */
export function forgetOldEvents(sql: SqlStorage, names: readonly string[], now: number): void {
  const behind = names.map((name) => consumerCursors(sql).read([name])?.told ?? 0);
  const before = now - DOMAIN_EVENTS_KEPT_MS;
  sql.exec("DELETE FROM events WHERE at < ? AND position <= ?", before, Math.min(...behind, Number.MAX_SAFE_INTEGER));
}
