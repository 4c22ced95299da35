import { FOLLOW_UP_EXPORT_PAGE } from "#app/domain/limits/mail.ts";
import type { FollowUp } from "#app/domain/mail/mail-content.ts";
import { FOLLOW_UP_KIND } from "#app/domain/mail/mail-kinds.ts";
import type { FollowUpAsked, FollowUpMail, FollowUpsPage } from "#app/server/ports/workspace-mails.ts";
import { deliveryStateOf, failureOf, type MailState, queueMailWork } from "#workers/workspace/mail/mail-store.ts";

/**
 * Follow-ups: one mail for each address, so that nobody reads the others' addresses and each can be stopped by itself. The words are kept
 * until the last of them has ended, and the rows that say who got it for as long as the other deliveries (series-follow-ups.ts), or until the
 * meeting goes.
 */
export type FollowUpEffect = { type: "follow-up"; followUpId: string; to: string; meetId?: string };

const keysOf = (followUpId: string) => `follow-up/${followUpId}/`;

/** One press of the button. */
const idOf = ({ meetId, key }: Pick<FollowUpAsked, "meetId" | "key">) => `${meetId}/${key}`;

export function hasFollowUp(sql: SqlStorage, asked: Pick<FollowUpAsked, "meetId" | "key">): boolean {
  return sql.exec("SELECT 1 FROM mails WHERE key = ?", `${keysOf(idOf(asked))}0`).toArray().length > 0;
}

/** Stores the mails with their work, in one transaction; nothing where the same press was stored before. */
export function queueFollowUp(storage: DurableObjectStorage, asked: FollowUpAsked, now: number): void {
  const { sql } = storage;
  const { meetId, userId, to, content } = asked;
  const followUpId = idOf(asked);
  if (hasFollowUp(sql, asked)) return;
  storage.transactionSync(() => {
    sql.exec(
      "INSERT INTO follow_ups (id, meet_id, content) VALUES (?, ?, ?)",
      followUpId,
      meetId,
      JSON.stringify(content),
    );
    for (const [place, address] of to.entries()) {
      const key = `${keysOf(followUpId)}${place}`;
      const effect: FollowUpEffect = { type: "follow-up", followUpId, meetId, to: address };
      queueMailWork(sql, { key, kind: FOLLOW_UP_KIND, meetId, userId, effect }, now);
      sql.exec("UPDATE mails SET recipient = ? WHERE key = ?", address, key);
    }
  });
}

/** Null where it is gone with its meeting. */
export function readFollowUp(sql: SqlStorage, followUpId: string): FollowUp | null {
  const [row] = sql.exec<{ content: string }>("SELECT content FROM follow_ups WHERE id = ?", followUpId).toArray();
  return row ? (JSON.parse(row.content) as FollowUp) : null;
}

/** Forgets the words once no mail of them waits. */
export function endFollowUp(sql: SqlStorage, followUpId: string): void {
  const keys = keysOf(followUpId);
  sql.exec(
    "DELETE FROM follow_ups WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM outbox WHERE substr(key, 1, ?2) = ?3)",
    followUpId,
    keys.length,
    keys,
  );
}

/** The meetings are being deleted: mails that wait are not sent, and their rows go with it. */
export function withdrawFollowUps(storage: DurableObjectStorage, meetIds: readonly string[]): void {
  const { sql } = storage;
  storage.transactionSync(() => {
    for (const meetId of meetIds) {
      sql.exec(
        "DELETE FROM outbox WHERE key IN (SELECT key FROM mails WHERE meet_id = ? AND kind = ?)",
        meetId,
        FOLLOW_UP_KIND,
      );
      sql.exec("DELETE FROM mails WHERE meet_id = ? AND kind = ?", meetId, FOLLOW_UP_KIND);
      sql.exec("DELETE FROM follow_ups WHERE meet_id = ?", meetId);
      sql.exec("DELETE FROM series_follow_ups WHERE meet_id = ?", meetId);
    }
  });
}

/** The moment at which the mails of one press were queued, and the addresses that they go or have gone to. Null where nobody gets one. */
export function goneTo(sql: SqlStorage, asked: Pick<FollowUpAsked, "meetId" | "key">) {
  const keys = keysOf(idOf(asked));
  const mails = sql
    .exec<RawMail>(
      `SELECT recipient, state, reason, due_at FROM mails WHERE meet_id = ? AND substr(key, 1, ?) = ?
       AND state NOT IN ('failed', 'unwanted') ORDER BY rowid`,
      asked.meetId,
      keys.length,
      keys,
    )
    .toArray()
    .map(mailOf);
  const [first] = mails;
  return first ? { at: first.at, to: mails.map(({ to }) => to) } : null;
}

/** The mails of a person's follow-ups of a meeting, newest first. */
export function followUpsOf(
  sql: SqlStorage,
  { meetId, userId, limit }: { meetId: string; userId: string; limit: number },
): FollowUpMail[] {
  return sql
    .exec<RawMail>(
      `SELECT recipient, state, reason, due_at FROM mails WHERE meet_id = ? AND user_id = ? AND kind = ?
       ORDER BY due_at DESC, key LIMIT ?`,
      meetId,
      userId,
      FOLLOW_UP_KIND,
      limit,
    )
    .toArray()
    .map(mailOf);
}

/** All of a person, for the archive. */
export function allFollowUps(
  sql: SqlStorage,
  { userId, after }: { userId: string; after: string | null },
): FollowUpsPage {
  const rows = sql
    .exec<RawMail & { key: string; meet_id: string }>(
      `SELECT key, meet_id, recipient, state, reason, due_at FROM mails WHERE kind = ? AND user_id = ? AND key > ?
       ORDER BY key LIMIT ?`,
      FOLLOW_UP_KIND,
      userId,
      after ?? "",
      FOLLOW_UP_EXPORT_PAGE,
    )
    .toArray();
  return {
    mails: rows.map((row) => ({ meetId: row.meet_id, ...mailOf(row) })),
    after: rows.length < FOLLOW_UP_EXPORT_PAGE ? null : (rows.at(-1)?.key ?? null),
  };
}

type RawMail = { recipient: string | null; state: string; reason: string | null; due_at: number };

function mailOf({ recipient, state, reason, due_at }: RawMail): FollowUpMail {
  return {
    to: recipient ?? "",
    at: due_at,
    state: deliveryStateOf(state as MailState),
    reason: failureOf(state as MailState, reason),
  };
}
