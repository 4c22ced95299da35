import { sql } from "drizzle-orm";
import type { PeopleList } from "#app/contracts/meeting/lists.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import type { Services } from "#app/server/services.ts";

type Asked = {
  /** People on a page. */
  limit: number;
  /** The key after which the page begins; empty for the first page. */
  after: string;
};

/**
 * The people of a person's meetings by name, a page at a time. Each step goes from one key to the next in the index, so that the
 * rows read depend on the number of people and not on the number of their meetings (SQLite has no skip scan of its own for this).
 */
export async function listPeople(
  services: Pick<Services, "db" | "lists">,
  { workspaceId, userId }: PersonActor,
  { limit, after }: Asked,
): Promise<PeopleList> {
  const theirs = sql`workspace_id = ${workspaceId} and created_by = ${userId}`;
  const found = sql`(
    with recursive person (person_key) as (
      select (select person_key from meeting_people where ${theirs} and person_key > ${after} order by person_key limit 1)
      union all
      select (
        select person_key from meeting_people
        where ${theirs} and person_key > person.person_key order by person_key limit 1
      )
      from person where person.person_key is not null
      limit ${limit + 1}
    )
    select
      person.person_key,
      (
        select name from meeting_people
        where ${theirs} and meeting_people.person_key = person.person_key order by starts_at desc limit 1
      ) as name
    from person where person.person_key is not null) as found`;
  const { rows } = await readLists(services, workspaceId, (list) => ({
    rows: list.select({ key: sql<string>`person_key`.as("key"), name: sql<string>`name`.as("name") }).from(found),
  }));
  const people = rows.slice(0, limit);
  return { people, next: rows.length > limit ? (people.at(-1)?.key ?? null) : null };
}
