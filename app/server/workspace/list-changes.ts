import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { LIST_CHANGES_AT_ONCE } from "#app/domain/limits/lists.ts";
import type { Database } from "#app/server/db/database.ts";
import { listChanges, meetings, meetingTasks } from "#app/server/db/schema.ts";

/**
 * The changes that the lists of a workspace have still to take (decision 229). D1's triggers note each change of what lists show in its
 * transaction, so that none is lost; a newer one of a meeting replaces it under a new position.
 */

/** A meeting as the lists of a workspace are to have it. */
export type ListChange = {
  /** 0 where the lists are built from rows that are there. */
  position: number;
  meetId: string;
  /** Null where the workspace does not have it any more. */
  row: typeof meetings.$inferSelect | null;
  /** JSON of [tagKey, tag][]. */
  tags: string;
  /** JSON as `project-meeting.ts` writes it; null where the lists have them. */
  tasks: string | null;
};

/** Of the row of `meetings`: its owner's. */
const TAGS = sql<string>`(select json_group_array(json_array(tag_key, tag)) from meeting_tags as given
    where given.meet_id = meetings.id and given.workspace_id = meetings.workspace_id and given.created_by = meetings.created_by)`;
const tasksOf = (meetId: SQL) => sql<string | null>`(select json_group_array(json_object(
    'taskId', task_id, 'position', position, 'text', text, 'description', description, 'assigned', assigned, 'assignedKey', assigned_key,
    'deadline', deadline, 'dueDay', due_day, 'done', done, 'startMs', start_ms, 'unconfirmed', unconfirmed))
  from meeting_tasks where meet_id = ${meetId})`;

/** Whether others than the owner may see the meeting: D1 has its tasks for them. */
export const isShown = (meetId: SQL) =>
  sql`exists (select 1 from meeting_visibility as seen where seen.meet_id = ${meetId} and (seen.visibility <> 'private' or seen.team_id is not null))`;

/** The changes with the meetings as they are now: the earliest of a workspace, or that of one meeting. */
export function selectChanges(db: Database, of: { workspaceId: string } | { meetId: string }) {
  const { position, workspaceId, meetId, tasks } = listChanges;
  const isAsked = "meetId" in of ? eq(meetId, of.meetId) : eq(workspaceId, of.workspaceId);
  return db
    .select({
      position,
      listOf: sql<string>`${workspaceId}`.as("list_of"),
      meetId,
      tasks,
      tags: TAGS.as("tags"),
      row: meetings,
    })
    .from(listChanges)
    .leftJoin(meetings, and(eq(meetings.id, meetId), eq(meetings.workspaceId, workspaceId), isNull(meetings.deletedAt)))
    .where(isAsked)
    .orderBy(asc(position))
    .limit(LIST_CHANGES_AT_ONCE);
}

export type FoundChange = ListChange & { listOf: string };

export type BuildPlace = { startsAt: number; id: string };

/** The next meetings of a workspace with what D1 has of them, in the order of their index, for lists that have none yet. */
export async function readForBuild(db: Database, workspaceId: string, after: BuildPlace | null): Promise<ListChange[]> {
  const { startsAt, id } = meetings;
  const ofRow = sql`meetings.id`;
  const rows = await db
    .select({ ...getTableColumns(meetings), tags: TAGS.as("tags"), tasks: tasksOf(ofRow).as("tasks") })
    .from(meetings)
    .where(
      and(
        eq(meetings.workspaceId, workspaceId),
        isNull(meetings.deletedAt),
        after ? sql`(${startsAt}, ${id}) > (${after.startsAt}, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(startsAt), asc(id))
    .limit(LIST_CHANGES_AT_ONCE);
  return rows.map(({ tags, tasks, ...row }) => ({ position: 0, meetId: row.id, row, tags, tasks }));
}

/**
 * Makes all later changes come after those that lists have ever taken, for a D1 that was lost or set back: positions go on from the time in ms,
 * a number above all that changes have had.
 */
export async function renewPositions(db: Database, now: number): Promise<void> {
  await db.insert(listChanges).values({ position: now, workspaceId: "", meetId: "" }).onConflictDoNothing();
  await removeChanges(db, [now]);
}

/** Notes a meeting as it is, for lists that may have taken what D1 does not know any more. */
export async function noteAgain(db: Database, meetId: string): Promise<void> {
  await db
    .update(meetings)
    .set({ sequence: sql`${meetings.sequence}` })
    .where(eq(meetings.id, meetId));
}

const among = (values: readonly (string | number)[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;

/** Removes changes that the lists have taken. One that has been replaced since has another position, and stays. */
export function removeChanges(db: Database, positions: readonly number[]) {
  return db.delete(listChanges).where(sql`${listChanges.position} in ${among(positions)}`);
}

/** Removes the tasks of those meetings that only their owner sees, once the lists have them. */
export function removeOwnTasks(db: Database, meetIds: readonly string[]) {
  return db
    .delete(meetingTasks)
    .where(and(sql`${meetingTasks.meetId} in ${among(meetIds)}`, sql`not ${isShown(sql`meeting_tasks.meet_id`)}`));
}

/** Those of the meetings that others see and whose tasks D1 lacks, unless newer ones are noted than those of the changes at `taken`. */
export function selectUnshared(db: Database, meetIds: readonly string[], taken: readonly number[]) {
  return db
    .select({ meetId: meetings.id, workspaceId: meetings.workspaceId, createdBy: meetings.createdBy })
    .from(meetings)
    .where(
      sql`${meetings.id} in ${among(meetIds)} and ${meetings.taskCount} > 0 and ${isShown(sql`meetings.id`)}
        and not exists (select 1 from meeting_tasks where meet_id = meetings.id)
        and not exists (select 1 from list_changes as newer
          where newer.meet_id = meetings.id and newer.tasks is not null and newer.position not in ${among(taken)})`,
    );
}
