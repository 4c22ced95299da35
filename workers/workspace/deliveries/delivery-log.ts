import {
  DELIVERY_FAULTS,
  type Delivery,
  type DeliveryState,
  type SentCounts,
} from "#app/domain/deliveries/delivery.ts";
import { SEND_EVENT_MS_MAX } from "#app/domain/limits/deliveries.ts";
import type { SentAsked, SentRow } from "#app/server/ports/minutes-deliveries.ts";
import { type DeliveryRow, readRow } from "#workers/workspace/deliveries/delivery-store.ts";

/** The log of deliveries: lines of one destination, newest first. */

export type LoggedRow = Omit<SentRow, "meetId"> & Pick<Delivery, "meetId">;

/** A page of a destination's log. `older`: where the next page begins; null after the last. */
export function listLog(
  sql: SqlStorage,
  { destinationId, older, limit }: { destinationId: string; older: number | null; limit: number },
): { deliveries: LoggedRow[]; older: number | null } {
  const rows = sql
    .exec<DeliveryRow>(
      "SELECT * FROM deliveries WHERE destination_id = ? AND position < ? ORDER BY position DESC LIMIT ?",
      destinationId,
      older ?? Number.MAX_SAFE_INTEGER,
      limit + 1,
    )
    .toArray();
  const shown = rows.slice(0, limit);
  return {
    deliveries: shown.map(readLogged),
    older: rows.length > shown.length ? (shown.at(-1)?.position ?? null) : null,
  };
}

/** Deliveries about meetings to all destinations, newest first; and how many there are, and were given up. */
export function listSent(
  sql: SqlStorage,
  { older, isParked, meetId, limit }: SentAsked,
): { rows: SentRow[]; total: number; parked: number } {
  const rows = sql
    .exec<DeliveryRow>(
      `SELECT * FROM deliveries WHERE meet_id <> '' AND made_at <= ?1 AND (made_at < ?1 OR id < ?2)
         AND (?3 = 0 OR state = 'parked') AND (?4 = '' OR meet_id = ?4)
       ORDER BY made_at DESC, id DESC LIMIT ?5`,
      older?.at ?? Number.MAX_SAFE_INTEGER,
      older?.id ?? "",
      isParked ? 1 : 0,
      meetId ?? "",
      limit,
    )
    .toArray();
  const counts = sql
    .exec<{ total: number; parked: number }>(
      `SELECT count(*) AS total, count(*) FILTER (WHERE state = 'parked') AS parked FROM deliveries WHERE meet_id <> ''`,
    )
    .one();
  return { rows: rows.map(sentRow), ...counts };
}

export function findSent(sql: SqlStorage, deliveryId: string): SentRow | null {
  const [row] = sql.exec<DeliveryRow>("SELECT * FROM deliveries WHERE id = ? AND meet_id <> ''", deliveryId).toArray();
  return row ? sentRow(row) : null;
}

function sentRow(row: DeliveryRow): SentRow {
  return { ...readLogged(row), meetId: row.meet_id };
}

/** Old lines, and those above the log's length as far as no repeated event may need them. */
export function pruneLog(
  sql: SqlStorage,
  destinationId: string,
  { now, keptMs, keptMax }: { now: number; keptMs: number; keptMax: number },
): void {
  sql.exec(
    `DELETE FROM deliveries WHERE destination_id = ?1 AND state <> 'waiting' AND (made_at < ?2 OR (made_at < ?3
       AND position NOT IN (SELECT position FROM deliveries WHERE destination_id = ?1 ORDER BY position DESC LIMIT ?4)))`,
    destinationId,
    now - keptMs,
    now - SEND_EVENT_MS_MAX,
    keptMax,
  );
}

/** Messages of one destination that wait and are about no meeting. */
export function countWaitingTests(sql: SqlStorage, destinationId: string): number {
  return sql
    .exec<{ tests: number }>(
      "SELECT count(*) AS tests FROM deliveries WHERE destination_id = ? AND meet_id = '' AND state = 'waiting'",
      destinationId,
    )
    .one().tests;
}

function readLogged(row: DeliveryRow): LoggedRow {
  const { until: _until, ...delivery } = readRow(row);
  const state = row.state as DeliveryState;
  return {
    ...delivery,
    state,
    dueAt: state === "waiting" ? row.due_at : null,
    triedAt: row.tried_at,
    status: row.status,
    fault: DELIVERY_FAULTS.find((name) => name === row.fault) ?? null,
    link: row.link,
    counts: row.counts === null ? null : (JSON.parse(row.counts) as SentCounts),
  };
}
