import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { LIST_CHANGES_AT_ONCE, LIST_SWEEP_AT_ONCE, LIST_SWEEP_WORKSPACES } from "#app/domain/limits/lists.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { Database, ListDatabase } from "#app/server/db/database.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { listChanges, meetings, meetingTasks } from "#app/server/db/schema.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import {
  type BuildPlace,
  type FoundChange,
  type ListChange,
  readForBuild,
  removeChanges,
  removeOwnTasks,
  selectChanges,
  selectUnshared,
} from "#app/server/workspace/list-changes.ts";
import { listState, listTaken, meetingPeople } from "#app/server/workspace/list-tables.ts";

type Needs = Pick<Services, "db" | "lists">;

/**
 * Brings the lists of a workspace to what D1 has, and removes the changes that they have taken. Lists that are read for the first time are built
 * from D1's rows. Repetition and order change nothing: a change is written over an older one only.
 */
export async function takeListChanges({ db, lists }: Needs, workspaceId: string): Promise<void> {
  const list = lists.of(workspaceId);
  await buildLists(db, list, workspaceId);
  for (;;) {
    const changes = await selectChanges(db, { workspaceId });
    if (changes.length === 0) return;
    await writeChanges(list, changes);
    await shareTasks(db, list, changes);
    await removeChanges(
      db,
      changes.map(({ position }) => position),
    );
    if (changes.length < LIST_CHANGES_AT_ONCE) return;
  }
}

/**
 * Gives a change to the lists at once, sparing D1 the reading. The change stays in D1 until the sweep, or the next change of the meeting: whoever
 * reads the lists sees that they have taken it.
 */
export async function giveChanges(
  { lists, log }: Pick<Services, "lists" | "log">,
  changes: readonly FoundChange[],
): Promise<void> {
  for (const change of changes) {
    try {
      await writeChanges(lists.of(change.listOf), [change]);
    } catch (error) {
      log("lists.untold", { workspaceId: change.listOf, meetId: change.meetId, error: faultOf(error) });
    }
  }
}

/** The sweep: workspaces whose lists have changes to take, in no order, so that lists that fail stand in nobody's way. */
export async function sweepListChanges(services: Needs & Pick<Services, "log">): Promise<number> {
  const waiting = await services.db
    .selectDistinct({ workspaceId: listChanges.workspaceId })
    .from(listChanges)
    .orderBy(sql`random()`)
    .limit(LIST_SWEEP_WORKSPACES);
  for (let at = 0; at < waiting.length; at += LIST_SWEEP_AT_ONCE) {
    await Promise.all(
      waiting.slice(at, at + LIST_SWEEP_AT_ONCE).map(({ workspaceId }) => tryToTake(services, workspaceId)),
    );
  }
  return waiting.length;
}

/** Takes the changes of a meeting without waiting for a reader of its lists: once others see a meeting, D1 needs its tasks. */
export async function takeChangesOf(services: Needs & Pick<Services, "log">, meetId: MeetId): Promise<void> {
  const { workspaceId: ofLists } = listChanges;
  const waiting = await services.db
    .select({ workspaceId: ofLists })
    .from(listChanges)
    .where(eq(listChanges.meetId, meetId));
  for (const { workspaceId } of waiting) await tryToTake(services, workspaceId);
}

/** Lists that fail are behind until the next sweep, or their next reader. */
async function tryToTake(services: Needs & Pick<Services, "log">, workspaceId: string): Promise<void> {
  try {
    await takeListChanges(services, workspaceId);
  } catch (error) {
    services.log("lists.behind", { workspaceId, error: faultOf(error) });
  }
}

/**
 * Moves what D1 has of a workspace into lists that were never read. A build that broke off, or goes on beside this one, has written rows that this one
 * leaves as they are: what has changed since is noted, and taken next.
 */
async function buildLists(db: Database, list: ListDatabase, workspaceId: string): Promise<void> {
  const [state] = await list.select().from(listState);
  if (state?.isBuilt) return;
  for (let after: BuildPlace | null = null; ; ) {
    const page = await readForBuild(db, workspaceId, after);
    if (page.length > 0) {
      await writeChanges(list, page);
      await shareTasks(db, list, page);
    }
    const last = page.at(-1)?.row;
    if (!last || page.length < LIST_CHANGES_AT_ONCE) break;
    after = last;
  }
  await list.insert(listState).values({ id: 1, isBuilt: true }).onConflictDoNothing();
}

/** D1 has the tasks of meetings that others see, and of no others. Lists that are behind by tasks share none: the next change brings those. */
async function shareTasks(
  db: Database,
  list: ListDatabase,
  taken: readonly Pick<ListChange, "meetId" | "position">[],
): Promise<void> {
  const meetIds = taken.map(({ meetId }) => meetId);
  const positions = taken.map(({ position }) => position);
  const [unshared] = await db.batch([selectUnshared(db, meetIds, positions), removeOwnTasks(db, meetIds)]);
  for (const { meetId, workspaceId, createdBy } of unshared) {
    const tasks = await list.select().from(meetingTasks).where(eq(meetingTasks.meetId, meetId));
    // The meeting may have written them itself meanwhile.
    const isAsked = sql`exists ${selectUnshared(db, [meetId], positions)}`;
    await addTasks(db, { meetId, workspaceId, createdBy }, { tasks: JSON.stringify(tasks), isAsked });
  }
}

/** Bytes of changes that one request writes: SQLite takes values of 2 MB. */
const WRITTEN_BYTES_MAX = 500_000;

async function writeChanges(list: ListDatabase, changes: readonly ListChange[]): Promise<void> {
  let part: string[] = [];
  let bytes = 0;
  const texts = changes.map(({ position, meetId, row, tags, tasks }) =>
    JSON.stringify({
      position,
      meetId,
      row,
      tags: JSON.parse(tags) as unknown,
      tasks: tasks === null ? null : (JSON.parse(tasks) as unknown),
    }),
  );
  for (const text of texts) {
    if (bytes + text.length > WRITTEN_BYTES_MAX && part.length > 0) {
      await list.batch(writesOf(list, `[${part.join()}]`));
      [part, bytes] = [[], 0];
    }
    part.push(text);
    bytes += text.length;
  }
  if (part.length > 0) await list.batch(writesOf(list, `[${part.join()}]`));
}

/**
 * The statements that put meetings into the lists as changes say, or take them out, unless a later change was there before. Each takes all changes
 * from one value. Lists that are not built get no single change: the rows that it leaves out would never come.
 */
function writesOf(list: ListDatabase, json: string) {
  const meetId = sql`change.value ->> 'meetId'`;
  const of = (name: string) => sql`${sql.raw(`change.value -> 'row' ->> '${name}'`)}`;
  const isNew = sql`not exists (select 1 from list_taken as taken
      where taken.meet_id = ${meetId} and taken.position >= change.value ->> 'position')
    and (change.value ->> 'position' = 0 or exists (select 1 from list_state))`;
  const changed = (where: SQL) => sql`(select ${meetId} from json_each(${json}) as change where ${isNew} and ${where})`;
  const isThere = sql`change.value ->> 'row' is not null`;
  const hasTasks = sql`change.value ->> 'tasks' is not null`;
  const place = {
    meetId,
    workspaceId: of("workspaceId"),
    createdBy: of("createdBy"),
    startsAt: of("startsAt"),
    titleKey: of("titleKey"),
  };
  const each = (path: string) =>
    sql`from json_each(${json}) as change, json_each(change.value, ${path}) as one where one.type <> 'null' and ${isNew} and ${isThere}`;
  const columns = Object.entries(getTableColumns(meetings)).filter(([, { generated }]) => generated === undefined);
  return [
    list.delete(meetings).where(sql`${meetings.id} in ${changed(sql`1`)}`),
    list.delete(meetingPeople).where(sql`${meetingPeople.meetId} in ${changed(sql`1`)}`),
    list.delete(meetingTags).where(sql`${meetingTags.meetId} in ${changed(sql`1`)}`),
    list
      .delete(meetingTasks)
      .where(sql`${meetingTasks.meetId} in ${changed(sql`not (${isThere} and not ${hasTasks})`)}`),
    insertFrom(list, meetings, {
      row: Object.fromEntries(columns.map(([name]) => [name, of(name)])) as unknown as Record<keyof Meeting, SQL>,
      from: sql`from json_each(${json}) as change where ${isNew} and ${isThere}`,
    }),
    insertFrom(list, meetingPeople, {
      row: { ...place, personKey: sql`one.value ->> 0`, name: sql`one.value ->> 1` },
      from: each("$.row.people"),
    }),
    insertFrom(list, meetingTags, {
      row: { ...place, tagKey: sql`one.value ->> 0`, tag: sql`one.value ->> 1` },
      from: each("$.tags"),
    }),
    insertFrom(list, meetingTasks, {
      row: taskRow(place, sql`one.value`),
      from: each("$.tasks"),
    }).onConflictDoNothing(),
    insertFrom(list, listTaken, {
      row: { meetId, position: sql`change.value ->> 'position'` },
      from: sql`from json_each(${json}) as change where ${isNew}`,
    }).onConflictDoUpdate({ target: listTaken.meetId, set: { position: sql`excluded.position` } }),
  ] as const;
}

type Meeting = typeof meetings.$inferInsert;
type Owner = Record<"meetId" | "workspaceId" | "createdBy", string | SQL>;

/** A row of tasks from its JSON, as `project-meeting.ts` writes it. */
function taskRow({ meetId, workspaceId, createdBy }: Owner, task: SQL) {
  const { meetId: _meetId, workspaceId: _workspaceId, createdBy: _createdBy, ...own } = getTableColumns(meetingTasks);
  const row = Object.fromEntries(Object.keys(own).map((name) => [name, sql`${task} ->> ${sql.raw(`'${name}'`)}`]));
  return { meetId, workspaceId, createdBy, ...row } as typeof meetingTasks.$inferInsert;
}

/** The statement that writes the tasks of a meeting into D1 from their JSON. One parameter for all of them: a statement may have a hundred. */
export function addTasks(db: Database, owner: Owner, { tasks, isAsked }: { tasks: string; isAsked: SQL }) {
  return insertFrom(db, meetingTasks, {
    row: taskRow(owner, sql`value`),
    from: sql`from json_each(${tasks}) where ${isAsked}`,
  }).onConflictDoNothing();
}
