import type { DeliveryState } from "#app/domain/deliveries/delivery.ts";
import { CONNECTION_LOG_MS } from "#app/domain/limits/deliveries.ts";
import { UNDELIVERED_SHOWN_MAX, UNDELIVERED_SHOWN_MS } from "#app/domain/limits/mail.ts";
import { type MailableEnd, mailKey } from "#app/domain/mail/mail-content.ts";
import {
  FOLLOW_UP_KIND,
  type MailKind,
  type MeetingMailKind,
  type StoppableKind,
} from "#app/domain/mail/mail-kinds.ts";
import type { FollowUpEffect } from "#workers/workspace/mail/follow-ups.ts";
import type { CalendarMailEffect } from "#workers/workspace/mail/calendar-mails.ts";
import type { ParkedMailEffect } from "#workers/workspace/mail/parked-mails.ts";
import type { WarningEffect } from "#workers/workspace/mail/deletion-warnings.ts";
import type { DigestEffect } from "#workers/workspace/mail/weekly-digests.ts";
import type { MailFailure, UndeliveredMail } from "#app/server/ports/workspace-mails.ts";
import type { SentAsked, SentMail } from "#app/server/ports/minutes-deliveries.ts";

/**
 * The mails of a workspace: ids, kinds and times, never words, and no addresses but those of follow-ups. A row stays as long as its meeting, so that the same
 * reason is never mailed again; the work that is still to be done is in the outbox beside it.
 */

/** The work of the outbox: a mail about one meeting or calendar account, one that warns of all that is deleted on one day, or a digest. */
export type MeetingMailEffect = {
  type: "mail";
  kind: MeetingMailKind;
  meetId: string;
  /** When its person asked for it again, after it had been given up. */
  againAt?: number;
};
export type MailEffect =
  | MeetingMailEffect
  | WarningEffect
  | CalendarMailEffect
  | DigestEffect
  | ParkedMailEffect
  | FollowUpEffect;

/**
 * `sending`: handed to the mail service, whose answer is not stored yet. `unwanted`: nobody was to get it when it was due, or the
 * meeting had gone on by then.
 */
export type MailState = "waiting" | "sending" | "sent" | "failed" | "unwanted";

/** Stores a mail with its work, in one transaction; nothing where the same reason was stored before. */
export function queueMail(storage: DurableObjectStorage, meeting: MailableEnd, now: number): void {
  const { kind, meetId, createdBy } = meeting;
  const effect: MailEffect = { type: "mail", kind, meetId };
  storage.transactionSync(() =>
    queueMailWork(storage.sql, { key: mailKey(meeting), kind, meetId, userId: createdBy, effect }, now),
  );
}

type MailWork = { key: string; kind: StoppableKind; meetId: string; userId: string; effect: MailEffect };

/** Inside a transaction. Nothing where the key was stored before. */
export function queueMailWork(sql: SqlStorage, { key, kind, meetId, userId, effect }: MailWork, now: number): void {
  const added = sql
    .exec(
      `INSERT OR IGNORE INTO mails (key, kind, meet_id, user_id, state, due_at) VALUES (?, ?, ?, ?, 'waiting', ?)
       RETURNING key`,
      key,
      kind,
      meetId,
      userId,
      now,
    )
    .toArray();
  if (added.length === 0) return;
  sql.exec(
    "INSERT INTO outbox (key, effect, attempts, due_at, added) VALUES (?, ?, 0, ?, ?)",
    key,
    JSON.stringify(effect),
    now,
    now,
  );
}

/** A person wants a mail of minutes that was given up. It keeps its line and its time. False where none of theirs was given up. */
export function sendMailAgain(
  storage: DurableObjectStorage,
  { key, userId, now }: { key: string; userId: string; now: number },
): boolean {
  const { sql } = storage;
  return storage.transactionSync(() => {
    const [row] = sql
      .exec<{ meet_id: string }>(
        `UPDATE mails SET state = 'waiting', reason = NULL
         WHERE key = ? AND user_id = ? AND kind = 'minutes-ready' AND state = 'failed' RETURNING meet_id`,
        key,
        userId,
      )
      .toArray();
    if (row === undefined) return false;
    const effect: MailEffect = { type: "mail", kind: "minutes-ready", meetId: row.meet_id, againAt: now };
    sql.exec(
      "INSERT INTO outbox (key, effect, attempts, due_at, added) VALUES (?, ?, 0, ?, ?)",
      key,
      JSON.stringify(effect),
      now,
      now,
    );
    return true;
  });
}

/** Nothing is sent about a meeting that is gone, and nothing is kept of it. */
export function forgetMails(storage: DurableObjectStorage, meetId: string): void {
  storage.transactionSync(() => {
    storage.sql.exec("DELETE FROM planned_deletions WHERE meet_id = ?", meetId);
    storage.sql.exec("DELETE FROM outbox WHERE key IN (SELECT key FROM mails WHERE meet_id = ?)", meetId);
    storage.sql.exec("DELETE FROM mails WHERE meet_id = ?", meetId);
    storage.sql.exec("DELETE FROM follow_ups WHERE meet_id = ?", meetId);
    storage.sql.exec("DELETE FROM series_follow_ups WHERE meet_id = ?", meetId);
  });
}

/** Null where the mail is gone with its meeting. */
export function mailState(sql: SqlStorage, key: string): MailState | null {
  const [row] = sql.exec<{ state: string }>("SELECT state FROM mails WHERE key = ?", key).toArray();
  return row ? (row.state as MailState) : null;
}

export function saveMailState(sql: SqlStorage, key: string, state: MailState, reason: MailFailure | null = null): void {
  sql.exec("UPDATE mails SET state = ?, reason = ? WHERE key = ?", state, reason, key);
}

/** Those to the person that failed lately, and those that were tried and are tried again; newest first. */
export function listUndelivered(sql: SqlStorage, userId: string, now: number): UndeliveredMail[] {
  return sql
    .exec<{ kind: string; meet_id: string; state: string; reason: string | null; due_at: number }>(
      `SELECT kind, meet_id, state, reason, due_at FROM mails
       WHERE user_id = ?1 AND due_at > ?2 AND kind <> 'follow-up'
         AND (state = 'failed'
           OR (state IN ('waiting', 'sending') AND key IN (SELECT key FROM outbox WHERE attempts > 1)))
       ORDER BY due_at DESC, key LIMIT ?3`,
      userId,
      now - UNDELIVERED_SHOWN_MS,
      UNDELIVERED_SHOWN_MAX,
    )
    .toArray()
    .map(({ kind, meet_id, state, reason, due_at }) => ({
      kind: kind as MailKind,
      meetId: meet_id || null,
      state: state === "failed" ? "failed" : "late",
      reason: reason as MailFailure | null,
      dueAt: due_at,
    }));
}

/** Of a person: mails of minutes that went to them, and all mails of their follow-ups, also those that their reader did not want. */
const SENT_SQL = "(kind = 'minutes-ready' AND state <> 'unwanted' OR kind = 'follow-up')";
const PARKED_SQL = "(state = 'failed' OR state = 'unwanted')";

/** Mails of minutes and follow-ups of a person, newest first; and how many there are, and did not arrive. */
export function listSentMails(
  sql: SqlStorage,
  { older, isParked, mailsOf, limit }: SentAsked,
  now: number,
): { mails: SentMail[]; total: number; parked: number } {
  if (mailsOf === undefined) return { mails: [], total: 0, parked: 0 };
  const mails = sql
    .exec<{
      key: string;
      kind: string;
      recipient: string | null;
      meet_id: string;
      state: string;
      reason: string | null;
      due_at: number;
    }>(
      `SELECT key, kind, recipient, meet_id, state, reason, due_at FROM mails
       WHERE user_id = ?1 AND due_at > ?2 AND ${SENT_SQL}
         AND due_at <= ?3 AND (due_at < ?3 OR key < ?4) AND (?5 = 0 OR ${PARKED_SQL})
       ORDER BY due_at DESC, key DESC LIMIT ?6`,
      mailsOf,
      now - CONNECTION_LOG_MS,
      older?.at ?? Number.MAX_SAFE_INTEGER,
      older?.id ?? "",
      isParked ? 1 : 0,
      limit,
    )
    .toArray()
    .map(({ key, kind, recipient, meet_id, state, reason, due_at }) => ({
      id: key,
      kind: kind === FOLLOW_UP_KIND ? ("follow-up" as const) : ("mail" as const),
      to: recipient,
      meetId: meet_id,
      at: due_at,
      state: deliveryStateOf(state as MailState),
      reason: failureOf(state as MailState, reason),
    }));
  const counts = sql
    .exec<{ total: number; parked: number }>(
      `SELECT count(*) AS total, count(*) FILTER (WHERE ${PARKED_SQL}) AS parked FROM mails
       WHERE user_id = ? AND due_at > ? AND ${SENT_SQL}`,
      mailsOf,
      now - CONNECTION_LOG_MS,
    )
    .one();
  return { mails, ...counts };
}

export function deliveryStateOf(state: MailState): DeliveryState {
  if (state === "sent") return "sent";
  return state === "failed" || state === "unwanted" ? "parked" : "waiting";
}

/** A follow-up that its reader did not want was stopped by them. */
export function failureOf(state: MailState, reason: string | null): MailFailure | "stopped" | null {
  return state === "unwanted" ? "stopped" : (reason as MailFailure | null);
}
