import { desc, gte, lt, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { SEARCHED_NAMED_MAX, SEARCHED_WORKSPACES_MAX, TEAM_INDEX_CHANGES } from "#app/domain/limits/teams.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { faultOf } from "#app/server/log.ts";
import { namedIds } from "#app/server/meetings/list-shared.ts";
import type { SearchAsked, SearchPlace, SearchScope } from "#app/server/ports/search-index.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The indexes that have the meetings which a person may read: that of their workspace, that of their team, and those of people who name them
 * for a meeting, each for these meetings only. `next`: where the named ones go on; null where these are all.
 */
type AskedIndexes = { scopes: [own: SearchScope, ...others: SearchScope[]]; next: SearchPlace | null };

type Range = Pick<SearchAsked, "startsFrom" | "startsBefore" | "after">;

export async function askedIndexes(db: Database, actor: PersonActor, range: Range): Promise<AskedIndexes> {
  const [teams, named] = await db.batch([selectTeamIndex(db, actor.userId), selectNamed(db, actor, range)]);
  const ofTeam = teams.map(({ teamId, pending }) => ({
    workspaceId: teamId,
    pending: JSON.parse(pending) as string[],
  }));
  const { among, next } = byWorkspace(named);
  const ofNamed = [...among].map(([workspaceId, meetIds]) => ({ workspaceId, among: meetIds }));
  return { scopes: [{ workspaceId: actor.workspaceId }, ...ofTeam, ...ofNamed], next };
}

/**
 * Asks all of them at once. An index of others that does not answer must not hide what the rest have: `missing` stands in for its answer.
 */
export async function askEach<Found>(
  { log }: Pick<Services, "log">,
  [own, ...others]: AskedIndexes["scopes"],
  asks: { ask: (scope: SearchScope) => Promise<Found>; missing: Found },
): Promise<Found[]> {
  const askOther = async (scope: SearchScope): Promise<Found> => {
    try {
      return await asks.ask(scope);
    } catch (error) {
      log("search.shared.failed", { workspaceId: scope.workspaceId, error: faultOf(error) });
      return asks.missing;
    }
  };
  return Promise.all([asks.ask(own), ...others.map(askOther)]);
}

/** A person is in one paid team at most. `pending`: the changes that its index may not have taken yet, one more than it takes at once. */
function selectTeamIndex(db: Database, userId: string) {
  const teamId = sql<string>`mine.workspace_id`;
  const pending = sql<string>`(select json_group_array(meet_id) from (select changed.meet_id from team_index_changes as changed
    where changed.team_id = mine.workspace_id limit ${TEAM_INDEX_CHANGES + 1}))`;
  return db
    .select({ teamId: teamId.as("team_id"), pending: pending.as("pending") })
    .from(sql`members as mine join teams as team on team.workspace_id = mine.workspace_id`)
    .where(sql`mine.user_id = ${userId}`)
    .orderBy(sql`team.activated_at is null`)
    .limit(1);
}

function selectNamed(db: Database, actor: PersonActor, { after, startsFrom, startsBefore }: Range) {
  const from = after && { key: after.startsAt, id: after.meetId };
  const where = [
    startsFrom === null ? undefined : gte(meetings.startsAt, startsFrom),
    startsBefore === null ? undefined : lt(meetings.startsAt, startsBefore),
  ];
  const limit = SEARCHED_NAMED_MAX + 1;
  return db
    .select({ id: meetings.id, workspaceId: meetings.workspaceId, startsAt: meetings.startsAt })
    .from(meetings)
    .where(sql`${meetings.id} in ${namedIds(actor, { limit, sort: "date", backwards: false, from, where })}`)
    .orderBy(desc(meetings.startsAt), desc(meetings.id))
    .limit(limit);
}

/** They end where there are too many of them, or of their workspaces, for one question: the next page asks for the rest. */
function byWorkspace(rows: Awaited<ReturnType<typeof selectNamed>>) {
  const among = new Map<string, string[]>();
  let last: SearchPlace | null = null;
  for (const [index, { id, workspaceId, startsAt }] of rows.entries()) {
    const known = among.get(workspaceId);
    if (index === SEARCHED_NAMED_MAX || (!known && among.size === SEARCHED_WORKSPACES_MAX))
      return { among, next: last };
    if (known) known.push(id);
    else among.set(workspaceId, [id]);
    last = { startsAt, meetId: id };
  }
  return { among, next: null };
}
