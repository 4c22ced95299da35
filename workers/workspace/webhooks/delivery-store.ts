import {
  WEBHOOK_EVENT_MS_MAX,
  WEBHOOK_LOG_MAX,
  WEBHOOK_LOG_MS,
  WEBHOOK_LOG_PAGE,
} from "#app/domain/limits/webhooks.ts";
import { DELIVERY_FAULTS, type DeliveryFault, type DeliveryState } from "#app/domain/webhooks/delivery.ts";
import { type Occurrence, WEBHOOK_TEST, type WebhookMessageType } from "#app/domain/webhooks/webhook.ts";
import type { DeliveryPage, LoggedDelivery } from "#app/server/ports/webhook-deliveries.ts";

/**
 * Deliveries to webhooks: what is to be sent, and the log of what was. Ids, names of events, times and statuses: no words of a meeting, and
 * no address. A row stays for WEBHOOK_LOG_MS, so that the same occurrence is not sent twice.
 */
type Row = {
  position: number;
  id: string;
  webhook_id: string;
  /** Empty for a test event. */
  meet_id: string;
  event: string;
  occurrence: string;
  made_at: number;
  state: string;
  attempts: number;
  due_at: number;
  /** No more attempts after it. */
  until: number;
  tried_at: number | null;
  status: number | null;
  fault: string | null;
};

export type Delivery = {
  id: string;
  webhookId: string;
  meetId: string | null;
  event: WebhookMessageType;
  madeAt: number;
  attempts: number;
  until: number;
};

type Added = { id: string; webhookId: string; meetId: string; occurrence: Occurrence; until: number; now: number };

/** Nothing where the occurrence was stored before. */
export function addDelivery(sql: SqlStorage, { id, webhookId, meetId, occurrence, until, now }: Added): void {
  const { event, key, at } = occurrence;
  insert(sql, { id, webhookId, meetId, event, key, at, until, now });
}

/** A test event is a message of its own each time. */
export function addTest(
  sql: SqlStorage,
  { id, webhookId, until, now }: Pick<Added, "id" | "webhookId" | "until" | "now">,
): void {
  insert(sql, { id, webhookId, meetId: "", event: WEBHOOK_TEST, key: id, at: now, until, now });
}

type Inserted = Omit<Added, "occurrence"> & { event: WebhookMessageType; key: string; at: number };

function insert(sql: SqlStorage, { id, webhookId, meetId, event, key, at, until, now }: Inserted): void {
  sql.exec(
    `INSERT OR IGNORE INTO webhook_deliveries
       (id, webhook_id, meet_id, event, occurrence, made_at, state, attempts, due_at, until)
     VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?, ?)`,
    id,
    webhookId,
    meetId,
    event,
    key,
    at,
    now,
    until,
  );
}

/** Of each meeting and webhook the first waiting message only: the others come after it. */
const FIRST_WAITING = `SELECT * FROM webhook_deliveries AS one WHERE state = 'waiting' AND NOT EXISTS (
  SELECT 1 FROM webhook_deliveries AS earlier WHERE earlier.state = 'waiting' AND earlier.webhook_id = one.webhook_id
    AND earlier.meet_id = one.meet_id AND earlier.position < one.position)`;

/** The webhooks that have a message to send now. */
export function dueWebhooks(sql: SqlStorage, now: number): string[] {
  return sql
    .exec<{ webhook_id: string }>(
      `SELECT webhook_id, min(due_at) AS due FROM (${FIRST_WAITING}) WHERE due_at <= ? GROUP BY webhook_id ORDER BY due`,
      now,
    )
    .toArray()
    .map(({ webhook_id }) => webhook_id);
}

export function nextDue(sql: SqlStorage, webhookId: string, now: number): Delivery | null {
  const [row] = sql
    .exec<Row>(
      `SELECT * FROM (${FIRST_WAITING}) WHERE webhook_id = ? AND due_at <= ? ORDER BY due_at, position LIMIT 1`,
      webhookId,
      now,
    )
    .toArray();
  return row ? readRow(row) : null;
}

/** When the next message is due that is of none of these webhooks; null where none waits. */
export function nextDueAt(sql: SqlStorage, busy: Iterable<string> = []): number | null {
  return sql
    .exec<{ at: number | null }>(
      `SELECT min(due_at) AS at FROM (${FIRST_WAITING}) WHERE webhook_id NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify([...busy]),
    )
    .one().at;
}

/** Before the attempt, so that one which ends with its process counts. */
export function beginAttempt(sql: SqlStorage, id: string, dueAgainAt: number): void {
  sql.exec("UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = ? WHERE id = ?", dueAgainAt, id);
}

export type Ended = {
  state: DeliveryState;
  dueAt: number;
  triedAt: number;
  status: number | null;
  fault: DeliveryFault | null;
};

/** Nothing where the row is gone with its meeting or webhook. */
export function endAttempt(sql: SqlStorage, id: string, { state, dueAt, triedAt, status, fault }: Ended): void {
  sql.exec(
    "UPDATE webhook_deliveries SET state = ?, due_at = ?, tried_at = ?, status = ?, fault = ? WHERE id = ?",
    state,
    dueAt,
    triedAt,
    status,
    fault,
    id,
  );
}

/** Under its id, so that a receiver which has it already knows it. False where there is none, or it waits already. */
export function sendAgain(
  sql: SqlStorage,
  { webhookId, deliveryId, now, until }: { webhookId: string; deliveryId: string; now: number; until: number },
): boolean {
  const changed = sql
    .exec(
      `UPDATE webhook_deliveries SET state = 'waiting', due_at = ?, until = ?, fault = NULL
       WHERE webhook_id = ? AND id = ? AND state <> 'waiting' RETURNING id`,
      now,
      until,
      webhookId,
      deliveryId,
    )
    .toArray();
  return changed.length > 0;
}

export function removeDelivery(sql: SqlStorage, id: string): void {
  sql.exec("DELETE FROM webhook_deliveries WHERE id = ?", id);
}

export function forgetDeliveries(sql: SqlStorage, of: { webhookId: string } | { meetId: string }): void {
  if ("webhookId" in of) sql.exec("DELETE FROM webhook_deliveries WHERE webhook_id = ?", of.webhookId);
  else sql.exec("DELETE FROM webhook_deliveries WHERE meet_id = ?", of.meetId);
}

/** Old lines of the log, and those above its length as far as no repeated event may need them. */
export function pruneLog(sql: SqlStorage, webhookId: string, now: number): void {
  sql.exec(
    `DELETE FROM webhook_deliveries WHERE webhook_id = ?1 AND state <> 'waiting' AND (made_at < ?2 OR (made_at < ?3
       AND position NOT IN (SELECT position FROM webhook_deliveries WHERE webhook_id = ?1 ORDER BY position DESC LIMIT ?4)))`,
    webhookId,
    now - WEBHOOK_LOG_MS,
    now - WEBHOOK_EVENT_MS_MAX,
    WEBHOOK_LOG_MAX,
  );
}

export function countWaitingTests(sql: SqlStorage, webhookId: string): number {
  return sql
    .exec<{ tests: number }>(
      "SELECT count(*) AS tests FROM webhook_deliveries WHERE webhook_id = ? AND meet_id = '' AND state = 'waiting'",
      webhookId,
    )
    .one().tests;
}

/** Newest first. */
export function listLog(sql: SqlStorage, webhookId: string, older: number | null): DeliveryPage {
  const rows = sql
    .exec<Row>(
      "SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND position < ? ORDER BY position DESC LIMIT ?",
      webhookId,
      older ?? Number.MAX_SAFE_INTEGER,
      WEBHOOK_LOG_PAGE + 1,
    )
    .toArray();
  const shown = rows.slice(0, WEBHOOK_LOG_PAGE);
  return {
    deliveries: shown.map(readLogged),
    older: rows.length > shown.length ? (shown.at(-1)?.position ?? null) : null,
  };
}

export function lastOf(sql: SqlStorage, webhookId: string): LoggedDelivery | null {
  return listLog(sql, webhookId, null).deliveries[0] ?? null;
}

/** What Acta itself has stored needs no schema. */
function readRow({ id, webhook_id, meet_id, event, made_at, attempts, until }: Row): Delivery {
  return {
    id,
    webhookId: webhook_id,
    meetId: meet_id === "" ? null : meet_id,
    event: event as WebhookMessageType,
    madeAt: made_at,
    attempts,
    until,
  };
}

function readLogged(row: Row): LoggedDelivery {
  const { id, meetId, event, madeAt, attempts } = readRow(row);
  const { status, due_at, tried_at } = row;
  const state = row.state as DeliveryState;
  const fault = DELIVERY_FAULTS.find((name) => name === row.fault) ?? null;
  const dueAt = state === "waiting" ? due_at : null;
  return { id, meetId, event, madeAt, state, attempts, dueAt, triedAt: tried_at, status, fault };
}
