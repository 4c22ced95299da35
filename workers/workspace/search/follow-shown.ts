import type { MeetId } from "#app/domain/ids.ts";
import { ALARM_CLAIM_MS_MAX } from "#app/domain/limits/steps.ts";
import { TEAM_INDEX_RETRY_MS } from "#app/domain/limits/teams.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import type { ShownChanges } from "#app/server/ports/search-index.ts";
import type { BesideWork } from "#workers/workspace/deliver-events.ts";

/**
 * Keeps the index of a team to what is shown to the team: it takes the changes that D1 has of these meetings (decision 217). One row says
 * that there are some, so that an alarm goes on after a restart.
 */
export interface ShownMeetings extends BesideWork {
  /** There are changes: they are taken now. */
  begin(teamId: string): void;
  /** The same for a search, which does not repeat what has just failed with every key. */
  beginIfIdle(teamId: string): void;
}

type Row = { team_id: string; due_at: number };

export function shownMeetings(
  sql: SqlStorage,
  deps: { shownChanges: ShownChanges; log: Log; now: () => number },
  follow: (meetId: MeetId, teamId: string) => Promise<void>,
): ShownMeetings {
  const read = () => sql.exec<Row>("SELECT team_id, due_at FROM team_changes").toArray()[0] ?? null;

  /** True where all that are there have been taken. False: some failed, or the time is over. */
  async function takeChanges(teamId: string, until: number): Promise<boolean> {
    let [after, failed] = [0, 0];
    while (deps.now() < until) {
      const changes = await deps.shownChanges.list(teamId, after);
      if (changes.length === 0) return failed === 0;
      const taken: number[] = [];
      for (const { position, meetId } of changes) {
        after = position;
        try {
          await follow(meetId, teamId);
          taken.push(position);
        } catch (error) {
          failed += 1;
          deps.log("workspace.search.shown.failed", { teamId, meetId, error: faultOf(error) });
        }
      }
      await deps.shownChanges.remove(taken);
    }
    // The rest is due at once.
    if (failed === 0) sql.exec("UPDATE team_changes SET due_at = ?", deps.now());
    return false;
  }

  return {
    begin(teamId) {
      sql.exec("INSERT OR REPLACE INTO team_changes (id, team_id, due_at) VALUES (1, ?, ?)", teamId, deps.now());
    },
    beginIfIdle(teamId) {
      sql.exec("INSERT OR IGNORE INTO team_changes (id, team_id, due_at) VALUES (1, ?, ?)", teamId, deps.now());
    },
    dueAt: () => read()?.due_at ?? null,
    async run() {
      const row = read();
      const begunAt = deps.now();
      if (row === null || row.due_at > begunAt) return;
      // Due again if the object is restarted, or something fails. A call in the meantime writes another time.
      const again = begunAt + TEAM_INDEX_RETRY_MS;
      sql.exec("UPDATE team_changes SET due_at = ?", again);
      try {
        const isDone = await takeChanges(row.team_id, begunAt + ALARM_CLAIM_MS_MAX);
        if (isDone) sql.exec("DELETE FROM team_changes WHERE due_at = ?", again);
      } catch (error) {
        deps.log("workspace.search.shown.failed", { teamId: row.team_id, error: faultOf(error) });
      }
    },
  };
}
