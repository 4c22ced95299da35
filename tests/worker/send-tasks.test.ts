import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { type TasksToSend, tasksToSend } from "#app/contracts/task-sending.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import { TASKS_ASK_TOLD_MS } from "#app/domain/limits/deliveries.ts";
import { disconnect, endConnections, listConnections } from "#app/server/connections/change-connections.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { connections, sentTasks } from "#app/server/db/schema-connections.ts";
import type { LogFields } from "#app/server/log.ts";
import { followChanged, sweepTasks } from "#app/server/tasks/follow-tasks.ts";
import { sendTasks } from "#app/server/tasks/send-tasks.ts";
import { type PlayedTasks, playTasks } from "#tests/fakes/tasks.ts";
import { call } from "#tests/support/api.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { BY_NORA } from "#tests/support/scripted-minutes.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { errors } from "#workers/stand-ins/tasks/linear-stand-in.mjs";
import { type LoggedRow, listLog } from "#workers/workspace/deliveries/delivery-log.ts";
import { meetingDeliveries } from "#workers/workspace/deliveries/meeting-deliveries.ts";

/** Tasks on their way to Linear, and back. Only Linear stands in. */

const db = openDatabase(env.DB);
const SOON = { timeout: 20_000, interval: 50 };
const KEY = "press-0000-0000-0001";
const LINES = [
  ["Jonas Vidal", "The desk opens at eight on Monday."],
  ["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA],
  ["Jonas Vidal", "Nora will send the contract to the clinic by Friday.", { assigned: "Nora", deadline: "by Friday" }],
] as const;

let played: PlayedTasks;
let userId: UserId;
let cookie: string;

beforeEach(async () => {
  played = playTasks();
  ({ userId, cookie } = await signIn({ name: "Nora Puig" }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  // The workspace at Linear is new in each test.
  await db.delete(connections);
});

async function connect(choice: "allow" | "cancel" = "allow"): Promise<{ result: string; connectionId: string }> {
  const actor = sessionActor(userId);
  const started = await startConnection(services, actor, { kind: "linear", returnTo: "/settings" });
  const query = await played.decide(started.ok ? started.value.url : "", choice);
  const { result } = await finishConnection(services, actor, { kind: "linear", query });
  const { connections: own } = await listConnections(services, actor);
  return { result, connectionId: own.find(({ kind }) => kind === "linear")?.id ?? "" };
}

const pathOf = (connectionId: string, meetId: string) => `/api/acta/connections/${connectionId}/tasks/${meetId}`;

/** A meeting with tasks in the list, and a connection. */
async function onTasks() {
  const { connectionId } = await connect();
  const { meetId, object } = await recordedTalk(LINES, { userId, details: { title: "Desk" } });
  const read = async (query = "") =>
    tasksToSend.parse(await (await call(`${pathOf(connectionId, meetId)}${query}`, { cookie })).json());
  const tasks = await vi.waitFor(async () => {
    const found = (await read()).tasks;
    expect(found.length).toBeGreaterThan(0);
    return found;
  }, SOON);
  return { connectionId, meetId, object, read, tasks };
}

const choose = (tasks: TasksToSend["tasks"], personId: string | null = null, key = KEY) => ({
  key,
  placeId: "team-building",
  taskIds: tasks.map(({ taskId }) => taskId),
  owners: [...new Set(tasks.map(({ assigned }) => assigned))].flatMap((name) => (name ? [{ name, personId }] : [])),
});

type Bench = {
  send: (asked: { connectionId: string; meetId: MeetId; choice: ReturnType<typeof choose> }) => Promise<unknown>;
  /** Sends what is due, moves the clock to the next due time, and repeats until nothing is left. Returns the waits. */
  finish: () => Promise<number[]>;
  log: (connectionId: string) => LoggedRow[];
};

/** Deliveries from the storage of the person's workspace object, with a clock of the test's own. */
async function onBench(use: (bench: Bench) => Promise<void>): Promise<void> {
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

const rowsOf = (connectionId: string) => db.select().from(sentTasks).where(eq(sentTasks.connectionId, connectionId));
const listed = async (query = "?whose=everybody") => (await call(`/api/tasks${query}`, { cookie })).json<TaskList>();

test("Linear is connected with PKCE and encrypted tokens; a consent that is cancelled or gives too little connects nothing", async () => {
  expect((await connect("cancel")).result).toBe("cancelled");
  played.linear.access.orders.scope = "read";
  expect((await connect()).result).toBe("scopes-missing");
  played.linear.access.orders.scope = "read,issues:create";
  const { result, connectionId } = await connect();
  expect(result).toBe("connected");
  const [row] = await db.select().from(connections).where(eq(connections.id, connectionId));
  expect(row).toMatchObject({ kind: "linear", accountName: "Serra Arquitectes", sends: "by-hand", updates: false });
  expect(row?.tokens).not.toContain("linear_local");
});

test("tasks go to the chosen team once, with day, moment and the chosen person, and what is done there is done here", async () => {
  const { connectionId, meetId, object, read, tasks } = await onTasks();
  const offered = await read("?place=team-building");
  // Three teams on two pages; whoever left Linear gets nothing.
  expect(offered.places.map(({ name }) => name)).toEqual(["Building", "Office", "Garden"]);
  expect(offered.people.map(({ name }) => name)).toEqual(["Marta Soler", "Lucía Ferrer"]);
  expect(offered.owners.every(({ personId, isKnown }) => personId === null && !isKnown)).toBe(true);

  const post = (json: object) => call(pathOf(connectionId, meetId), { method: "POST", cookie, json });
  expect((await post({ ...choose(tasks), placeId: "team-of-others" })).status).toBe(409);
  expect((await post(choose(tasks, "user-marta"))).status).toBe(200);
  const { issues } = played.linear;
  await vi.waitFor(() => expect(issues.size).toBe(tasks.length), SOON);
  const [issue] = issues.values();
  expect(issue).toMatchObject({ title: tasks[0]?.text, teamId: "team-building", assigneeId: "user-marta" });
  expect(issue?.dueDate).toBe(tasks[0]?.dueDay);
  expect(issue?.description).toContain(`](${services.config.origin}/${meetId}?t=`);
  // The same press, and another one: nothing more. The choices are remembered.
  expect((await post(choose(tasks, "user-marta"))).status).toBe(200);
  expect((await post(choose(tasks, "user-lucia", "press-0000-0000-0002"))).status).toBe(200);
  const again = await read();
  expect(again).toMatchObject({ placeId: "team-building" });
  expect(again.owners.every(({ personId }) => personId === "user-lucia")).toBe(true);
  expect(issues.size).toBe(tasks.length);
  expect((await listed()).tasks.every(({ sent }) => sent?.[0]?.state === "open")).toBe(true);

  const taskId = tasks[0]?.taskId ?? "";
  const [row] = await db
    .select()
    .from(sentTasks)
    .where(and(eq(sentTasks.meetId, meetId), eq(sentTasks.taskId, taskId)));
  const tell = async (type: string) => {
    const event = await played.linear.move(row?.mark ?? "", type);
    return call("/api/webhooks/linear", {
      method: "POST",
      headers: Object.fromEntries(event.headers),
      body: await event.text(),
    });
  };
  const isDone = async () => {
    const view = await object.view({ kind: "owner", userId });
    return (view?.summary?.fields ?? [])
      .flatMap(({ content }) => (content.type === "tasks" ? content.items : []))
      .find(({ id }) => id === taskId)?.done;
  };
  expect((await tell("completed")).status).toBe(200);
  await vi.waitFor(async () => expect(await isDone()).toBe(true), SOON);
  await vi.waitFor(async () => {
    const { tasks: done } = await listed("?whose=everybody&state=done");
    expect(done.map(({ taskId: of, sent }) => [of, sent?.[0]?.state])).toEqual([[taskId, "done"]]);
  }, SOON);
  await tell("started");
  await vi.waitFor(async () => expect(await isDone()).toBe(undefined), SOON);
  // Deleted there: it stays here, and can be sent anew.
  await tell("trash");
  await vi.waitFor(async () => expect((await read()).tasks[0]?.sent?.state).toBe("gone"), SOON);
  expect((await post(choose(tasks.slice(0, 1), null, "press-0000-0000-0003"))).status).toBe(200);
  await vi.waitFor(() => expect(issues.size).toBe(tasks.length + 1), SOON);
});

test("an answer that was lost makes no second task, nor does a new connection of the same account", async () => {
  const { connectionId, meetId, tasks } = await onTasks();
  const { issues, failures } = played.linear;
  failures.push({ operation: "ActaCreate", isLost: true, answer: () => new Response(null, { status: 502 }) });
  await onBench(async ({ send, finish, log }) => {
    expect(await send({ connectionId, meetId, choice: choose(tasks) })).toMatchObject({ ok: true });
    expect(await finish()).toHaveLength(1);
    expect(log(connectionId)).toMatchObject([{ state: "sent", counts: { tasks: tasks.length } }]);
  });
  expect(issues.size).toBe(tasks.length);
  await disconnect(services, sessionActor(userId), connectionId);
  expect(await rowsOf(connectionId)).toEqual([]);
  const second = await connect();
  await onBench(async ({ send, finish }) => {
    await send({ connectionId: second.connectionId, meetId, choice: choose(tasks) });
    await finish();
  });
  expect(issues.size).toBe(tasks.length);
  expect((await rowsOf(second.connectionId)).every(({ state, url }) => state === "open" && url !== null)).toBe(true);
});

test("too many requests are waited for, ended tokens refreshed, and a revoked app waits to be connected again", async () => {
  const { connectionId, meetId, tasks } = await onTasks();
  const { issues, failures, access } = played.linear;
  const limited = () => errors(400, "Rate limit exceeded", "RATELIMITED", "ratelimited");
  await onBench(async ({ send, finish, log }) => {
    await send({ connectionId, meetId, choice: choose(tasks.slice(0, 1)) });
    failures.push({ operation: "ActaCreate", isLost: false, answer: limited });
    access.endTokens();
    const waits = await finish();
    expect(waits[0]).toBeGreaterThanOrEqual(60_000);
    expect(issues.size).toBe(1);
    expect(log(connectionId)[0]).toMatchObject({ state: "sent" });
    await send({ connectionId, meetId, choice: choose(tasks, null, "press-0000-0000-0002") });
    access.revokeAll();
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "reconnect" });
  });
  const [row] = await db.select().from(connections).where(eq(connections.id, connectionId));
  expect(row?.brokenAt).not.toBeNull();
  expect((await call(pathOf(connectionId, meetId), { cookie })).status).toBe(409);
});

test("a person who cannot get a task stops it, and nobody else gets it", async () => {
  const { connectionId, meetId, tasks } = await onTasks();
  await onBench(async ({ send, finish, log }) => {
    await send({ connectionId, meetId, choice: choose(tasks, "user-marta") });
    for (const person of played.linear.people) person.active = false;
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "recipient" });
    expect(played.linear.issues.size).toBe(0);
    for (const person of played.linear.people) person.active = true;
    // The person who is sent by name must be one of the place.
    await send({ connectionId, meetId, choice: choose(tasks, "user-of-others", "press-0000-0000-0002") });
    await finish();
  });
  expect([...played.linear.issues.values()].every(({ assigneeId }) => assigneeId === null)).toBe(true);
});

test("the sweep asks for what was not told, in one request, and one that was ticked here stays as it is", async () => {
  const { connectionId, meetId, tasks } = await onTasks();
  await onBench(async ({ send, finish }) => {
    await send({ connectionId, meetId, choice: choose(tasks) });
    await finish();
  });
  const { operations, issues } = played.linear;
  for (const { id } of issues.values()) await played.linear.move(id, "completed");
  const before = operations.length;
  const later = { ...services, now: () => Date.now() + TASKS_ASK_TOLD_MS + 1000 };
  expect(await sweepTasks(services)).toBe(0);
  expect(await sweepTasks(later)).toBeGreaterThanOrEqual(tasks.length);
  expect(operations.slice(before).filter((name) => name === "ActaIssues")).toHaveLength(1);
  expect((await rowsOf(connectionId)).every(({ state }) => state === "done")).toBe(true);
  // Nothing changed there since: a task that a person opens again here stays open.
  const taskId = tasks[0]?.taskId ?? "";
  const untick = { method: "POST", cookie, json: { taskId, done: false } };
  expect((await call(`/api/acta/meetings/${meetId}/tasks`, untick)).status).toBe(200);
  await followChanged(services, { kind: "linear", externalIds: [...issues.keys()] });
  await vi.waitFor(async () => {
    const { tasks: open } = await listed();
    expect(open.map((task) => task.taskId)).toEqual([taskId]);
  }, SOON);
});

test("only signed and young messages count, and only the creator of a meeting sends its tasks", async () => {
  const { connectionId, meetId, tasks } = await onTasks();
  const stranger = await signIn();
  const asked = { method: "POST", cookie: stranger.cookie, json: choose(tasks) };
  expect((await call(pathOf(connectionId, meetId), asked)).status).toBe(404);
  expect((await call(pathOf(connectionId, meetId), { cookie: stranger.cookie })).status).toBe(404);
  const own = userId;
  userId = stranger.userId;
  const theirs = await connect();
  // Their account, another person's meeting.
  expect((await call(pathOf(theirs.connectionId, meetId), { ...asked })).status).toBe(404);
  userId = own;
  const body = JSON.stringify({ type: "Issue", webhookTimestamp: Date.now(), data: { id: "x" } });
  const headers = { "Content-Type": "application/json", "Linear-Signature": "0".repeat(64) };
  expect((await call("/api/webhooks/linear", { method: "POST", headers, body })).status).toBe(401);
  expect((await call("/api/webhooks/linear")).status).toBe(401);
});

test("the rows go with the meeting, and with the account's connections, whose tokens are given back", async () => {
  const { connectionId, meetId, object, tasks } = await onTasks();
  await onBench(async ({ send, finish }) => {
    await send({ connectionId, meetId, choice: choose(tasks) });
    await finish();
  });
  expect(await rowsOf(connectionId)).toHaveLength(tasks.length);
  await object.discard();
  await vi.waitFor(async () => expect(await rowsOf(connectionId)).toEqual([]), SOON);
  await endConnections(services).end(userId, new AbortController().signal);
  expect((await listConnections(services, sessionActor(userId))).connections).toEqual([]);
  expect(played.linear.access.isAccepted(new Request("http://127.0.0.1:8788/linear/graphql"))).toBe(false);
});
