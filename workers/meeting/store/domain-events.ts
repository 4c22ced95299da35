import { DOMAIN_EVENTS_AT_ONCE_MAX } from "#app/domain/limits/domain-events.ts";
import { type DomainEvent, type DomainEventKind, isReplaceable } from "#app/domain/meeting/domain-events.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import { type Cursors, cursorsIn } from "#workers/durable/cursors.ts";
import type { OutboxRow as StoredWork } from "#workers/durable/outbox.ts";

/** Domain events that the workspace has not been told yet. They outlive the meeting: its deletion is one of them. */

export const WORKSPACE = "workspace";

export function eventCursors(sql: SqlStorage): Cursors {
  return cursorsIn(sql, "event_subscribers", ["name"]);
}

/** Inside the transaction that stores what has changed. */
export function appendDomainEvents(sql: SqlStorage, kinds: readonly DomainEventKind[], at: number): void {
  for (const kind of kinds) {
    // Never one that was given before, although told and replaced rows are removed.
    const { last } = sql
      .exec<{ last: number }>(
        `SELECT max(told, coalesce((SELECT max(id) FROM domain_events), 0)) AS last
         FROM event_subscribers WHERE name = ?`,
        WORKSPACE,
      )
      .one();
    if (kind === "meeting-deleted") sql.exec("DELETE FROM domain_events");
    if (isReplaceable(kind)) sql.exec("DELETE FROM domain_events WHERE kind = ?", kind);
    sql.exec("INSERT INTO domain_events (id, kind, at) VALUES (?, ?, ?)", last + 1, kind, at);
  }
}

/** The oldest first; not more than are told at once. */
export function untoldEvents(sql: SqlStorage): DomainEvent[] {
  return sql
    .exec<{ id: number; kind: string; at: number }>(
      "SELECT id, kind, at FROM domain_events ORDER BY id LIMIT ?",
      DOMAIN_EVENTS_AT_ONCE_MAX,
    )
    .toArray()
    .map(({ id, kind, at }) => ({ id, kind: kind as DomainEventKind, at }));
}

/** 0 where none is left to be told. */
export function lastUntoldEvent(sql: SqlStorage): number {
  return sql.exec<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM domain_events").one().id;
}

export function forgetToldEvents(storage: DurableObjectStorage, upTo: number): void {
  storage.transactionSync(() => {
    eventCursors(storage.sql).noteTold([WORKSPACE], upTo);
    storage.sql.exec("DELETE FROM domain_events WHERE id <= ?", upTo);
  });
}

/** When the workspace is to be told next; null where it knows everything. */
export function nextEventsAt(sql: SqlStorage): number | null {
  return sql
    .exec<{ at: number | null }>(
      "SELECT min(due_at) AS at FROM event_subscribers WHERE EXISTS (SELECT 1 FROM domain_events)",
    )
    .one().at;
}

export type OutboxRow = StoredWork<MeetingEffect>;

/** When the next piece of work falls due that is not `busy` already, or the next telling of a subscriber; null where nothing waits. */
export function nextDueAt(sql: SqlStorage, busy: ReadonlySet<string> = new Set()): number | null {
  const row = sql
    .exec<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
         SELECT min(due_at) AS at FROM outbox WHERE key NOT IN (SELECT value FROM json_each(?))
         UNION ALL
         SELECT min(due_at) FROM subscribers WHERE told < (SELECT sequence FROM meeting WHERE state IS NOT NULL)
       )`,
      JSON.stringify([...busy]),
    )
    .toArray()[0];
  return row?.at ?? null;
}
