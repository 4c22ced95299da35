import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { MeetId } from "#app/domain/ids.ts";
import { TEAM_INDEX_CHANGES, TEAM_INDEXES_SWEEP_MAX } from "#app/domain/limits/teams.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { teamIndexChanges } from "#app/server/db/schema-teams.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The changes that the index of a team has still to take (decision 217). D1 judges each of them, so that their order does not matter, and
 * a change that comes twice or late changes nothing.
 */

/** Whether a meeting belongs into the index of a team: it is shown to the team, or stayed with it. */
export async function isShownToTeam(db: Database, teamId: string, meetId: MeetId): Promise<boolean> {
  const [row] = await db.all<{ shown: number }>(sql`select 1 as shown from meeting_visibility as seen
    where seen.meet_id = ${meetId} and seen.team_id = ${teamId} and (seen.visibility = 'team' or exists (
      select 1 from meetings as kept where kept.id = seen.meet_id and kept.workspace_id = seen.team_id))`);
  return row !== undefined;
}

export async function listTeamChanges(
  db: Database,
  teamId: string,
  after: number,
): Promise<{ position: number; meetId: MeetId }[]> {
  const { position, meetId } = teamIndexChanges;
  const rows = await db
    .select({ position, meetId })
    .from(teamIndexChanges)
    .where(and(eq(teamIndexChanges.teamId, teamId), gt(position, after)))
    .orderBy(asc(position))
    .limit(TEAM_INDEX_CHANGES);
  return rows.map((row) => ({ position: row.position, meetId: row.meetId as MeetId }));
}

/** A change that has been replaced since has another position, and stays. */
export async function removeTeamChanges(db: Database, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return;
  await db.delete(teamIndexChanges).where(inArray(teamIndexChanges.position, [...positions]));
}

/** Notes that a meeting has changed, for the teams that it is shown to, but for `except`. Returns all that have a change of it to take. */
export async function noteTeamChange(db: Database, meetId: MeetId, except: string | null): Promise<string[]> {
  const shown = sql`from meeting_visibility as seen
    where seen.meet_id = ${meetId} and seen.team_id is not null and seen.team_id <> ${except ?? ""}`;
  const { teams } = await namedBatch(db, {
    replaced: db
      .delete(teamIndexChanges)
      .where(
        and(eq(teamIndexChanges.meetId, meetId), sql`${teamIndexChanges.teamId} in (select seen.team_id ${shown})`),
      ),
    noted: insertFrom(db, teamIndexChanges, {
      row: { teamId: sql`seen.team_id`, meetId: sql`seen.meet_id` },
      from: shown,
    }),
    teams: selectChanged(db, meetId),
  });
  return teams.map(({ teamId }) => teamId).filter((teamId) => teamId !== except);
}

function selectChanged(db: Database, meetId: MeetId) {
  const { teamId } = teamIndexChanges;
  return db.select({ teamId }).from(teamIndexChanges).where(eq(teamIndexChanges.meetId, meetId));
}

type Needs = Pick<Services, "db" | "log" | "teamIndexes">;

/** Tells the teams that a meeting was shown to or taken from. One that does not answer is told by the sweep. */
export async function tellTeams(services: Needs, meetId: MeetId): Promise<void> {
  const teams = await selectChanged(services.db, meetId);
  await tellEach(services, teams);
}

/** The sweep: teams whose index was not told of a change, or could not take it. */
export async function sweepTeamIndexes(services: Needs): Promise<number> {
  const { teamId } = teamIndexChanges;
  const teams = await services.db
    .selectDistinct({ teamId })
    .from(teamIndexChanges)
    // In no order: those that fail stand in nobody's way.
    .orderBy(sql`random()`)
    .limit(TEAM_INDEXES_SWEEP_MAX);
  await tellEach(services, teams);
  return teams.length;
}

async function tellEach({ teamIndexes, log }: Needs, teams: readonly { teamId: string }[]): Promise<void> {
  await Promise.all(
    teams.map(async ({ teamId }) => {
      try {
        await teamIndexes.follow(teamId);
      } catch (error) {
        log("search.team.untold", { teamId, error: faultOf(error) });
      }
    }),
  );
}
