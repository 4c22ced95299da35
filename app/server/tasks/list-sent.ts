import { and, eq, sql } from "drizzle-orm";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { isTaskKind, TASK_KINDS } from "#app/domain/tasks/task-service.ts";
import { connections, sentTasks } from "#app/server/db/schema-connections.ts";
import type { Services } from "#app/server/services.ts";

/** A page of the list of tasks, with where each is beside Acta, and where the person can send one. Two statements at the most. */
export async function withSent({ db }: Pick<Services, "db">, actor: PersonActor, list: TaskList): Promise<TaskList> {
  const { id, kind, userId, workspaceId, brokenAt } = connections;
  const isOwn = and(eq(userId, actor.userId), eq(workspaceId, actor.workspaceId));
  const kinds = sql`${kind} in (select value from json_each(${JSON.stringify(TASK_KINDS)}))`;
  const own = await db.select({ id, kind, brokenAt }).from(connections).where(and(isOwn, kinds));
  if (own.length === 0) return list;
  const meetIds = JSON.stringify([...new Set(list.tasks.map(({ meetId }) => meetId))]);
  const { connectionId, meetId, taskId, state, url } = sentTasks;
  const sent = await db
    .select({ connectionId, meetId, taskId, state, url, kind })
    .from(sentTasks)
    .innerJoin(connections, eq(id, connectionId))
    .where(and(isOwn, sql`${meetId} in (select value from json_each(${meetIds}))`));
  const destinations = own.flatMap((each) =>
    isTaskKind(each.kind) && each.brokenAt === null ? [{ id: each.id, kind: each.kind }] : [],
  );
  const tasks = list.tasks.map((task) => {
    const places = sent.flatMap((each) =>
      each.meetId === task.meetId && each.taskId === task.taskId && isTaskKind(each.kind)
        ? [{ kind: each.kind, connectionId: each.connectionId, state: each.state, url: each.url }]
        : [],
    );
    return places.length === 0 ? task : { ...task, sent: places };
  });
  return { ...list, tasks, destinations };
}
