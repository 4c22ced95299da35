import { CONNECTION_LOG_MS } from "#app/domain/limits/deliveries.ts";
import {
  FOLLOW_UP_ASK_MS,
  FOLLOW_UP_GRACE_MS,
  FOLLOW_UP_RETRY_MS,
  MAIL_ATTEMPT_MS_MAX,
  MAIL_TRY_MS_MAX,
} from "#app/domain/limits/mail.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { FollowUp } from "#app/domain/mail/mail-content.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import type { SeriesFollowUp } from "#app/server/ports/workspace-mails.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";
import { goneTo, hasFollowUp, queueFollowUp } from "#workers/workspace/mail/follow-ups.ts";

/**
 * Follow-ups that go by themselves, for series whose person has chosen it. Minutes that are ready plan one, some minutes later it is written from
 * the minutes as they are then, and its mails are queued as those of a press. A row holds ids and times; to whom it goes is asked at its time.
 *
 * `asked`: the lists do not tell yet which series the meeting has. `void`: it was not to go at its time, and `quotations`: there were no minutes but
 * quotations; minutes that become ready again plan it anew. `stopped` by its person, and `gone`: there is none any more.
 */
type State = "asked" | "planned" | "gone" | "stopped" | "void" | "quotations" | "no-address" | "too-many-mails";

/** Whether a follow-up is to go for a meeting. `behind`: the lists are older than the minutes. */
export type SeriesChoice = "chosen" | "behind" | null;
export type SeriesWritten =
  | { kind: "go"; to: string[]; content: FollowUp; release: () => Promise<void> }
  | { kind: "void" | "quotations" | "no-address" | "too-many-mails" };

export type SeriesDeps = {
  findSeries: (meetId: string) => Promise<SeriesChoice>;
  /** The follow-up as it goes now, with the places of its mails in the day's limits; `release` gives them back. */
  writeSeries: (of: Planned) => Promise<SeriesWritten>;
  /** It has gone. */
  noteGone: (of: Planned) => Promise<void>;
};
type Needs = { mail: SeriesDeps; log: Log; now: () => number };
type Planned = { meetId: string; userId: string };

/** Minutes are ready. The same meeting again plans nothing more, unless it was not to go at its time. */
export async function planSeriesFollowUp(sql: SqlStorage, needs: Needs, { meetId, userId }: Planned): Promise<void> {
  const choice = await needs.mail.findSeries(meetId);
  if (choice === null) return;
  const now = needs.now();
  const [state, dueAt]: [State, number] =
    choice === "chosen" ? ["planned", now + FOLLOW_UP_GRACE_MS] : ["asked", now + FOLLOW_UP_ASK_MS];
  sql.exec(
    `INSERT INTO series_follow_ups (meet_id, user_id, state, made_at, due_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (meet_id) DO UPDATE SET state = excluded.state, user_id = excluded.user_id, made_at = excluded.made_at,
       due_at = excluded.due_at WHERE state IN ('void', 'quotations')`,
    meetId,
    userId,
    state,
    now,
    dueAt,
  );
}

export function readSeriesFollowUp(sql: SqlStorage, meetId: string): SeriesFollowUp | null {
  const [row] = sql
    .exec<{ state: string; due_at: number }>("SELECT state, due_at FROM series_follow_ups WHERE meet_id = ?", meetId)
    .toArray();
  const state = row?.state as State | undefined;
  switch (state) {
    case "planned":
    case "quotations":
    case "no-address":
    case "too-many-mails":
      return row ? { state, at: row.due_at } : null;
    case "gone": {
      const gone = goneTo(sql, { meetId, key: SERIES_KEY });
      return gone && { state, ...gone };
    }
    case undefined:
    case "asked":
    case "stopped":
    case "void":
      return null;
    default:
      return assertNever(state);
  }
}

/** Its person stops it, or sends a follow-up themselves. */
export function stopSeriesFollowUp(sql: SqlStorage, meetId: string): void {
  sql.exec("UPDATE series_follow_ups SET state = 'stopped' WHERE meet_id = ? AND state <> 'gone'", meetId);
}

export function nextSeriesAt(sql: SqlStorage): number | null {
  return sql
    .exec<{ at: number | null }>("SELECT min(due_at) AS at FROM series_follow_ups WHERE state IN ('asked', 'planned')")
    .one().at;
}

/** Writes those that are due and queues their mails. One whose services do not answer is tried again, as long as a mail is. */
export async function goDueSeries(storage: DurableObjectStorage, needs: Needs): Promise<void> {
  const { sql } = storage;
  const due = sql
    .exec<{ meet_id: string; user_id: string; state: string; made_at: number; due_at: number }>(
      "SELECT * FROM series_follow_ups WHERE state IN ('asked', 'planned') AND due_at <= ? ORDER BY due_at",
      needs.now(),
    )
    .toArray();
  for (const { meet_id: meetId, user_id: userId, state, made_at: madeAt } of due) {
    // In case the process dies.
    sql.exec("UPDATE series_follow_ups SET due_at = ? WHERE meet_id = ?", needs.now() + FOLLOW_UP_RETRY_MS, meetId);
    if (needs.now() - madeAt > MAIL_TRY_MS_MAX) {
      end(sql, meetId, "void");
      continue;
    }
    try {
      await withTimeLimit(MAIL_ATTEMPT_MS_MAX, async () => {
        if (state === "asked") await askAgain(sql, needs, meetId);
        else await go(storage, needs, { meetId, userId });
      });
    } catch (error) {
      needs.log("follow-up.series.failed", { meetId, error: faultOf(error) });
    }
  }
}

async function askAgain(sql: SqlStorage, { mail, now }: Needs, meetId: string): Promise<void> {
  const choice = await mail.findSeries(meetId);
  if (choice === "behind") return;
  if (choice === null) {
    end(sql, meetId, "void");
    return;
  }
  sql.exec(
    "UPDATE series_follow_ups SET state = 'planned', due_at = ? WHERE meet_id = ? AND state = 'asked'",
    now() + FOLLOW_UP_GRACE_MS,
    meetId,
  );
}

async function go(
  storage: DurableObjectStorage,
  { mail, log, now }: Needs,
  { meetId, userId }: Planned,
): Promise<void> {
  const { sql } = storage;
  const written = await mail.writeSeries({ meetId, userId });
  if (written.kind !== "go") {
    end(sql, meetId, written.kind);
    log("follow-up.series.kept", { userId, meetId, reason: written.kind });
    return;
  }
  const { to, content, release } = written;
  const asked = { meetId, userId, key: SERIES_KEY, to, content };
  const goes = storage.transactionSync(() => {
    if (!end(sql, meetId, "gone")) return false;
    queueFollowUp(storage, asked, now());
    return true;
  });
  if (!goes) {
    // Stopped, or gone with its meeting, while it was written; an attempt that was slower than its time limit finds the places of the next one.
    if (!hasFollowUp(sql, asked)) await release();
    return;
  }
  log("follow-up.series.sent", { userId, meetId, mails: to.length });
  await mail.noteGone({ meetId, userId });
}

/** In place of the key of a press, which is longer. */
const SERIES_KEY = "series";

/** False where it does not wait any more. */
function end(sql: SqlStorage, meetId: string, state: State): boolean {
  return (
    sql
      .exec(
        `UPDATE series_follow_ups SET state = ? WHERE meet_id = ? AND state IN ('asked', 'planned')
         RETURNING meet_id`,
        state,
        meetId,
      )
      .toArray().length > 0
  );
}

/** When the oldest follow-up is to be forgotten: the addresses that got one are kept as long as other lines of what was sent. */
export function nextForgettingAt(sql: SqlStorage): number | null {
  const { at } = sql
    .exec<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
         SELECT min(due_at) AS at FROM mails INDEXED BY mails_follow_ups WHERE kind = 'follow-up'
           AND key NOT IN (SELECT key FROM outbox)
         UNION ALL SELECT min(made_at) FROM series_follow_ups)`,
    )
    .one();
  return at === null ? null : at + CONNECTION_LOG_MS;
}

export function forgetOldFollowUps(storage: DurableObjectStorage, now: number): void {
  storage.transactionSync(() => {
    // In the words of its index, which SQLite takes for no bound value.
    storage.sql.exec(
      "DELETE FROM mails WHERE kind = 'follow-up' AND due_at <= ? AND key NOT IN (SELECT key FROM outbox)",
      now - CONNECTION_LOG_MS,
    );
    storage.sql.exec("DELETE FROM series_follow_ups WHERE made_at <= ?", now - CONNECTION_LOG_MS);
  });
}
