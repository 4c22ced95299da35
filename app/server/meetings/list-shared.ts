import { type SQL, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { isSeenBy, provenAddress, vouchedAddress } from "#app/server/workspace/access-to.ts";

/**
 * The meetings of others that name a person, by one of their own addresses. Each address is walked in the order of the list by an index of its own and
 * ends with a page, so that the cost of a page does not grow with all that is shown. Addresses are read in the same statement: access ends at
 * once. What is shown to a team is in its lists (workspace/shown-meetings.ts).
 */
type NamedWalk = {
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
export function namedIds(actor: PersonActor, walk: NamedWalk): SQL {
  const addresses = [sql`(${vouchedAddress(actor.userId)})`, sql`(${provenAddress(actor.userId)})`];
  const [byVouched, byProven] = addresses.map((address) => walkOf(actor, walk, address));
  return sql`(select meet_id from (${byVouched}) union all select meet_id from (${byProven}))`;
}

/** Whether others show a meeting to the person by name. */
export function selectNamesThem(db: Database, actor: PersonActor) {
  const named = namedIds(actor, { limit: 1, sort: "date", backwards: false, from: null, where: [] });
  return db.select({ shared: sql<number>`exists ${named}`.as("shared") }).from(sql`(select 1)`);
}

const isOwn = ({ workspaceId, userId }: PersonActor) =>
  sql`(${meetings.workspaceId} = ${workspaceId} and ${meetings.createdBy} = ${userId})`;

/** SQLite never changes the order of a CROSS JOIN: the rows in their order, then the meeting of each. */
function walkOf(actor: PersonActor, walk: NamedWalk, address: SQL): SQL {
  const { beyond, narrowed, order } = stepsOf(walk);
  return sql`select shown.meet_id from meeting_guests as shown cross join ${meetings} on ${meetings.id} = shown.meet_id
    where shown.email = ${address} and exists (select 1 from meeting_visibility as seen
        where seen.meet_id = shown.meet_id and seen.visibility = 'named')
      and ${beyond} and ${meetings.deletedAt} is null
      and (${meetings.mergedInto} is null or not exists (select 1 from meetings as part
        join meetings on meetings.id = part.merged_into where part.id = shown.meet_id and ${isSeenBy(actor.userId)}))
      and not ${isOwn(actor)} ${narrowed} ${order}`;
}

/** The conditions and the order of a walk. */
function stepsOf({ limit, sort, backwards, from, where }: NamedWalk) {
  const key = sql.raw(`shown.${sort === "title" ? "title_key" : "starts_at"}`);
  const id = sql.raw("shown.meet_id");
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
