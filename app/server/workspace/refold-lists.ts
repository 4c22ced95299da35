import { asc, gt, inArray, sql } from "drizzle-orm";
import { LIST_CHANGES_AT_ONCE } from "#app/domain/limits/lists.ts";
import { personKeyOf, titleKeyOf } from "#app/domain/meeting/list.ts";
import { ownerKeyOf } from "#app/domain/tasks/task-owner.ts";
import type { ListDatabase } from "#app/server/db/database.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";
import { listState, meetingPeople } from "#app/server/workspace/list-tables.ts";

/** Raised with each change of the keys by which lists sort and compare: `titleKeyOf`, `personKeyOf` and `ownerKeyOf`. */
export const LIST_FOLDING = 1;

/**
 * Gives the titles, people and tasks of lists their keys of today, when the lists are next read: under a key of before, a name is another person. A page
 * that a change has come over meanwhile has the keys of that change.
 */
export async function refoldLists(list: ListDatabase): Promise<void> {
  for (let after: string | null = ""; after !== null; ) after = await refoldPage(list, after);
  await list.update(listState).set({ folding: LIST_FOLDING });
}

/** Returns the last id of the page; null behind the last page. */
async function refoldPage(list: ListDatabase, after: string): Promise<string | null> {
  const rows = await list
    .select({ id: meetings.id, title: meetings.title, titleKey: meetings.titleKey, people: meetings.people })
    .from(meetings)
    .where(gt(meetings.id, after))
    .orderBy(asc(meetings.id))
    .limit(LIST_CHANGES_AT_ONCE);
  const ids = sql`(select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;
  const tasks = await list.select().from(meetingTasks).where(inArray(meetingTasks.meetId, ids));
  const changed = rows.flatMap(({ id, title, titleKey, people }) => {
    const names = people.map(([, name]) => name);
    const own = tasks.filter(({ meetId }) => meetId === id);
    const refolded = own.map(({ taskId, assigned }) => ({ taskId, assigned, key: ownerKeyOf(assigned, names) }));
    const pairs = [...new Map(names.map((name) => [personKeyOf(name), name]))].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const isSame =
      titleKeyOf(title) === titleKey &&
      JSON.stringify(pairs) === JSON.stringify(people) &&
      own.every(({ assignedKey }, at) => assignedKey === refolded[at]?.key);
    return isSame
      ? []
      : [{ id, title, titleKey: titleKeyOf(title), before: JSON.stringify(people), people: pairs, tasks: refolded }];
  });
  if (changed.length > 0) await writeKeys(list, JSON.stringify(changed));
  return rows.length < LIST_CHANGES_AT_ONCE ? null : (rows.at(-1)?.id ?? null);
}

async function writeKeys(list: ListDatabase, json: string): Promise<void> {
  // As they were when they were read.
  const standing = sql`from json_each(${json}) as given join meetings on meetings.id = given.value ->> 'id'
    and meetings.title = given.value ->> 'title' and meetings.people = given.value ->> 'before'`;
  const ids = sql`(select meetings.id ${standing})`;
  const key = sql`(select meetings.title_key from meetings where meetings.id = meet_id)`;
  const task = sql`json_each(${json}) as given, json_each(given.value, '$.tasks') as task
    where given.value ->> 'id' = meeting_tasks.meet_id and task.value ->> 'taskId' = meeting_tasks.task_id
      and task.value ->> 'assigned' is meeting_tasks.assigned`;
  await list.batch([
    list
      .update(meetingTasks)
      .set({ assignedKey: sql`(select task.value ->> 'key' from ${task})` })
      .where(sql`exists (select 1 from ${task})`),
    list
      .update(meetings)
      .set({
        titleKey: sql`(select given.value ->> 'titleKey' from json_each(${json}) as given where given.value ->> 'id' = meetings.id)`,
      })
      .where(sql`${meetings.id} in ${ids}`),
    list.delete(meetingPeople).where(sql`${meetingPeople.meetId} in ${ids}`),
    insertFrom(list, meetingPeople, {
      row: {
        meetId: sql`meetings.id`,
        personKey: sql`one.value ->> 0`,
        name: sql`one.value ->> 1`,
        workspaceId: sql`meetings.workspace_id`,
        createdBy: sql`meetings.created_by`,
        startsAt: sql`meetings.starts_at`,
        titleKey: sql`meetings.title_key`,
      },
      from: sql`${standing} cross join json_each(given.value, '$.people') as one where true`,
    }).onConflictDoNothing(),
    list.update(meetingTags).set({ titleKey: key }).where(sql`${meetingTags.meetId} in ${ids}`),
    // The last, because the others are chosen by the people of before.
    list
      .update(meetings)
      .set({
        people: sql`(select json(given.value -> 'people') from json_each(${json}) as given where given.value ->> 'id' = meetings.id)`,
      })
      .where(sql`${meetings.id} in ${ids}`),
  ]);
}
