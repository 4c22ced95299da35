import { and, asc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { titleKeyOf } from "#app/domain/meeting/list.ts";
import type { Database, ListDatabase } from "#app/server/db/database.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { type ListChange, removeListed, selectUnshared } from "#app/server/workspace/list-changes.ts";
import { listTaken, meetingPeople } from "#app/server/workspace/list-tables.ts";
import { addTasks, type Content, fillContent } from "#app/server/workspace/write-lists.ts";

/**
 * Tasks and people of a meeting are in the lists of its workspace and, as others see it, in those of a team or in D1 (decision 236). A meeting brings them
 * with each change of its own; where only its readers have changed, they are brought here.
 */

type Taken = readonly Pick<ListChange, "meetId" | "position">[];

/** D1 has those of meetings that name people. Lists that are behind by tasks share none: the next change brings those. */
export async function shareContent(db: Database, list: ListDatabase, taken: Taken): Promise<void> {
  const meetIds = taken.map(({ meetId }) => meetId);
  const positions = taken.map(({ position }) => position);
  const [unshared] = await db.batch([selectUnshared(db, meetIds, positions), ...removeListed(db, meetIds)]);
  if (unshared.length === 0) return;
  const known = await readContent(
    list,
    unshared.map(({ meetId }) => meetId),
  );
  for (const { meetId, workspaceId, createdBy, title } of unshared) {
    const content = known.get(meetId);
    if (!content) continue;
    // The meeting may have written them itself meanwhile.
    const isAsked = sql`exists ${selectUnshared(db, [meetId], positions)}`;
    await db.batch([
      addTasks(db, { meetId, workspaceId, createdBy }, { tasks: JSON.stringify(content.tasks), isAsked }),
      db
        .update(meetings)
        .set({ people: content.people, titleKey: titleKeyOf(title) })
        .where(and(eq(meetings.id, meetId), isAsked)),
    ]);
  }
}

/**
 * Meetings of these lists that came without tasks and people, though the lists of their own workspaces have them. `but`: workspaces whose lists do not
 * answer.
 */
export function selectLacking(
  list: ListDatabase,
  workspaceId: string,
  { but = [], limit }: { but?: readonly string[]; limit: number },
) {
  return (
    list
      .select({ meetId: listTaken.meetId, workspaceId: meetings.workspaceId })
      .from(listTaken)
      .innerJoin(meetings, eq(meetings.id, listTaken.meetId))
      // As the index says it: a bound value would not find it.
      .where(and(sql`${listTaken.hasContent} = 0`, notInArray(meetings.workspaceId, [workspaceId, ...but])))
      .limit(limit)
  );
}

/** Takes them from there. Those that lists have lost there come with the next change of their meeting, and are not asked for again. */
export async function takeContent(list: ListDatabase, from: ListDatabase, meetIds: readonly string[]): Promise<void> {
  const known = await readContent(from, meetIds);
  await fillContent(
    list,
    meetIds.map((meetId) => known.get(meetId) ?? { meetId, tasks: [], people: [] }),
  );
}

/** The tasks and people that lists have of meetings; none of those whose content they lack themselves. */
export async function readContent(list: ListDatabase, meetIds: readonly string[]): Promise<Map<string, Content>> {
  const among = sql`(select value from json_each(${JSON.stringify(meetIds)}))`;
  const { meetId, personKey, name } = meetingPeople;
  const [known, tasks, people] = await list.batch([
    list
      .select({ meetId: listTaken.meetId })
      .from(listTaken)
      .where(sql`${listTaken.meetId} in ${among} and ${listTaken.hasContent} = 1`),
    list.select().from(meetingTasks).where(inArray(meetingTasks.meetId, among)).orderBy(asc(meetingTasks.position)),
    list.select({ meetId, personKey, name }).from(meetingPeople).where(inArray(meetId, among)).orderBy(asc(personKey)),
  ]);
  const contents = known.map((row): [string, Content] => [
    row.meetId,
    {
      meetId: row.meetId,
      tasks: tasks.filter((task) => task.meetId === row.meetId),
      people: people.filter((one) => one.meetId === row.meetId).map((one) => [one.personKey, one.name]),
    },
  ]);
  return new Map(contents);
}
