import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import type { TasksToSend } from "#app/contracts/task-sending.ts";
import { TASKS_ASK_TOLD_MS } from "#app/domain/limits/deliveries.ts";
import { disconnect, endConnections, listConnections } from "#app/server/connections/change-connections.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { connections, sentTasks } from "#app/server/db/schema-connections.ts";
import { followChanged, sweepTasks } from "#app/server/tasks/follow-tasks.ts";
import { type PlayedTasks, playTasks } from "#tests/fakes/tasks.ts";
import { call } from "#tests/support/api.ts";
import type { UserId } from "#app/domain/ids.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import {
  chosen,
  connectTasks,
  isTicked,
  onBench,
  onTasks,
  type Person,
  rowsOf,
  sendingPath,
  SOON,
} from "#tests/support/task-bench.ts";
import { openPage } from "#tests/support/told-page.ts";
import { services } from "#tests/support/webhook-bench.ts";
import { errors } from "#workers/stand-ins/tasks/linear-stand-in.mjs";

/** Tasks on their way to Linear, and back. Only Linear stands in. */

const db = openDatabase(env.DB);
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

const person = (): Person => ({ kind: "linear", userId, cookie, played });
const connect = (choice?: "cancel") => connectTasks(person(), choice);
const choose = (tasks: TasksToSend["tasks"], personId: string | null = null, key?: string) =>
  chosen(tasks, { placeId: "team-building", personId, ...(key && { key }) });
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
  const { connectionId, meetId, object, read, tasks } = await onTasks(person());
  const offered = await read("?place=team-building");
  // Three teams on two pages; whoever left Linear gets nothing.
  expect(offered.places.map(({ name }) => name)).toEqual(["Building", "Office", "Garden"]);
  expect(offered.people.map(({ name }) => name)).toEqual(["Marta Soler", "Lucía Ferrer"]);
  expect(offered.owners.every(({ personId, isKnown }) => personId === null && !isKnown)).toBe(true);

  const post = (json: object) => call(sendingPath(connectionId, meetId), { method: "POST", cookie, json });
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
  const isDone = () => isTicked(object, { userId, taskId });
  expect((await tell("completed")).status).toBe(200);
  await vi.waitFor(async () => expect(await isDone()).toBe(true), SOON);
  await vi.waitFor(async () => {
    const { tasks: done } = await listed("?whose=everybody&state=done");
    expect(done.map(({ taskId: of, sent }) => [of, sent?.[0]?.state])).toEqual([[taskId, "done"]]);
  }, SOON);
  await tell("started");
  await vi.waitFor(async () => expect(await isDone()).toBe(false), SOON);
  // Deleted there: it stays here, and can be sent anew.
  await tell("trash");
  await vi.waitFor(async () => expect((await read()).tasks[0]?.sent?.state).toBe("gone"), SOON);
  expect((await post(choose(tasks.slice(0, 1), null, "press-0000-0000-0003"))).status).toBe(200);
  await vi.waitFor(() => expect(issues.size).toBe(tasks.length + 1), SOON);
});

test("an answer that was lost makes no second task, nor does a new connection of the same account", async () => {
  const { connectionId, meetId, tasks } = await onTasks(person());
  const { issues, failures } = played.linear;
  failures.push({ operation: "ActaCreate", isLost: true, answer: () => new Response(null, { status: 502 }) });
  await onBench(userId, async ({ send, finish, log }) => {
    expect(await send({ connectionId, meetId, choice: choose(tasks) })).toMatchObject({ ok: true });
    expect(await finish()).toHaveLength(1);
    expect(log(connectionId)).toMatchObject([{ state: "sent", counts: { tasks: tasks.length } }]);
  });
  expect(issues.size).toBe(tasks.length);
  await disconnect(services, sessionActor(userId), connectionId);
  expect(await rowsOf(connectionId)).toEqual([]);
  const second = await connect();
  await onBench(userId, async ({ send, finish }) => {
    await send({ connectionId: second.connectionId, meetId, choice: choose(tasks) });
    await finish();
  });
  expect(issues.size).toBe(tasks.length);
  expect((await rowsOf(second.connectionId)).every(({ state, url }) => state === "open" && url !== null)).toBe(true);
});

test("too many requests are waited for, ended tokens refreshed, and a revoked app waits to be connected again", async () => {
  const { connectionId, meetId, tasks } = await onTasks(person());
  const { issues, failures, access } = played.linear;
  const limited = () => errors(400, "Rate limit exceeded", "RATELIMITED", "ratelimited");
  await onBench(userId, async ({ send, finish, log }) => {
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
  expect((await call(sendingPath(connectionId, meetId), { cookie })).status).toBe(409);
});

test("a person who cannot get a task stops it, and nobody else gets it", async () => {
  const { connectionId, meetId, tasks } = await onTasks(person());
  await onBench(userId, async ({ send, finish, log }) => {
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
  const { connectionId, meetId, tasks } = await onTasks(person());
  await onBench(userId, async ({ send, finish }) => {
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

test("the open pages of the person are told of tasks that were made, and of what became of them at the service", async () => {
  const { connectionId, meetId, tasks } = await onTasks(person());
  const { cookie: othersCookie } = await signIn();
  const [page, strangers] = [await openPage(cookie), await openPage(othersCookie)];
  let before = 0;
  await onBench(userId, async ({ send, finish }) => {
    await send({ connectionId, meetId, choice: choose(tasks) });
    before = page.heard.length;
    await finish();
  });
  await page.until(before + 1);
  const told: string[] = [];
  const pages = { ...services.pages, tell: async (whom: string) => void told.push(whom) };
  const { issues } = played.linear;
  const follow = () => followChanged({ ...services, pages }, { kind: "linear", externalIds: [...issues.keys()] });
  await follow();
  expect(told).toEqual([]);
  const [issue] = issues.values();
  await played.linear.move(issue?.id ?? "", "trash");
  await follow();
  expect(told).toEqual([userId]);
  expect(strangers.heard).toEqual(["0"]);
});

test("only signed and young messages count, and only the creator of a meeting sends its tasks", async () => {
  const { connectionId, meetId, tasks } = await onTasks(person());
  const stranger = await signIn();
  const asked = { method: "POST", cookie: stranger.cookie, json: choose(tasks) };
  expect((await call(sendingPath(connectionId, meetId), asked)).status).toBe(404);
  expect((await call(sendingPath(connectionId, meetId), { cookie: stranger.cookie })).status).toBe(404);
  const own = userId;
  userId = stranger.userId;
  const theirs = await connect();
  // Their account, another person's meeting.
  expect((await call(sendingPath(theirs.connectionId, meetId), { ...asked })).status).toBe(404);
  userId = own;
  const body = JSON.stringify({ type: "Issue", webhookTimestamp: Date.now(), data: { id: "x" } });
  const headers = { "Content-Type": "application/json", "Linear-Signature": "0".repeat(64) };
  expect((await call("/api/webhooks/linear", { method: "POST", headers, body })).status).toBe(401);
  expect((await call("/api/webhooks/linear")).status).toBe(401);
});

test("the rows go with the meeting, and with the account's connections, whose tokens are given back", async () => {
  const { connectionId, meetId, object, tasks } = await onTasks(person());
  await onBench(userId, async ({ send, finish }) => {
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
