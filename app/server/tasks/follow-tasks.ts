import { and, asc, eq, inArray, isNotNull, isNull, lt, notInArray, or } from "drizzle-orm";
import { groupBy } from "#app/domain/group-by.ts";
import { SCOPES } from "#app/domain/account/actor.ts";
import type { UserId, WorkspaceId } from "#app/domain/ids.ts";
import { TASKS_ASK_MS, TASKS_ASK_TOLD_MS, TASKS_ASKED_MAX, TASKS_SWEPT_MAX } from "#app/domain/limits/deliveries.ts";
import { isTaskKind, TASK_KINDS, type TaskKind, type TaskState } from "#app/domain/tasks/task-service.ts";
import { connections, sentTasks } from "#app/server/db/schema-connections.ts";
import { faultOf } from "#app/server/log.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";
import { accountOf, type AccountNeeds } from "#app/server/tasks/task-account.ts";

/** The state of sent tasks flows back: what is done there is done here, and the person's open pages are told. */

type Needs = AccountNeeds & Pick<Services, "edits" | "pages">;

const followed = {
  connectionId: sentTasks.connectionId,
  meetId: sentTasks.meetId,
  taskId: sentTasks.taskId,
  externalId: sentTasks.externalId,
  state: sentTasks.state,
  kind: connections.kind,
  userId: connections.userId,
  workspaceId: connections.workspaceId,
};
type Followed = Awaited<ReturnType<typeof readChanged>>[number];

/** A service says that tasks changed. They are read there, because messages may come late and overtake each other. */
export async function followChanged(
  services: Needs,
  of: { kind: TaskKind; externalIds: readonly string[] },
): Promise<void> {
  await follow(services, await readChanged(services, of));
}

/**
 * Asks the services for open tasks, those that were asked longest ago first, TASKS_SWEPT_MAX at the most: services that tell of changes only
 * now and then. Returns how many were asked.
 */
export async function sweepTasks(services: Needs): Promise<number> {
  const { db, now, taskServices } = services;
  const telling = TASK_KINDS.filter((kind) => {
    const service = taskServices[kind];
    return service?.readEvent !== undefined && service.mayBeSilent !== true;
  });
  const due = await db
    .select(followed)
    .from(sentTasks)
    .innerJoin(connections, eq(connections.id, sentTasks.connectionId))
    .where(
      and(
        eq(sentTasks.state, "open"),
        isNull(connections.brokenAt),
        or(
          and(notInArray(connections.kind, telling), lt(sentTasks.checkedAt, now() - TASKS_ASK_MS)),
          lt(sentTasks.checkedAt, now() - TASKS_ASK_TOLD_MS),
        ),
      ),
    )
    .orderBy(asc(sentTasks.checkedAt))
    .limit(TASKS_SWEPT_MAX);
  await follow(services, due);
  return due.length;
}

function readChanged({ db }: Needs, { kind, externalIds }: { kind: TaskKind; externalIds: readonly string[] }) {
  return db
    .select(followed)
    .from(sentTasks)
    .innerJoin(connections, eq(connections.id, sentTasks.connectionId))
    .where(
      and(
        inArray(sentTasks.externalId, externalIds.slice(0, TASKS_ASKED_MAX)),
        isNotNull(sentTasks.externalId),
        eq(connections.kind, kind),
        isNull(connections.brokenAt),
      ),
    )
    .limit(TASKS_ASKED_MAX);
}

/** One account that does not answer delays no other one. */
async function follow(services: Needs, rows: readonly Followed[]): Promise<void> {
  for (const ofAccount of groupBy(rows, ({ connectionId }) => connectionId).values()) {
    for (let from = 0; from < ofAccount.length; from += TASKS_ASKED_MAX) {
      await followSome(services, ofAccount.slice(from, from + TASKS_ASKED_MAX));
    }
  }
}

async function followSome(services: Needs, rows: readonly Followed[]): Promise<void> {
  const [first] = rows;
  if (first === undefined || !isTaskKind(first.kind)) return;
  const { connectionId: id, kind } = first;
  // Before the answer: a task whose service fails lets others go first.
  await setSeen(services, rows, { checkedAt: services.now() });
  const account = accountOf(services, { id, kind });
  if (account === null) return;
  let states: ReadonlyMap<string, TaskState>;
  try {
    states = await account.readStates(rows.flatMap(({ externalId }) => (externalId === null ? [] : [externalId])));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    services.log("tasks.follow.failed", { connectionId: id, kind, status: error.status, error: faultOf(error) });
    return;
  }
  const changed = rows.flatMap((row) => {
    const state = states.get(row.externalId ?? "") ?? "gone";
    return state === row.state ? [] : [{ row, state }];
  });
  for (const { row, state } of changed) await take(services, row, state);
  if (changed.length > 0) await services.pages.tell(first.userId);
}

/** A tick that the meeting cannot take now is tried with the next look. */
async function take(services: Needs, row: Followed, state: TaskState): Promise<void> {
  const { meetId, taskId, kind, connectionId, state: before } = row;
  if (state === "done" || (state === "open" && before === "done")) {
    const actor = {
      via: "session" as const,
      userId: row.userId as UserId,
      workspaceId: row.workspaceId as WorkspaceId,
      scopes: SCOPES,
      sessionHash: "",
    };
    const ticked = await editMeeting(services, actor, meetId, { type: "tick-task", taskId, done: state === "done" });
    if (!ticked.ok && ticked.reason === "not-ready") return;
  }
  await setSeen(services, [row], { state });
  services.log("tasks.followed", { connectionId, kind, meetId, state });
}

async function setSeen(
  { db }: Pick<Needs, "db">,
  rows: readonly Followed[],
  values: { checkedAt: number } | { state: TaskState },
): Promise<void> {
  const ids = rows.flatMap(({ externalId }) => (externalId === null ? [] : [externalId]));
  const connectionId = rows[0]?.connectionId ?? "";
  await db
    .update(sentTasks)
    .set(values)
    .where(and(eq(sentTasks.connectionId, connectionId), inArray(sentTasks.externalId, ids)));
}
