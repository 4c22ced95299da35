import { type SQL, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { meetings } from "#app/server/db/schema.ts";
import { provenAddress, shownTo, vouchedAddress } from "#app/server/workspace/access-to.ts";

/**
 * "Shared with me": the meetings of others that are shown to a person, by their team or by one of their own addresses. Each of these is
 * walked in the order of the list by an index of its own and ends with a page, so that the cost of a page does not grow with all that is
 * shown. Membership and addresses are read in the same statement: access ends at once.
 */
type SharedWalk = {
  /** Beginning of the list, as far as it is asked for. */
  limit: number;
  sort: "date" | "title";
  /** Against the order of the list, for a page before a cursor. */
  backwards: boolean;
  /** Place at which the walk begins, exclusive; null: at the end of the list. */
  from: { key: number | string; id: string } | null;
  /** Further conditions, on `meetings`. */
  where: readonly (SQL | undefined)[];
};

/** The ids of the meetings, as a list for `in`. One that is shown in two ways is in it twice. */
export function sharedIds(actor: PersonActor, walk: SharedWalk): SQL {
  return sql`(${shownIds(actor, walk)})`;
}

/** Only those that are shown to one of the person's addresses. */
export function namedIds(actor: PersonActor, walk: SharedWalk): SQL {
  return sql`(${namedWalks(actor, walk)})`;
}

/** The same with the person's own meetings in which they are a guest. */
export function guestIds(actor: PersonActor, walk: SharedWalk): SQL {
  return sql`(${shownIds(actor, walk)} union all select id from (${ownWalk(actor, walk)}))`;
}

function shownIds(actor: PersonActor, walk: SharedWalk): SQL {
  const { userId } = actor;
  // A person is in one paid team at most.
  const team = sql`(select mine.workspace_id from members as mine join teams as team on team.workspace_id = mine.workspace_id
    where mine.user_id = ${userId} order by team.activated_at is null limit 1)`;
  const byTeam = walkOf(actor, walk, {
    from: sql`meeting_visibility as shown`,
    // A member's private meetings, and those for named people, are in the member's workspace: no administrator sees them.
    audience: sql`shown.team_id = ${team} and (shown.visibility = 'team' or (${meetings.workspaceId} = shown.team_id and exists (
      select 1 from members as mine where mine.workspace_id = shown.team_id and mine.user_id = ${userId} and mine.role = 'owner')))`,
  });
  return sql`select meet_id from (${byTeam}) union all ${namedWalks(actor, walk)}`;
}

function namedWalks(actor: PersonActor, walk: SharedWalk): SQL {
  const addresses = [sql`(${vouchedAddress(actor.userId)})`, sql`(${provenAddress(actor.userId)})`];
  const [byVouched, byProven] = addresses.map((address) =>
    walkOf(actor, walk, {
      from: sql`meeting_guests as shown`,
      audience: sql`shown.email = ${address} and exists (select 1 from meeting_visibility as seen
        where seen.meet_id = shown.meet_id and seen.visibility = 'named')`,
    }),
  );
  return sql`select meet_id from (${byVouched}) union all select meet_id from (${byProven})`;
}

/** One walk. SQLite never changes the order of a CROSS JOIN: the rows in their order, then the meeting of each. */
function walkOf({ workspaceId, userId }: PersonActor, walk: SharedWalk, shown: { from: SQL; audience: SQL }): SQL {
  const { beyond, narrowed, order } = stepsOf(walk, "shown", "meet_id");
  return sql`select shown.meet_id from ${shown.from} cross join ${meetings} on ${meetings.id} = shown.meet_id
    where ${shown.audience} and ${beyond} and ${meetings.deletedAt} is null
      and (${meetings.mergedInto} is null or ${meetings.mergedInto} not in ${shownTo(userId)})
      and not (${meetings.workspaceId} = ${workspaceId} and ${meetings.createdBy} = ${userId}) ${narrowed} ${order}`;
}

function ownWalk({ workspaceId, userId }: PersonActor, walk: SharedWalk): SQL {
  const { beyond, narrowed, order } = stepsOf(walk, "meetings", "id");
  return sql`select ${meetings.id} from ${meetings}
    where ${meetings.workspaceId} = ${workspaceId} and ${meetings.createdBy} = ${userId} and ${meetings.role} = 'guest'
      and ${meetings.deletedAt} is null and ${meetings.mergedInto} is null and ${beyond} ${narrowed} ${order}`;
}

/** The conditions and the order of a walk, in the columns of a table. */
function stepsOf({ limit, sort, backwards, from, where }: SharedWalk, table: string, idColumn: string) {
  const key = sql.raw(`${table}.${sort === "title" ? "title_key" : "starts_at"}`);
  const id = sql.raw(`${table}.${idColumn}`);
  // Newest first, or by title from A.
  const falls = (sort === "date") !== backwards;
  const direction = sql.raw(falls ? "desc" : "asc");
  const conditions = where.filter((each) => each !== undefined).map((each) => sql`and ${each}`);
  return {
    beyond: from === null ? sql`1` : sql`(${key}, ${id}) ${sql.raw(falls ? "<" : ">")} (${from.key}, ${from.id})`,
    narrowed: sql.join(conditions, sql.raw(" ")),
    order: sql`order by ${key} ${direction}, ${id} ${direction} limit ${limit}`,
  };
}
