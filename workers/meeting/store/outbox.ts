import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { OutboxRow as StoredWork } from "#workers/durable/outbox.ts";

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
