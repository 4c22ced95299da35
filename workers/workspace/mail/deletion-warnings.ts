import type { MeetId } from "#app/domain/ids.ts";
import { UNDELIVERED_SHOWN_MS } from "#app/domain/limits/mail.ts";
import { RETENTION_COLLECT_MS, RETENTION_WARNED_MAX, RETENTION_WARNING_MS } from "#app/domain/limits/account.ts";
import type { MailContent } from "#app/domain/mail/mail-content.ts";
import type { PlannedMeeting, RetentionPart } from "#app/domain/privacy/retention.ts";
import type { MailFailure } from "#app/server/ports/workspace-mails.ts";

/**
 * Warnings of deletions by rule. Meetings say that a deletion is near; what goes on the same day is collected, and one mail to its owner
 * names it. Rows hold ids and days. The mail is made from the meetings' plans when it is sent, so that a meeting whose rule has
 * changed since is not in it.
 */
export type WarningEffect = { type: "warning"; userId: string; part: RetentionPart; day: string };
export type WarningContent = Extract<MailContent, { kind: "retention-warning" }>;

/** A day of UTC: "2026-11-25". */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const warningKey = ({ userId, part, day }: WarningEffect) => `retention-warning/${userId}/${part}/${day}`;

/** Stores what a meeting's plan deletes in the next days, with the work of its mail. A repetition changes nothing. */
export function queueWarnings(
  storage: DurableObjectStorage,
  { meetId, createdBy, plan }: PlannedMeeting,
  now: number,
): void {
  storage.transactionSync(() => {
    for (const { part, at } of plan) {
      // Its own warning comes later.
      if (at - now > RETENTION_WARNING_MS) continue;
      const effect: WarningEffect = { type: "warning", userId: createdBy, part, day: dayOf(at) };
      const { sql } = storage;
      sql.exec(
        "INSERT OR REPLACE INTO planned_deletions (meet_id, part, user_id, day) VALUES (?, ?, ?, ?)",
        meetId,
        part,
        createdBy,
        effect.day,
      );
      queueWork(sql, effect, now + RETENTION_COLLECT_MS, now);
    }
  });
}

/** Work that is there already keeps its time. A warning of the same day that was given up is not shown any more. */
function queueWork(sql: SqlStorage, effect: WarningEffect, dueAt: number, now: number): void {
  const key = warningKey(effect);
  sql.exec(
    `INSERT INTO outbox (key, effect, attempts, due_at, added) VALUES (?, ?, 0, ?, ?)
     ON CONFLICT (key) DO NOTHING`,
    key,
    JSON.stringify(effect),
    dueAt,
    now,
  );
  sql.exec(
    `INSERT INTO mails (key, kind, meet_id, user_id, state, due_at)
     VALUES (?, 'retention-warning', '', ?, 'waiting', ?)
     ON CONFLICT (key) DO UPDATE SET state = 'waiting', reason = NULL, due_at = excluded.due_at WHERE state = 'failed'`,
    key,
    effect.userId,
    dueAt,
  );
}

/** The meetings that a warning is about, RETENTION_WARNED_MAX at most. */
export function plannedFor(sql: SqlStorage, { userId, part, day }: WarningEffect): MeetId[] {
  return sql
    .exec<{ meet_id: string }>(
      "SELECT meet_id FROM planned_deletions WHERE user_id = ? AND part = ? AND day = ? ORDER BY meet_id LIMIT ?",
      userId,
      part,
      day,
      RETENTION_WARNED_MAX,
    )
    .toArray()
    .map(({ meet_id }) => meet_id as MeetId);
}

/** The warning's words-to-be from the plans as they are now; null where nothing of it is planned any more. */
export async function readWarning(
  { part, day }: WarningEffect,
  meetIds: readonly MeetId[],
  readPlan: (meetId: MeetId) => Promise<PlannedMeeting | null>,
): Promise<WarningContent | null> {
  const meetings: WarningContent["meetings"][number][] = [];
  let deletedAt = Number.POSITIVE_INFINITY;
  for (const meetId of meetIds) {
    const meeting = await readPlan(meetId);
    const due = meeting?.plan.find((one) => one.part === part && dayOf(one.at) === day);
    if (!meeting || !due) continue;
    const { title, startsAt } = meeting;
    meetings.push({ meetId, title, startsAt });
    deletedAt = Math.min(deletedAt, due.at);
  }
  return meetings.length === 0 ? null : { kind: "retention-warning", part, deletedAt, meetings };
}

/**
 * After the end of a warning. What has come meanwhile, and what did not fit, is warned of by another mail. Of one that was given up
 * (`failure`) the settings tell for as long as of other mails.
 */
export function forgetWarned(
  sql: SqlStorage,
  effect: WarningEffect,
  { meetIds, failure, now }: { meetIds: readonly MeetId[]; failure: MailFailure | null; now: number },
): void {
  const { userId, part, day } = effect;
  for (const meetId of meetIds) {
    sql.exec("DELETE FROM planned_deletions WHERE meet_id = ? AND part = ? AND day = ?", meetId, part, day);
  }
  if (failure === null) sql.exec("DELETE FROM mails WHERE key = ?", warningKey(effect));
  else sql.exec("UPDATE mails SET state = 'failed', reason = ? WHERE key = ?", failure, warningKey(effect));
  sql.exec(
    "DELETE FROM mails WHERE user_id = ? AND kind = 'retention-warning' AND state = 'failed' AND due_at <= ?",
    userId,
    now - UNDELIVERED_SHOWN_MS,
  );
  sql.exec("DELETE FROM outbox WHERE key = ?", warningKey(effect));
  if (plannedFor(sql, effect).length > 0) queueWork(sql, effect, now + RETENTION_COLLECT_MS, now);
}
