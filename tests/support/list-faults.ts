import { and, asc, eq, isNull } from "drizzle-orm";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { personKeyOf } from "#app/domain/meeting/list.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import { workspaceLists } from "#app/server/adapters/workspace-object/workspace-lists.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import type { KillableActa } from "#tests/support/killable-acta.ts";
import { type ListRows, listRows } from "#tests/support/list-rows.ts";
import { viewOf } from "#tests/support/look-inside.ts";

/**
 * Differences between the lists of a person's own workspace, the rows of D1, and the meetings themselves, as their objects show them. The lists
 * take what D1 notes first, as a page has them do. None is right.
 */
export async function listFaults(acta: KillableActa, person: { userId: UserId; cookie: string }): Promise<string[]> {
  const workspaceId = personalWorkspaceOf(person.userId);
  const db = openDatabase(acta.inside.database);
  const lists = workspaceLists(acta.inside.workspace);
  const ofWorkspace = and(eq(meetings.workspaceId, workspaceId), isNull(meetings.deletedAt));
  const rows = await db.select().from(meetings).where(ofWorkspace).orderBy(asc(meetings.startsAt), asc(meetings.id));
  await readLists({ db, lists }, workspaceId, (list) => ({ any: list.select().from(meetings).limit(1) }));
  const listed = await listRows(lists.of(workspaceId));
  const faults: string[] = [];
  const compare = (about: string, isThere: unknown, expected: unknown) => {
    const [there, wanted] = [JSON.stringify(isThere), JSON.stringify(expected)];
    if (there !== wanted) faults.push(`lists of ${workspaceId}, ${about}: ${there} instead of ${wanted}`);
  };
  compare("rows", listed.meetings.map(sharedColumns), rows.map(sharedColumns));
  compare("counts", listed.counts.map(countOf), countsOf(listed.meetings));
  const views = new Map<string, MeetingView | null>();
  for (const { id } of rows) views.set(id, await viewOf(acta, id, person.cookie));
  for (const [id, view] of views) {
    const of = <Row extends { meetId: string }>(all: readonly Row[]) => all.filter(({ meetId }) => meetId === id);
    compare(`status of ${id}`, listed.meetings.find((row) => row.id === id)?.status, view?.head.status);
    compare(
      `people of ${id}`,
      of(listed.people).map(({ name }) => name),
      view && namesIn(view),
    );
    compare(`tasks of ${id}`, of(listed.tasks).map(taskOf), view && tasksIn(view).map(taskOf));
  }
  const left = [...listed.people, ...listed.tasks, ...listed.tags].filter(({ meetId }) => !views.has(meetId));
  compare("rows of no meeting", left, []);
  return faults;
}

type Row = ListRows["meetings"][number];

/** Without those that D1 leaves to the lists. */
function sharedColumns({ people: _people, titleKey: _titleKey, ...columns }: Row) {
  return Object.fromEntries(Object.entries(columns).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const countOf = ({ statusGroup, count, durationMs }: ListRows["counts"][number]) => [statusGroup, count, durationMs];

function countsOf(rows: readonly Row[]) {
  const counted = rows.filter(({ mergedInto, archivedAt }) => mergedInto === null && archivedAt === null);
  const groups = [...new Set(counted.map(({ statusGroup }) => statusGroup))].sort((one, other) =>
    String(one) < String(other) ? -1 : 1,
  );
  return groups.map((group) => {
    const ofGroup = counted.filter(({ statusGroup }) => statusGroup === group);
    return [group, ofGroup.length, ofGroup.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)];
  });
}

/** People who have a voice in it or were in its call, in the order of their keys. */
function namesIn({ segments, head }: MeetingView): string[] {
  const named = [...segments.map(({ speaker }) => speaker), ...(head.call?.people ?? []).map(({ name }) => name)];
  const names = new Set(named.filter((name) => name !== null && labelNumber(name) === null));
  const keys = new Map([...names].map((name) => [personKeyOf(name ?? ""), name ?? ""]));
  keys.delete("");
  return [...keys].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, name]) => name);
}

type Task = {
  text: string;
  description: string | null;
  assigned: string | null;
  deadline: string | null;
  done?: boolean | undefined;
};

const taskOf = ({ text, description, assigned, deadline, done }: Task) => [
  text,
  description,
  assigned,
  deadline,
  done === true,
];

function tasksIn({ summary }: MeetingView): Task[] {
  return (summary?.fields ?? []).flatMap(({ content }) => (content.type === "tasks" ? content.items : []));
}
