import { and, eq, sql } from "drizzle-orm";
import type { TaskChoice } from "#app/contracts/integration-changes.ts";
import type { TasksToSend } from "#app/contracts/task-sending.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { TASK_OWNERS_MAX } from "#app/domain/limits/deliveries.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { sha256Text } from "#app/domain/sha256-text.ts";
import { NO_DAY } from "#app/domain/tasks/task-list.ts";
import { taskMark } from "#app/domain/tasks/task-mark.ts";
import { ownerKey } from "#app/domain/tasks/task-service.ts";
import { connections, sentTasks } from "#app/server/db/schema-connections.ts";
import type { Services } from "#app/server/services.ts";
import {
  type AccountNeeds,
  openTaskAccount,
  readTaskSettings,
  type TaskConnection,
  unlessRefused,
} from "#app/server/tasks/task-account.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { tasksOfMeeting } from "#app/server/workspace/tasks-of-meeting.ts";
import { ownEntry } from "#app/domain/own-entry.ts";

type Needs = AccountNeeds & Pick<Services, "lists" | "minutesDeliveries">;
type Asked = { connectionId: string; meetId: MeetId };

/** The tasks of a meeting that the person made, where they can go, and who can get them. `placeId` null: the place of the last sending. */
export async function readTasksToSend(
  services: AccountNeeds & Pick<Services, "lists">,
  actor: PersonActor,
  { connectionId, meetId, placeId }: Asked & { placeId: string | null },
): Promise<Outcome<TasksToSend, "not-found" | "reconnect">> {
  const opened = await openTaskAccount(services, actor, connectionId);
  if (!opened.ok) return opened;
  if (!(await maySend(services, actor, meetId))) return refused("not-found");
  const { row, account } = opened.value;
  const settings = readTaskSettings(JSON.parse(row.settings));
  return unlessRefused(async () => {
    const places = await account.listPlaces();
    const wanted = placeId ?? settings.place?.id ?? (places.length === 1 ? places[0]?.id : null);
    const place = places.find(({ id }) => id === wanted) ?? null;
    const [people, tasks] = await Promise.all([
      place === null ? [] : account.listPeople(place.id),
      readTasks(services, { row, meetId }),
    ]);
    const names = [
      ...new Map(tasks.flatMap(({ assigned }) => (assigned ? [[ownerKey(assigned), assigned]] : []))).values(),
    ];
    const owners = names.map((name) => {
      const known = ownEntry(settings.people, ownerKey(name));
      const isThere = known ? people.some(({ id }) => id === known.id) : known === null;
      return { name, personId: (isThere && known?.id) || null, isKnown: isThere };
    });
    return { name: row.accountName, places, placeId: place?.id ?? null, people, owners, tasks };
  });
}

/**
 * Sends tasks of a meeting that the person made. Their rows are written first: one that is there, or on its way, is not sent again; one that
 * was deleted there is made anew. The place and the people are remembered. Nobody gets a task whom the person did not choose.
 */
export async function sendTasks(
  services: Needs,
  actor: PersonActor,
  { connectionId, meetId, choice }: Asked & { choice: TaskChoice },
): Promise<Outcome<null, "not-found" | "reconnect" | "place-gone">> {
  const opened = await openTaskAccount(services, actor, connectionId);
  if (!opened.ok) return opened;
  if (!(await maySend(services, actor, meetId))) return refused("not-found");
  const { row, account } = opened.value;
  const read = await unlessRefused(async () => {
    const place = (await account.listPlaces()).find(({ id }) => id === choice.placeId) ?? null;
    return { place, people: place === null ? [] : await account.listPeople(place.id) };
  });
  if (!read.ok) return read;
  const { place, people } = read.value;
  if (place === null) return refused("place-gone");
  const chosen = new Map(
    choice.owners.map(({ name, personId }) => [ownerKey(name), people.find(({ id }) => id === personId) ?? null]),
  );
  const tasks = (await readTasks(services, { row, meetId })).filter(({ taskId }) => choice.taskIds.includes(taskId));
  const former = readTaskSettings(JSON.parse(row.settings)).people;
  const remembered = Object.entries({ ...former, ...Object.fromEntries(chosen) }).slice(-TASK_OWNERS_MAX);
  const settings = JSON.stringify({ place, people: Object.fromEntries(remembered) });
  await services.db.update(connections).set({ settings }).where(eq(connections.id, row.id));
  for (const { taskId, assigned } of tasks) {
    const assigneeId = assigned === null ? null : (chosen.get(ownerKey(assigned))?.id ?? null);
    await noteWanted(services, row, { meetId, taskId, placeId: place.id, assigneeId });
  }
  // One press is one delivery, and so is the same press again; another choice of tasks is another one.
  const key = `${choice.key}/${sha256Text(JSON.stringify([...choice.taskIds].sort())).slice(0, 16)}`;
  const deliveries = services.minutesDeliveries.of(row.workspaceId);
  await deliveries.sendMinutes({ connectionId, kind: row.kind, meetId, parts: [], key });
  services.log("tasks.sent.by.hand", {
    userId: actor.userId,
    connectionId,
    kind: row.kind,
    meetId,
    tasks: tasks.length,
  });
  return ok(null);
}

async function maySend(services: Pick<Services, "db">, actor: PersonActor, meetId: MeetId): Promise<boolean> {
  const viewer = await accessTo(services, actor, meetId);
  return viewer !== null && may(viewer, "send");
}

async function readTasks(
  services: Pick<Services, "db" | "lists">,
  { row, meetId }: { row: TaskConnection; meetId: MeetId },
): Promise<TasksToSend["tasks"]> {
  const { taskId, state, url } = sentTasks;
  const [tasks, sent] = await Promise.all([
    tasksOfMeeting(services, meetId),
    services.db
      .select({ taskId, state, url })
      .from(sentTasks)
      .where(and(eq(sentTasks.connectionId, row.id), eq(sentTasks.meetId, meetId))),
  ]);
  const sentOf = new Map(sent.map((each) => [each.taskId, each]));
  return tasks.map(({ taskId: id, text, assigned, deadline, dueDay, done, unconfirmed }) => {
    const there = sentOf.get(id);
    return {
      taskId: id,
      text,
      assigned,
      deadline,
      dueDay: dueDay === NO_DAY ? null : dueDay,
      done,
      unconfirmed,
      sent: there ? { kind: row.kind, connectionId: row.id, state: there.state, url: there.url } : null,
    };
  });
}

type Wanted = { meetId: string; taskId: string; placeId: string; assigneeId: string | null };

/** A task that waits takes the newer choice; one that was made there stays as it is. */
async function noteWanted(
  { db, now }: Pick<Services, "db" | "now">,
  { id: connectionId, kind, accountId }: TaskConnection,
  { meetId, taskId, placeId, assigneeId }: Wanted,
): Promise<void> {
  const isThis = and(
    eq(sentTasks.connectionId, connectionId),
    eq(sentTasks.meetId, meetId),
    eq(sentTasks.taskId, taskId),
  );
  const { state, mark, round: inRound } = sentTasks;
  const [before] = await db.select({ state, mark, round: inRound }).from(sentTasks).where(isThis);
  if (before?.state === "open" || before?.state === "done") return;
  const round = before === undefined ? 0 : before.round + (before.state === "gone" ? 1 : 0);
  const at = now();
  const values = {
    placeId,
    assigneeId,
    // One that waits may have been made under its mark a moment ago, also by the meeting that it was split from.
    mark: before?.state === "waiting" ? before.mark : taskMark({ kind, accountId, meetId, taskId, round }),
    round,
    state: "waiting" as const,
    externalId: null,
    url: null,
    sentAt: at,
    checkedAt: at,
  };
  await db
    .insert(sentTasks)
    .values({ connectionId, meetId, taskId, ...values })
    .onConflictDoUpdate({
      target: [sentTasks.connectionId, sentTasks.meetId, sentTasks.taskId],
      set: values,
      // Not over one that was made in this moment.
      setWhere: sql`${sentTasks.state} in ('waiting', 'gone')`,
    });
}
