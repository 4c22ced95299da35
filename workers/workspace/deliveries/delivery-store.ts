import type {
  Delivery,
  DeliveryEvent,
  DeliveryFault,
  DeliveryOutcome,
  DeliveryState,
  DestinationKind,
  SentCounts,
} from "#app/domain/deliveries/delivery.ts";
import type { Receipt, Receipts } from "#app/server/ports/destination-sender.ts";

/**
 * Deliveries of all kinds: what is to be sent, and what was (delivery-log.ts). Ids, names of events, times and statuses: no words of a
 * meeting, and no address of a receiver. A row stays longer than its occurrence is told, so that the same one is not sent twice.
 */
export type DeliveryRow = {
  position: number;
  id: string;
  kind: string;
  destination_id: string;
  /** Empty for a test event. */
  meet_id: string;
  event: string;
  occurrence: string;
  made_at: number;
  state: string;
  attempts: number;
  due_at: number;
  until: number;
  tried_at: number | null;
  status: number | null;
  fault: string | null;
  /** Opens at the destination what was sent; null where nothing can be opened. */
  link: string | null;
  /** JSON of SentCounts; null before something was sent. */
  counts: string | null;
};

/** `key` tells an occurrence from its like: the same event, key and meeting is delivered to a destination once. */
type Added = {
  id: string;
  kind: DestinationKind;
  destinationId: string;
  meetId: string | null;
  event: DeliveryEvent;
  key: string;
  at: number;
  dueAt: number;
  until: number;
};

/** Nothing where the occurrence was stored before. */
export function addDelivery(sql: SqlStorage, added: Added): void {
  const { id, kind, destinationId, meetId, event, key, at, dueAt, until } = added;
  sql.exec(
    `INSERT OR IGNORE INTO deliveries
       (id, kind, destination_id, meet_id, event, occurrence, made_at, state, attempts, due_at, until)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?, ?)`,
    id,
    kind,
    destinationId,
    meetId ?? "",
    event,
    key,
    at,
    dueAt,
    until,
  );
}

/** Whether the occurrence was stored before. */
export function hasDelivery(
  sql: SqlStorage,
  { destinationId, meetId, event, key }: Pick<Added, "destinationId" | "meetId" | "event" | "key">,
): boolean {
  const query = "SELECT 1 FROM deliveries WHERE destination_id = ? AND meet_id = ? AND event = ? AND occurrence = ?";
  return sql.exec(query, destinationId, meetId ?? "", event, key).toArray().length > 0;
}

/** Of each meeting and destination the first waiting message only: the others come after it. */
const FIRST_WAITING = `SELECT * FROM deliveries AS one WHERE state = 'waiting' AND NOT EXISTS (
  SELECT 1 FROM deliveries AS earlier WHERE earlier.state = 'waiting' AND earlier.destination_id = one.destination_id
    AND earlier.meet_id = one.meet_id AND earlier.position < one.position)`;

/** The destinations that have a message to send now. */
export function dueDestinations(sql: SqlStorage, now: number): string[] {
  return sql
    .exec<{ destination_id: string }>(
      `SELECT destination_id, min(due_at) AS due FROM (${FIRST_WAITING}) WHERE due_at <= ? GROUP BY destination_id ORDER BY due`,
      now,
    )
    .toArray()
    .map(({ destination_id }) => destination_id);
}

export function nextDue(sql: SqlStorage, destinationId: string, now: number): Delivery | null {
  const [row] = sql
    .exec<DeliveryRow>(
      `SELECT * FROM (${FIRST_WAITING}) WHERE destination_id = ? AND due_at <= ? ORDER BY due_at, position LIMIT 1`,
      destinationId,
      now,
    )
    .toArray();
  return row ? readRow(row) : null;
}

/** When the next message is due that is of none of these destinations; null where none waits. */
export function nextDueAt(sql: SqlStorage, busy: Iterable<string> = []): number | null {
  return sql
    .exec<{ at: number | null }>(
      `SELECT min(due_at) AS at FROM (${FIRST_WAITING}) WHERE destination_id NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify([...busy]),
    )
    .one().at;
}

/** Before the attempt, so that one which ends with its process counts. */
export function beginAttempt(sql: SqlStorage, id: string, dueAgainAt: number): void {
  sql.exec("UPDATE deliveries SET attempts = attempts + 1, due_at = ? WHERE id = ?", dueAgainAt, id);
}

export type Ended = {
  state: DeliveryState;
  dueAt: number;
  triedAt: number;
  fault: DeliveryFault | null;
  outcome: DeliveryOutcome;
};

/** Nothing where the row is gone with its meeting or destination. */
export function endAttempt(sql: SqlStorage, id: string, { state, dueAt, triedAt, fault, outcome }: Ended): void {
  const sent: { link?: string | null; counts?: SentCounts } = outcome.kind === "sent" ? outcome : {};
  sql.exec(
    `UPDATE deliveries SET state = ?, due_at = ?, tried_at = ?, status = ?, fault = ?,
       link = coalesce(?, link), counts = coalesce(?, counts) WHERE id = ?`,
    state,
    dueAt,
    triedAt,
    outcome.status,
    fault,
    sent.link ?? null,
    sent.counts === undefined ? null : JSON.stringify(sent.counts),
    id,
  );
}

/** The destination has asked to wait: nothing that waits goes to it before. A test event does, because its person waits for the outcome. */
export function postponeAll(sql: SqlStorage, { destinationId, dueAt }: { destinationId: string; dueAt: number }): void {
  sql.exec(
    `UPDATE deliveries SET due_at = max(due_at, min(?, until))
     WHERE destination_id = ? AND state = 'waiting' AND meet_id <> ''`,
    dueAt,
    destinationId,
  );
}

/** Under its id, so that a receiver which has it already knows it, and with the waits of a new one. False where there is none, or it waits already. */
export function sendAgain(
  sql: SqlStorage,
  { destinationId, deliveryId, now, until }: { destinationId: string; deliveryId: string; now: number; until: number },
): boolean {
  const changed = sql
    .exec(
      `UPDATE deliveries SET state = 'waiting', attempts = 0, due_at = ?, until = ?, fault = NULL
       WHERE destination_id = ? AND id = ? AND state <> 'waiting' RETURNING id`,
      now,
      until,
      destinationId,
      deliveryId,
    )
    .toArray();
  return changed.length > 0;
}

/** Sends what was parked for a reason that is over. */
export function resumeParked(
  sql: SqlStorage,
  { destinationId, fault, now, until }: { destinationId: string; fault: DeliveryFault; now: number; until: number },
): void {
  sql.exec(
    `UPDATE deliveries SET state = 'waiting', attempts = 0, due_at = ?, until = ?, fault = NULL
     WHERE destination_id = ? AND state = 'parked' AND fault = ?`,
    now,
    until,
    destinationId,
    fault,
  );
}

/** Removes what waits: for its time, or for what a person has to do first, after which it would be sent. */
export function dropWaiting(
  sql: SqlStorage,
  { destinationId, events, faults }: { destinationId: string; events: DeliveryEvent[]; faults: DeliveryFault[] },
): void {
  sql.exec(
    `DELETE FROM deliveries WHERE destination_id = ? AND event IN (SELECT value FROM json_each(?))
       AND (state = 'waiting' OR (state = 'parked' AND fault IN (SELECT value FROM json_each(?))))`,
    destinationId,
    JSON.stringify(events),
    JSON.stringify(faults),
  );
}

/** Part of a statement: the message may be at the destination already. One that is sent again counts its attempts anew. */
const IS_BEGUN = "(attempts > 0 OR tried_at IS NOT NULL)";

/** `isSent`: something of the meeting is at the destination, or on its way. `isAwaited`: a delivery is stored that has not begun. */
export function sentBefore(
  sql: SqlStorage,
  { destinationId, meetId }: { destinationId: string; meetId: string },
): { isSent: boolean; isAwaited: boolean } {
  const { sent, awaited } = sql
    .exec<{ sent: number; awaited: number }>(
      `SELECT count(*) FILTER (WHERE state = 'sent' OR (state = 'waiting' AND ${IS_BEGUN})) AS sent,
         count(*) FILTER (WHERE state = 'waiting' AND NOT ${IS_BEGUN}) AS awaited
       FROM deliveries WHERE destination_id = ? AND meet_id = ?`,
      destinationId,
      meetId,
    )
    .one();
  return { isSent: sent > 0, isAwaited: awaited > 0 };
}

/** It will not be sent. One that arrived before and was to be sent once more stays in the log as it was. */
export function dropDelivery(sql: SqlStorage, id: string): void {
  const arrived = "(link IS NOT NULL OR coalesce(status, 0) BETWEEN 200 AND 299)";
  sql.exec(`UPDATE deliveries SET state = 'sent' WHERE id = ? AND ${arrived}`, id);
  sql.exec(`DELETE FROM deliveries WHERE id = ? AND NOT ${arrived}`, id);
}

/** With the receipts of what was made at the destination. */
export function forgetDeliveries(sql: SqlStorage, of: { destinationId: string } | { meetId: string }): void {
  const [column, id] = "destinationId" in of ? ["destination_id", of.destinationId] : ["meet_id", of.meetId];
  sql.exec(`DELETE FROM deliveries WHERE ${column} = ?`, id);
  sql.exec(`DELETE FROM delivery_receipts WHERE ${column} = ?`, id);
}

/** A connection is gone: what waited, and the ids that only an update needs. The log stays for its time. */
export function forgetWaiting(sql: SqlStorage, destinationId: string): void {
  sql.exec("DELETE FROM deliveries WHERE destination_id = ? AND state = 'waiting'", destinationId);
  sql.exec("DELETE FROM delivery_receipts WHERE destination_id = ?", destinationId);
}

export function receiptsIn(
  sql: SqlStorage,
  of: { destinationId: string; meetId: string },
  now: () => number,
): Receipts {
  const { destinationId, meetId } = of;
  const all = () => {
    const rows = sql
      .exec<{ part: string; external_id: string; url: string | null }>(
        "SELECT part, external_id, url FROM delivery_receipts WHERE destination_id = ? AND meet_id = ? ORDER BY at, part",
        destinationId,
        meetId,
      )
      .toArray();
    return new Map<string, Receipt>(rows.map(({ part, external_id, url }) => [part, { externalId: external_id, url }]));
  };
  return {
    all,
    find: (part) => all().get(part) ?? null,
    save(part, { externalId, url }) {
      sql.exec(
        `INSERT INTO delivery_receipts (destination_id, meet_id, part, external_id, url, at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (destination_id, meet_id, part) DO UPDATE SET external_id = excluded.external_id, url = excluded.url`,
        destinationId,
        meetId,
        part,
        externalId,
        url,
        now(),
      );
    },
    forget(part) {
      sql.exec(
        "DELETE FROM delivery_receipts WHERE destination_id = ? AND meet_id = ? AND part = ?",
        destinationId,
        meetId,
        part,
      );
    },
  };
}

/** Rows that Acta itself has stored need no schema. */
export function readRow(row: DeliveryRow): Delivery {
  const { id, kind, destination_id, meet_id, event, made_at, attempts, until } = row;
  return {
    id,
    kind: kind as DestinationKind,
    destinationId: destination_id,
    meetId: meet_id === "" ? null : meet_id,
    event: event as DeliveryEvent,
    madeAt: made_at,
    attempts,
    until,
  };
}
