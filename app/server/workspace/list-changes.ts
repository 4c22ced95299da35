import { and, asc, eq, getTableColumns, isNull, or, type SQL, sql } from "drizzle-orm";
import { LIST_CHANGES_AT_ONCE } from "#app/domain/limits/lists.ts";
import type { Database } from "#app/server/db/database.ts";
import { listChanges, meetings, meetingTasks } from "#app/server/db/schema.ts";

/**
 * The changes that the lists of a workspace have still to take (decisions 229 and 236). D1's triggers note each change of what lists show in its
 * transaction, so that none is lost; a newer one of a meeting replaces it under a new position.
 */

/** A meeting as the lists of a workspace are to have it. */
export type ListChange = {
  /** 0 where the lists are built from rows that are there. */
  position: number;
  meetId: string;
  /** Null where the workspace does not have it any more, nor sees it. */
  row: typeof meetings.$inferSelect | null;
  /** Whether these are the lists of a team to which the meeting is shown. */
  isShown: number;
  /** JSON of [tagKey, tag][]. */
  tags: string;
  /** JSON as `project-meeting.ts` writes both; null where the lists have them. */
  tasks: string | null;
  people: string | null;
};

/** Of the row of `meetings`: its owner's. */
const TAGS = sql<string>`(select json_group_array(json_array(tag_key, tag)) from meeting_tags as given
    where given.meet_id = meetings.id and given.workspace_id = meetings.workspace_id and given.created_by = meetings.created_by)`;
const tasksOf = (meetId: SQL) => sql<string | null>`(select json_group_array(json_object(
    'taskId', task_id, 'position', position, 'text', text, 'description', description, 'assigned', assigned, 'assignedKey', assigned_key,
    'deadline', deadline, 'dueDay', due_day, 'done', done, 'startMs', start_ms, 'unconfirmed', unconfirmed))
  from meeting_tasks where meet_id = ${meetId})`;

/** Whether the meeting names people: D1 has its tasks and people for them. */
export const namesPeople = (meetId: SQL) =>
  sql`exists (select 1 from meeting_visibility as seen where seen.meet_id = ${meetId} and seen.visibility = 'named')`;

/** Whether a row of `meetings` is shown to a team. */
const isShownTo = (teamId: SQL) =>
  sql<number>`exists (select 1 from meeting_visibility as seen
    where seen.meet_id = meetings.id and seen.visibility = 'team' and seen.team_id = ${teamId})`;

/** The changes with the meetings as they are now: the earliest of a workspace, or that of one meeting. */
export function selectChanges(db: Database, of: { workspaceId: string } | { meetId: string }) {
  const { position, workspaceId, meetId, tasks, people } = listChanges;
  const isShown = isShownTo(sql`list_changes.workspace_id`);
  const isAsked = "meetId" in of ? eq(meetId, of.meetId) : eq(workspaceId, of.workspaceId);
  return db
    .select({
      position,
      listOf: sql<string>`${workspaceId}`.as("list_of"),
      meetId,
      tasks,
      people: sql<string | null>`${people}`.as("listed_people"),
      isShown: isShown.as("is_shown"),
      tags: TAGS.as("tags"),
      row: meetings,
    })
    .from(listChanges)
    .leftJoin(
      meetings,
      and(eq(meetings.id, meetId), isNull(meetings.deletedAt), or(eq(meetings.workspaceId, workspaceId), isShown)),
    )
    .where(isAsked)
    .orderBy(asc(position))
    .limit(LIST_CHANGES_AT_ONCE);
}

export type FoundChange = ListChange & { listOf: string };

export type BuildPlace = { startsAt: number; id: string };

/**
 * The next meetings of a workspace with what D1 has of them, in the order of their index, for lists that have none yet. Of before decision 236, D1 has
 * tasks and people of more meetings than it needs.
 */
export async function readForBuild(db: Database, workspaceId: string, after: BuildPlace | null): Promise<ListChange[]> {
  const { startsAt, id } = meetings;
  return buildChanges(
    await selectForBuild(db, workspaceId)
      .where(
        and(
          eq(meetings.workspaceId, workspaceId),
          isNull(meetings.deletedAt),
          after ? sql`(${startsAt}, ${id}) > (${after.startsAt}, ${after.id})` : undefined,
        ),
      )
      .orderBy(asc(startsAt), asc(id))
      .limit(LIST_CHANGES_AT_ONCE),
    { own: true },
  );
}

/** The same of the meetings that others show to the workspace, which is a team's then, by their ids. */
export async function readShownForBuild(db: Database, teamId: string, after: string): Promise<ListChange[]> {
  const shown = sql`(select seen.meet_id from meeting_visibility as seen cross join meetings as kept on kept.id = seen.meet_id
    where seen.team_id = ${teamId} and seen.visibility = 'team' and seen.meet_id > ${after}
      and kept.deleted_at is null and kept.workspace_id <> ${teamId}
    order by seen.meet_id limit ${LIST_CHANGES_AT_ONCE})`;
  return buildChanges(
    await selectForBuild(db, teamId).where(sql`${meetings.id} in ${shown}`).orderBy(asc(meetings.id)),
    { own: false },
  );
}

function selectForBuild(db: Database, listOf: string) {
  const columns = {
    ...getTableColumns(meetings),
    tags: TAGS.as("tags"),
    tasks: tasksOf(sql`meetings.id`).as("tasks"),
    isShown: isShownTo(sql`${listOf}`).as("is_shown"),
  };
  return db.select(columns).from(meetings).$dynamic();
}

function buildChanges(rows: Awaited<ReturnType<typeof selectForBuild>>, of: { own: boolean }): ListChange[] {
  return rows.map(({ tags, tasks, isShown, ...row }) => ({
    position: 0,
    meetId: row.id,
    row,
    isShown,
    tags,
    // Of others' meetings, the lists of their workspace may have tasks and people that D1 has not got.
    tasks: of.own || tasks !== "[]" ? tasks : null,
    people: null,
  }));
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

/**
 * Removes what lists have of those meetings which name nobody: their tasks and people, and the keys by which lists sort them. The statements, for a
 * batch.
 */
export function removeListed(db: Database, meetIds: readonly string[]) {
  return [
    db
      .delete(meetingTasks)
      .where(
        and(sql`${meetingTasks.meetId} in ${among(meetIds)}`, sql`not ${namesPeople(sql`meeting_tasks.meet_id`)}`),
      ),
    db
      .update(meetings)
      .set({ people: [], titleKey: "" })
      .where(
        sql`${meetings.id} in ${among(meetIds)} and not ${namesPeople(sql`meetings.id`)}
          and (${meetings.people} <> '[]' or ${meetings.titleKey} <> '')`,
      ),
  ] as const;
}

/**
 * Those of the meetings that name people and of which D1 lacks what lists have, unless newer content is noted than that of the changes at `taken`. A
 * row of the lists has its title folded always.
 */
export function selectUnshared(db: Database, meetIds: readonly string[], taken: readonly number[]) {
  return db
    .select({
      meetId: meetings.id,
      workspaceId: meetings.workspaceId,
      createdBy: meetings.createdBy,
      title: meetings.title,
    })
    .from(meetings)
    .where(
      sql`${meetings.id} in ${among(meetIds)} and ${meetings.titleKey} = '' and ${namesPeople(sql`meetings.id`)}
        and not exists (select 1 from list_changes as newer
          where newer.meet_id = meetings.id and newer.tasks is not null and newer.position not in ${among(taken)})`,
    );
}
