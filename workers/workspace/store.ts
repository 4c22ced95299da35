import type { MeetId } from "#app/domain/ids.ts";
import { DEAD_LETTERS_MAX, DOMAIN_EVENTS_KEPT_MS } from "#app/domain/limits/domain-events.ts";
import type { DomainEvent, DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import type { WorkspaceEvent } from "#app/server/ports/event-consumer.ts";
import { type Cursors, cursorsIn } from "#workers/durable/cursors.ts";

/** The events of a workspace's meetings, how far each consumer has been given them, and what could not be given. */

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

/** Whether an event has one of these kinds behind it, of the same meeting. */
export function isFollowed(
  sql: SqlStorage,
  { meetId, position }: StoredEvent,
  kinds: readonly DomainEventKind[] = [],
): boolean {
  if (kinds.length === 0) return false;
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
