import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { type TasksToSend, tasksToSend } from "#app/contracts/task-sending.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import type { TaskKind } from "#app/domain/tasks/task-service.ts";
import { listConnections } from "#app/server/connections/change-connections.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { sentTasks } from "#app/server/db/schema-connections.ts";
import type { LogFields } from "#app/server/log.ts";
import { sendTasks } from "#app/server/tasks/send-tasks.ts";
import type { PlayedTasks } from "#tests/fakes/tasks.ts";
import { call } from "#tests/support/api.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { BY_NORA } from "#tests/support/scripted-minutes.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { services } from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { type LoggedRow, listLog } from "#workers/workspace/deliveries/delivery-log.ts";
import { meetingDeliveries } from "#workers/workspace/deliveries/meeting-deliveries.ts";

/** For worker tests: a person with a connected service of tasks and a meeting, and deliveries with a clock of the test's own. */

export const SOON = { timeout: 20_000, interval: 50 };
const LINES = [
  ["Jonas Vidal", "The desk opens at eight on Monday."],
  ["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA],
  ["Jonas Vidal", "Nora will send the contract to the clinic by Friday.", { assigned: "Nora", deadline: "by Friday" }],
] as const;

export type Person = { kind: TaskKind; userId: UserId; cookie: string; played: PlayedTasks };

export async function connectTasks(
  { kind, userId, played }: Person,
  choice: "allow" | "cancel" = "allow",
): Promise<{ result: string; connectionId: string }> {
  const actor = sessionActor(userId);
  const started = await startConnection(services, actor, { kind, returnTo: "/settings" });
  const query = await played.decide(started.ok ? started.value.url : "", choice);
  const { result } = await finishConnection(services, actor, { kind, query });
  const { connections: own } = await listConnections(services, actor);
  return { result, connectionId: own.find((each) => each.kind === kind)?.id ?? "" };
}

export const sendingPath = (connectionId: string, meetId: string) =>
  `/api/acta/connections/${connectionId}/tasks/${meetId}`;

/** A meeting with tasks in the list, and a connection. */
export async function onTasks(person: Person) {
  const { userId, cookie } = person;
  const { connectionId } = await connectTasks(person);
  const { meetId, object } = await recordedTalk(LINES, { userId, details: { title: "Desk" } });
  const read = async (query = "") =>
    tasksToSend.parse(await (await call(`${sendingPath(connectionId, meetId)}${query}`, { cookie })).json());
  const tasks = await vi.waitFor(async () => {
    const found = (await read()).tasks;
    expect(found.length).toBeGreaterThan(0);
    return found;
  }, SOON);
  return { connectionId, meetId, object, read, tasks };
}

type Chosen = { placeId: string; personId?: string | null; key?: string };

/** All the tasks with one person for all names. */
export function chosen(
  tasks: TasksToSend["tasks"],
  { placeId, personId = null, key = "press-0000-0000-0001" }: Chosen,
) {
  const names = new Set(tasks.map(({ assigned }) => assigned));
  return {
    key,
    placeId,
    taskIds: tasks.map(({ taskId }) => taskId),
    owners: [...names].flatMap((name) => (name ? [{ name, personId }] : [])),
  };
}

export type Bench = {
  send: (asked: { connectionId: string; meetId: MeetId; choice: ReturnType<typeof chosen> }) => Promise<unknown>;
  /** Sends what is due, moves the clock to the next due time, and repeats until nothing is left. Returns the waits. */
  finish: () => Promise<number[]>;
  log: (connectionId: string) => LoggedRow[];
};

/** Deliveries from the storage of the person's workspace object, with a clock of the test's own. */
export async function onBench(userId: UserId, use: (bench: Bench) => Promise<void>): Promise<void> {
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    const clock = { now: Date.now() };
    const { connections: sent, sending } = meetingDeliveries(storage, {
      ...composeWorkspace(workerEnv),
      mailParked: () => undefined,
      log: (_event: string, _fields?: LogFields) => undefined,
      now: () => clock.now,
      random: () => 1,
    });
    const stub = {
      ...services.minutesDeliveries.of(userId),
      sendMinutes: async (asked: never) => sent.sendMinutes(asked),
    };
    const inBench = { ...services, minutesDeliveries: { of: () => stub } } as unknown as typeof services;
    await use({
      send: (asked) => sendTasks(inBench, sessionActor(userId), asked),
      async finish() {
        const waits: number[] = [];
        for (let turn = 0; turn < 30; turn += 1) {
          await sending.run();
          const dueAt = sending.dueAt();
          if (dueAt === null) break;
          waits.push(dueAt - clock.now);
          clock.now = dueAt;
        }
        return waits;
      },
      log: (destinationId) => listLog(storage.sql, { destinationId, older: null, limit: 20 }).deliveries,
    });
  });
}

export const rowsOf = (connectionId: string) =>
  services.db.select().from(sentTasks).where(eq(sentTasks.connectionId, connectionId));

/** Whether a task of a meeting is ticked in its minutes. */
export async function isTicked(
  object: Awaited<ReturnType<typeof onTasks>>["object"],
  { userId, taskId }: { userId: UserId; taskId: string },
): Promise<boolean> {
  const view = await object.view({ kind: "owner", userId });
  return (view?.summary?.fields ?? [])
    .flatMap(({ content }) => (content.type === "tasks" ? content.items : []))
    .some(({ id, done }) => id === taskId && done === true);
}
