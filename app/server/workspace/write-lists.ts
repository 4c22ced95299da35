import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { invariant } from "#app/domain/invariant.ts";
import { titleKeyOf } from "#app/domain/meeting/list.ts";
import { NO_DAY } from "#app/domain/tasks/task-list.ts";
import type { AnyDatabase, ListDatabase } from "#app/server/db/database.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";
import { faultOf } from "#app/server/log.ts";
import type { ListChange } from "#app/server/workspace/list-changes.ts";
import { listTaken, meetingPeople, shownMeetings } from "#app/server/workspace/list-tables.ts";

/** The statements that write lists. */

/** Bytes of changes that one request writes: SQLite takes values of 2 MB. */
const WRITTEN_BYTES_MAX = 500_000;

/** An item that lists cannot take, whatever else comes with it and however often. */
export type Refused<Item> = { item: Item; fault: string };

/** Writes meetings into lists, or removes them, unless a later change was there before. Returns the changes that lists refuse. */
export async function writeChanges(list: ListDatabase, changes: readonly ListChange[]): Promise<Refused<ListChange>[]> {
  const texts: Text<ListChange>[] = [];
  const refused: Refused<ListChange>[] = [];
  for (const item of changes) {
    try {
      texts.push({ item, text: textOf(item) });
    } catch (error) {
      refused.push({ item, fault: faultOf(error) });
    }
  }
  return [...refused, ...(await writeInParts(texts, (json) => list.batch(writesOf(list, json))))];
}

type Text<Item> = { item: Item; text: string };

async function writeInParts<Item>(
  texts: readonly Text<Item>[],
  write: (json: string) => Promise<unknown>,
): Promise<Refused<Item>[]> {
  const parts: Text<Item>[][] = [];
  let bytes = WRITTEN_BYTES_MAX;
  for (const each of texts) {
    bytes += each.text.length;
    if (bytes > WRITTEN_BYTES_MAX) [bytes] = [each.text.length, parts.push([])];
    parts.at(-1)?.push(each);
  }
  const refused: Refused<Item>[] = [];
  for (const part of parts) refused.push(...(await writePart(part, write)));
  return refused;
}

/** A part is written whole or not at all: one that is refused is halved, until the texts for which it was are left. */
async function writePart<Item>(
  part: readonly Text<Item>[],
  write: (json: string) => Promise<unknown>,
): Promise<Refused<Item>[]> {
  try {
    await write(`[${part.map(({ text }) => text).join()}]`);
    return [];
  } catch (error) {
    const fault = refusalOf(error);
    const [first, ...others] = part;
    if (fault === null || !first) throw error;
    if (others.length === 0) return [{ item: first.item, fault }];
    const half = Math.ceil(part.length / 2);
    const refused = await writePart(part.slice(0, half), write);
    return [...refused, ...(await writePart(part.slice(half), write))];
  }
}

/** Lists that refuse values say so by SQLite's code; whatever else fails may succeed another time. Null then. */
function refusalOf(error: unknown): string | null {
  return /\bSQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG)\w*/.exec(String(error))?.[0] ?? null;
}

function textOf({ position, meetId, row, isShown, tags, tasks, people }: ListChange): string {
  // Of before decision 236, and of meetings that name people, the row has them. Without its tasks a meeting still lacks its content.
  const named = people === null && row !== null && row.people.length > 0 ? row.people : null;
  const parsed = (json: string | null) => (json === null || row === null ? null : (JSON.parse(json) as unknown));
  return JSON.stringify({
    position,
    meetId,
    row: row && { ...row, titleKey: titleKeyOf(row.title) },
    isShown: row !== null && isShown === 1,
    tags: parsed(tags),
    tasks: parsed(tasks),
    people: parsed(people) ?? named,
  });
}

/**
 * Each statement takes all changes from one value. Tasks and people that a change does not bring stay as they are. Lists that are not built get no
 * single change: the rows that it leaves out would never come.
 */
function writesOf(list: ListDatabase, json: string) {
  const meetId = sql`change.value ->> 'meetId'`;
  const of = (name: string) => sql`${sql.raw(`change.value -> 'row' ->> '${name}'`)}`;
  const isNew = sql`not exists (select 1 from list_taken as taken
      where taken.meet_id = ${meetId} and taken.position >= change.value ->> 'position')
    and (change.value ->> 'position' = 0 or exists (select 1 from list_state))`;
  const all = sql`from json_each(${json}) as change where ${isNew}`;
  const isThere = sql`change.value ->> 'row' is not null`;
  const brings = (name: "tasks" | "people") => sql.raw(`change.value ->> '${name}' is not null`);
  const changed = (where: SQL) => sql`(select ${meetId} ${all} and ${where})`;
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
  const row = Object.fromEntries(columns.map(([name]) => [name, of(name)])) as unknown as Record<keyof Meeting, SQL>;
  return [
    list.delete(meetings).where(sql`${meetings.id} in ${changed(sql`1`)}`),
    list.delete(shownMeetings).where(sql`${shownMeetings.meetId} in ${changed(sql`1`)}`),
    list.delete(meetingTags).where(sql`${meetingTags.meetId} in ${changed(sql`1`)}`),
    list
      .delete(meetingPeople)
      .where(sql`${meetingPeople.meetId} in ${changed(sql`not (${isThere} and not ${brings("people")})`)}`),
    list
      .delete(meetingTasks)
      .where(sql`${meetingTasks.meetId} in ${changed(sql`not (${isThere} and not ${brings("tasks")})`)}`),
    insertFrom(list, meetingPeople, { row: personRow(place), from: each("$.people") }),
    insertFrom(list, meetings, {
      row: { ...row, people: peopleOf(meetId) },
      from: sql`${all} and ${isThere}`,
    }),
    // Those that stay follow their meeting.
    list
      .update(meetingPeople)
      .set({
        workspaceId: ofMeeting("meeting_people", "workspace_id"),
        createdBy: ofMeeting("meeting_people", "created_by"),
        startsAt: ofMeeting("meeting_people", "starts_at"),
        titleKey: ofMeeting("meeting_people", "title_key"),
      })
      .where(sql`${meetingPeople.meetId} in ${changed(isThere)}`),
    list
      .update(meetingTasks)
      .set({
        workspaceId: ofMeeting("meeting_tasks", "workspace_id"),
        createdBy: ofMeeting("meeting_tasks", "created_by"),
      })
      .where(sql`${meetingTasks.meetId} in ${changed(isThere)}`),
    insertFrom(list, shownMeetings, {
      row: { meetId, workspaceId: of("workspaceId"), createdBy: of("createdBy") },
      from: sql`${all} and change.value ->> 'isShown'`,
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
      row: {
        meetId,
        position: sql`change.value ->> 'position'`,
        hasContent: sql`case when ${isThere} then ${brings("tasks")} end`,
      },
      from: all,
    }).onConflictDoUpdate({
      target: listTaken.meetId,
      set: {
        position: sql`excluded.position`,
        hasContent: sql`case when excluded.has_content is not null then excluded.has_content or coalesce(list_taken.has_content, 0) end`,
      },
    }),
  ] as const;
}

/** Tasks and people of a meeting, as lists have them. */
export type Content = { meetId: string; tasks: readonly object[]; people: [key: string, name: string][] };

/** Gives lists the tasks and people of meetings that came without. What came in between is newer, and stays. */
export async function fillContent(list: ListDatabase, contents: readonly Content[]): Promise<void> {
  const refused = await writeInParts(
    contents.map((content) => ({ item: content.meetId, text: JSON.stringify(content) })),
    (json) => list.batch(fillsOf(list, json)),
  );
  invariant(refused.length === 0, "lists take what other lists have");
}

function fillsOf(list: ListDatabase, json: string) {
  const lacking = sql`from json_each(${json}) as given join meetings on meetings.id = given.value ->> 'meetId'
    join list_taken as taken on taken.meet_id = meetings.id and taken.has_content = 0`;
  const place = {
    meetId: sql`meetings.id`,
    workspaceId: sql`meetings.workspace_id`,
    createdBy: sql`meetings.created_by`,
    startsAt: sql`meetings.starts_at`,
    titleKey: sql`meetings.title_key`,
  };
  const each = (path: string) => sql`${lacking} cross join json_each(given.value, ${path}) as one where true`;
  const ids = sql`(select meetings.id ${lacking})`;
  return [
    insertFrom(list, meetingPeople, { row: personRow(place), from: each("$.people") }).onConflictDoNothing(),
    insertFrom(list, meetingTasks, {
      row: taskRow(place, sql`one.value`),
      from: each("$.tasks"),
    }).onConflictDoNothing(),
    list
      .update(meetings)
      .set({ people: peopleOf(sql`meetings.id`) })
      .where(sql`${meetings.id} in ${ids}`),
    list.update(listTaken).set({ hasContent: true }).where(sql`${listTaken.meetId} in ${ids}`),
  ] as const;
}

type Meeting = typeof meetings.$inferInsert;
type Owner = Record<"meetId" | "workspaceId" | "createdBy", string | SQL>;

/** A column of the meeting, for a row of a table beside `meetings`. */
function ofMeeting(table: "meeting_people" | "meeting_tasks", column: string): SQL {
  return sql.raw(`(select ${column} from meetings where meetings.id = ${table}.meet_id)`);
}

/** The value of `meetings.people`, from the rows of a meeting's people. */
function peopleOf(meetId: SQL) {
  return sql<[string, string][]>`(select json_group_array(json_array(person_key, name)) from (
    select person_key, name from meeting_people where meet_id = ${meetId} order by person_key))`;
}

function personRow(place: Owner & Record<"startsAt" | "titleKey", SQL>) {
  return { ...place, personKey: sql`one.value ->> 0`, name: sql`one.value ->> 1` };
}

/** Columns that a task of an older version may lack, as SQL. */
const TASK_DEFAULTS: Readonly<Record<string, string>> = {
  position: "0",
  assignedKey: "''",
  dueDay: `'${NO_DAY}'`,
  done: "0",
  unconfirmed: "0",
};

/** A row of tasks from its JSON, as `project-meeting.ts` writes it. */
function taskRow({ meetId, workspaceId, createdBy }: Owner, task: SQL) {
  const { meetId: _meetId, workspaceId: _workspaceId, createdBy: _createdBy, ...own } = getTableColumns(meetingTasks);
  const valueOf = (name: string) => {
    const value = sql`${task} ->> ${sql.raw(`'${name}'`)}`;
    const missing = TASK_DEFAULTS[name];
    return missing === undefined ? value : sql`coalesce(${value}, ${sql.raw(missing)})`;
  };
  const row = Object.fromEntries(Object.keys(own).map((name) => [name, valueOf(name)]));
  return { meetId, workspaceId, createdBy, ...row } as typeof meetingTasks.$inferInsert;
}

/** The statement that writes the tasks of a meeting from their JSON. One parameter for all of them: a statement may have a hundred. */
export function addTasks(db: AnyDatabase, owner: Owner, { tasks, isAsked }: { tasks: string; isAsked: SQL }) {
  return insertFrom(db, meetingTasks, {
    row: taskRow(owner, sql`value`),
    from: sql`from json_each(${tasks}) where ${isAsked}`,
  }).onConflictDoNothing();
}
