import { type SQL, sql } from "drizzle-orm";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { dueDayOf } from "#app/domain/tasks/due-day.ts";
import { D1_COMPOUND_TERMS_MAX } from "#app/domain/limits/requests.ts";
import {
  formatTaskCursor,
  namesInMinutes,
  NO_DAY,
  type TaskFilters,
  type TaskCursor,
} from "#app/domain/tasks/task-list.ts";
import type { AnyDatabase, Database, ListDatabase } from "#app/server/db/database.ts";
import { selectLacking } from "#app/server/workspace/complete-lists.ts";
import { namedTo } from "#app/server/workspace/access-to.ts";
import { type ListedTeam, readAllLists } from "#app/server/workspace/read-lists.ts";
import { seenByMember } from "#app/server/workspace/shown-meetings.ts";
import type { Services } from "#app/server/services.ts";

type Asked = {
  filters: TaskFilters;
  limit: number;
  /** The person's full name: tasks of that name are theirs. */
  name: string;
  after: TaskCursor | null;
};

type Owner = { workspaceId: string; userId: string };

type Row = Awaited<ReturnType<typeof merged>>[number];

/** Columns of the walks, which drizzle does not know, and of the meetings beside them. */
const ofTask = <Value>(name: string) => sql<Value>`${sql.raw(`task.${name}`)}`.as(name);
const COLUMNS = {
  meet_id: ofTask<string>("meet_id"),
  workspace_id: ofTask<string>("workspace_id"),
  created_by: ofTask<string>("created_by"),
  task_id: ofTask<string>("task_id"),
  text: ofTask<string>("text"),
  description: ofTask<string | null>("description"),
  assigned: ofTask<string | null>("assigned"),
  deadline: ofTask<string | null>("deadline"),
  due_day: ofTask<string>("due_day"),
  done: ofTask<number>("done"),
  start_ms: ofTask<number | null>("start_ms"),
  unconfirmed: ofTask<number>("unconfirmed"),
  title: sql<string>`meetings.title`.as("title"),
  starts_at: sql<number>`meetings.starts_at`.as("starts_at"),
  time_zone: sql<string>`meetings.time_zone`.as("time_zone"),
};

/**
 * The tasks of all meetings of a person, by deadline, a page at a time. "Mine" are those of the person's name as minutes say it, in one of
 * at most ten forms: each form is one walk of the index, and the walks are merged. Their own are read from the lists of their workspace, those of
 * meetings that others show to them from the lists of their team, and from D1 where these name them.
 */
export async function listTasks(
  services: Pick<Services, "db" | "lists">,
  actor: Owner,
  asked: Asked,
): Promise<TaskList> {
  const answers = await readAllLists(services, actor, {
    own: (list) => ({ ownTasks: selectOwnTasks(list, actor, asked) }),
    besides: { namedTasks: selectNamedTasks(services.db, actor, asked) },
    shown: (list, team) => ({
      teamTasks: selectTeamTasks(list, { ...asked, team }),
      lacking: selectLacking(list, team.teamId, { limit: 1 }),
    }),
  });
  const lacks = (answers.shown?.lacking ?? []).length > 0;
  const missing = answers.isTeamMissing ? "team" : lacks ? "member" : undefined;
  return { ...tasksOf(actor, asked, answers), ...(missing && { missing }) };
}

const isOf = (actor: Owner) => sql`workspace_id = ${actor.workspaceId} and created_by = ${actor.userId}`;

/** The statement of `listTasks` for a workspace's lists; `tasksOf` reads its rows. */
export function selectOwnTasks(list: ListDatabase, actor: Owner, asked: Asked) {
  return mergedForms(list, isOf(actor), asked);
}

/** The same for the lists of the person's team, with their own tasks of meetings that they show: `tasksOf` has each of these once. */
export function selectTeamTasks(list: ListDatabase, { team, ...asked }: Asked & { team: ListedTeam }) {
  const shown = sql`exists (select 1 from meetings where meetings.id = meeting_tasks.meet_id and ${seenByMember(team)})`;
  // In the words of the team's index, where no other comes first.
  return mergedForms(list, shown, asked, asked.filters.mine ? sql`done` : sql`done + 0`);
}

function mergedForms(list: ListDatabase, which: SQL, asked: Asked, done = sql`done`) {
  const { filters, name } = asked;
  const names = filters.mine ? namesInMinutes(name) : [];
  const forms = !filters.mine
    ? [sql``]
    : // A person without a name has no tasks.
      names.length === 0
      ? [sql`and 0`]
      : names.map((key) => sql`and assigned_key = ${key}`);
  return merged(
    list,
    forms.map((form) => walkOf(sql`${which} ${form}`, asked, done)),
    asked,
  );
}

/** The same for D1: the tasks of meetings that name the person, by meeting, as they are in other people's lists. */
export function selectNamedTasks(db: Database, actor: Owner, asked: Asked) {
  const { filters, name } = asked;
  const anyForm = filters.mine
    ? sql`and assigned_key in (select value from json_each(${JSON.stringify(namesInMinutes(name))}))`
    : sql``;
  const named = sql`meet_id in (${namedTo(actor.userId)}) and not (${isOf(actor)}) ${anyForm}`;
  return merged(db, [walkOf(named, asked)], asked);
}

function walkOf(which: SQL, { filters, limit, after }: Asked, done = sql`done`): SQL {
  const beyond = after
    ? sql`and (due_day, meet_id, task_id) > (${after.dueDay}, ${after.meetId}, ${after.taskId})`
    : sql``;
  return sql`select * from (
    select * from meeting_tasks where ${which} and ${done} = ${filters.done ? 1 : 0} ${beyond}
    order by due_day, meet_id, task_id limit ${limit + 1}
  )`;
}

function merged(db: AnyDatabase, walks: readonly SQL[], { limit }: Asked) {
  return db
    .select(COLUMNS)
    .from(sql`(${unionAll(walks)}) as task join meetings on meetings.id = task.meet_id and meetings.deleted_at is null`)
    .orderBy(sql`due_day, meet_id, task_id`)
    .limit(limit + 1);
}

type Found = { ownTasks: readonly Row[]; namedTasks: readonly Row[]; shown: { teamTasks: readonly Row[] } | null };

export function tasksOf(
  actor: Owner,
  { limit }: Pick<Asked, "limit">,
  { ownTasks, namedTasks, shown }: Found,
): TaskList {
  const found = [...(shown?.teamTasks ?? []), ...namedTasks, ...ownTasks];
  // One that is found in several lists is there once, their own as it is in their own.
  const rows = [...new Map(found.map((row) => [`${row.meet_id} ${row.task_id}`, row])).values()].sort(byDeadline);
  const listed = rows.slice(0, limit);
  const last = listed.at(-1);
  const isOwn = (row: Row) => row.workspace_id === actor.workspaceId && row.created_by === actor.userId;
  return {
    tasks: listed.map((row) => ({ ...taskOf(row), ...(isOwn(row) ? {} : { isShared: true as const }) })),
    cursor:
      last && rows.length > limit
        ? formatTaskCursor({ dueDay: last.due_day, meetId: last.meet_id, taskId: last.task_id })
        : null,
  };
}

/** In the order of the statements. */
function byDeadline(one: Row, other: Row): number {
  for (const name of ["due_day", "meet_id", "task_id"] as const) {
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
  }
  return 0;
}

/** D1 counts the terms of each compound SELECT by itself, so that more of them are nested. */
function unionAll(terms: readonly SQL[]): SQL {
  if (terms.length <= D1_COMPOUND_TERMS_MAX) return sql.join([...terms], sql` union all `);
  const groups: SQL[] = [];
  for (let from = 0; from < terms.length; from += D1_COMPOUND_TERMS_MAX) {
    groups.push(sql`select * from (${unionAll(terms.slice(from, from + D1_COMPOUND_TERMS_MAX))})`);
  }
  return unionAll(groups);
}

function taskOf(row: Row): TaskList["tasks"][number] {
  const { text, description, assigned, deadline, title } = row;
  return {
    meetId: row.meet_id,
    taskId: row.task_id,
    text,
    description,
    assigned,
    deadline,
    dueDay: row.due_day === NO_DAY ? null : row.due_day,
    orDay: dueDayOf(deadline, { startsAt: row.starts_at, timeZone: row.time_zone })?.other ?? null,
    done: row.done === 1,
    startMs: row.start_ms,
    ...(row.unconfirmed === 1 ? { unconfirmed: true as const } : {}),
    meeting: { title, startsAt: row.starts_at },
  };
}
