import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { type MeetingRole, personKeyOf, titleKeyOf } from "#app/domain/meeting/list.ts";
import { CALENDAR_SERIES, seriesOfTitle } from "#app/domain/meeting/series.ts";
import { NO_DAY } from "#app/domain/tasks/task-list.ts";
import { ownerKeyOf } from "#app/domain/tasks/task-owner.ts";
import { dueDayOf } from "#app/domain/tasks/due-day.ts";
import { NOW_SQL } from "#app/server/db/clock.ts";
import type { Database } from "#app/server/db/database.ts";
import { listChanges, meetingClaims, meetings, meetingTasks } from "#app/server/db/schema.ts";
import { templateClaims } from "#app/server/db/schema-templates.ts";
import { type FoundChange, namesPeople, selectChanges } from "#app/server/workspace/list-changes.ts";
import { addTasks } from "#app/server/workspace/write-lists.ts";

/** The data of a meeting that lists show. The meeting's object is the source of truth and sends all of it at each change. */
export type MeetingProjection = {
  meetId: MeetId;
  workspaceId: string;
  createdBy: string;
  /** Null where no calendar was asked: a row has "organizer" then, or the role that it has. */
  role: MeetingRole | null;
  /** Null until a call is joined: the recording is the call's. */
  recordingId: RecordingId | null;
  title: string;
  startsAt: number;
  timeZone: string;
  language: string;
  templateId: string | null;
  source: string;
  platform: string | null;
  lobbyState: string | null;
  participants: number | null;
  durationMs: number | null;
  status: string;
  reason: string | null;
  recognisedMs: number;
  wantedMs: number;
  taskCount: number | null;
  awaitsModel: boolean;
  /** Names of the people in it. */
  people: string[];
  /** The tasks of its minutes, in their order. */
  tasks: ProjectedTask[];
  /** The meeting that it is a part of; lists leave it out then. */
  mergedInto: MeetId | null;
  sequence: number;
  createdAt: number;
  updatedAt: number;
};

/** A task as the list of all tasks shows it. */
export type ProjectedTask = {
  taskId: string;
  text: string;
  description: string | null;
  assigned: string | null;
  deadline: string | null;
  done: boolean;
  /** The moment that proves it, in ms of the recording. */
  startMs: number | null;
  /** The check did not find it in the recording. */
  unconfirmed: boolean;
};

/**
 * Writes the list row of a meeting, with its people and tasks. One with a lower sequence loses, whatever order they arrive in, and nothing writes
 * over a tombstone. A row that D1 has lost comes back by it. Returns what the lists of the workspace have to take, and the rows of the statements
 * that come along.
 */
export async function projectMeeting<const Also extends readonly BatchItem<"sqlite">[] = []>(
  db: Database,
  projection: MeetingProjection,
  also: Also = [] as unknown as Also,
): Promise<{ changes: FoundChange[]; also: { [At in keyof Also]: Also[At]["_"]["result"] } }> {
  const { meetId, templateId } = projection;
  const listed = projectionWrites(db, projection, "<");
  // From here on the row says that the template is used.
  const claimed = and(eq(templateClaims.meetId, meetId), eq(templateClaims.templateId, templateId ?? ""));
  const writes = [...listed, db.delete(templateClaims).where(claimed)] as const;
  const answers: readonly unknown[] = await db.batch([...writes, selectChanges(db, { meetId }), ...also]);
  const [changes, ...rest] = answers.slice(writes.length);
  return { changes: changes as FoundChange[], also: rest as never };
}

/**
 * The statements that write the row and, where it is then of this sequence, its tasks and people: for the lists that show the meeting, and where it names
 * people. `newer`: "<" leaves a row of the same sequence as it is; "<=" writes it again, for columns that it lacks.
 */
export function projectionWrites(db: Database, projection: MeetingProjection, newer: "<" | "<=") {
  const { meetId, people, tasks, role, ...rest } = projection;
  const keys = new Map(people.map((name) => [personKeyOf(name), name]));
  keys.delete("");
  const listedPeople = JSON.stringify([...keys].sort(([one], [other]) => (one < other ? -1 : 1)));
  const isNamed = namesPeople(sql`${meetId}`);
  const columns = {
    ...rest,
    ...(role && { role }),
    people: sql<[string, string][]>`case when ${isNamed} then ${listedPeople} else '[]' end`,
    titleKey: sql<string>`case when ${isNamed} then ${titleKeyOf(rest.title)} else '' end`,
    openTasks: tasks.filter(({ done }) => !done).length,
  };
  // A calendar knows a series better than a title does, and before it has people. Its claim goes earlier than the meeting.
  const claimed = sql`from ${meetingClaims} where ${meetingClaims.meetId} = ${meetId}`;
  const seriesKey = sql<string | null>`coalesce(
    (select ${meetingClaims.seriesKey} ${claimed}),
    (select ${meetings.seriesKey} from ${meetings} where ${meetings.id} = ${meetId}
      and ${meetings.seriesKey} glob ${`${CALENDAR_SERIES}*`} and not exists (select 1 ${claimed})),
    ${seriesOfTitle(rest.title, people)})`;
  const row = { id: meetId, ...columns, seriesKey, changedAt: NOW_SQL };
  const { id: _id, createdAt: _createdAt, workspaceId, createdBy, ...lasting } = row;
  // A row that is written again as it was has not changed.
  const changedAt = sql`case when ${meetings.sequence} < ${projection.sequence} then ${NOW_SQL} else ${meetings.changedAt} end`;
  const changing = { ...lasting, changedAt };
  const isThis = sql`exists (select 1 from ${meetings} where ${meetings.id} = ${meetId}
    and ${meetings.sequence} = ${projection.sequence} and ${meetings.deletedAt} is null)`;
  const listed = JSON.stringify(tasks.map((task, position) => ({ ...task, position, ...sortedBy(task, projection) })));
  return [
    db
      .insert(meetings)
      .values(row)
      .onConflictDoUpdate({
        target: meetings.id,
        set: changing,
        setWhere: sql`${meetings.deletedAt} is null and ${meetings.sequence} ${sql.raw(newer)} ${projection.sequence}`,
      }),
    db.delete(meetingTasks).where(and(eq(meetingTasks.meetId, meetId), isThis)),
    addTasks(db, { meetId, workspaceId, createdBy }, { tasks: listed, isAsked: sql`${isThis} and ${isNamed}` }),
    db
      .update(listChanges)
      .set({ tasks: listed, people: listedPeople })
      .where(and(eq(listChanges.meetId, meetId), isThis)),
  ] as const;
}

function sortedBy({ assigned, deadline }: ProjectedTask, meeting: MeetingProjection) {
  return {
    assignedKey: ownerKeyOf(assigned, meeting.people),
    dueDay: dueDayOf(deadline, meeting)?.day ?? NO_DAY,
  };
}
