import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { TASKS_ASK_TOLD_MS } from "#app/domain/limits/deliveries.ts";
import type { TaskKind } from "#app/domain/tasks/task-service.ts";
import { disconnect } from "#app/server/connections/change-connections.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { sweepTasks } from "#app/server/tasks/follow-tasks.ts";
import { type PlayedTasks, playTasks } from "#tests/fakes/tasks.ts";
import { call } from "#tests/support/api.ts";
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
import { services } from "#tests/support/webhook-bench.ts";

/** Each service of tasks with a REST API, all in the same way. Only the services stand in. Linear has a file of its own. */

type Facts = {
  account: string;
  scope: string;
  places: string[];
  /** Tasks are sent to this one, whose people are known. */
  placeId: string;
  /** The person who is chosen; null where the tasks of a service are always the account's own. */
  personId: string | null;
  /** The operation that makes a task. */
  create: string;
  url: RegExp;
  /** It takes tokens back when the person disconnects. */
  revokes: boolean;
};
const SERVICES: Record<Exclude<TaskKind, "linear">, Facts> = {
  jira: {
    account: "serra",
    scope: "read:jira-work write:jira-work read:jira-user offline_access",
    places: ["Building", "Garden", "Office"],
    placeId: "11223344-a1b2-3b33-c444-def123456789/10100",
    personId: "person-marta",
    create: "POST ex/jira/11223344-a1b2-3b33-c444-def123456789/rest/api/3/issue",
    url: /^https:\/\/serra\.atlassian\.net\/browse\/SER-/,
    revokes: false,
  },
  asana: {
    account: "Nora Puig",
    scope: "workspaces:read projects:read users:read tasks:read tasks:write",
    places: ["Building", "Garden", "Office"],
    placeId: "1200000000000001/1201",
    personId: "person-marta",
    create: "POST tasks",
    url: /^https:\/\/app\.asana\.com\/1\/\d+\/project\/1201\/task\//,
    revokes: true,
  },
  todoist: {
    account: "Nora Puig",
    scope: "data:read_write",
    places: ["Inbox", "Building", "Garden"],
    placeId: "6XR4H993xv8H5qCS",
    personId: "person-marta",
    create: "POST tasks",
    url: /^https:\/\/app\.todoist\.com\/app\/task\//,
    revokes: true,
  },
  microsoft_todo: {
    account: "nora@serra.example",
    scope: "User.Read Tasks.ReadWrite",
    places: ["Tasks", "Building", "Garden"],
    placeId: "AAMkADli02=",
    personId: null,
    create: "POST me/todo/lists/AAMkADli02=/tasks",
    url: /^https:\/\/to-do\.office\.com\/tasks\/id\//,
    revokes: false,
  },
};

let played: PlayedTasks;
let userId: UserId;
let cookie: string;

beforeEach(async () => {
  played = playTasks();
  ({ userId, cookie } = await signIn({ name: "Nora Puig" }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  // The accounts there are new in each test.
  await services.db.delete(connections);
});

/** The sweep at a time when every open task is due. */
const sweepAll = () => sweepTasks({ ...services, now: () => Date.now() + TASKS_ASK_TOLD_MS + 1000 });

describe.each(Object.entries(SERVICES))("%s", (name, facts) => {
  const kind = name as keyof typeof SERVICES;
  const { placeId, personId } = facts;
  const person = (): Person => ({ kind, userId, cookie, played });
  const there = () => played[kind];

  test("is connected with encrypted tokens; a consent that is cancelled or gives too little connects nothing", async () => {
    expect((await connectTasks(person(), "cancel")).result).toBe("cancelled");
    there().access.orders.scope = "something:else";
    expect((await connectTasks(person())).result).toBe("scopes-missing");
    there().access.orders.scope = facts.scope;
    const { result, connectionId } = await connectTasks(person());
    expect(result).toBe("connected");
    const [row] = await services.db.select().from(connections).where(eq(connections.id, connectionId));
    expect(row).toMatchObject({ kind, accountName: facts.account, sends: "by-hand" });
    expect(row?.tokens).not.toContain("_local");
    const tokens = there().access.live();
    await disconnect(services, sessionActor(userId), connectionId);
    const left = there().access.live();
    expect(facts.revokes ? left < tokens : left === tokens).toBe(true);
  });

  test("tasks go to the chosen place once, with day, moment and person, and what is done there is done here", async () => {
    const { connectionId, meetId, object, read, tasks } = await onTasks(person());
    const offered = await read(`?place=${encodeURIComponent(placeId)}`);
    expect(offered.places.map((place) => place.name)).toEqual(facts.places);
    expect(offered.people.map(({ name: of }) => of)).toEqual(personId === null ? [] : ["Marta Soler", "Lucía Ferrer"]);
    const post = (json: object) => call(sendingPath(connectionId, meetId), { method: "POST", cookie, json });
    expect((await post(chosen(tasks, { placeId: "of-others" }))).status).toBe(409);
    expect((await post(chosen(tasks, { placeId, personId }))).status).toBe(200);
    await vi.waitFor(() => expect(there().tasks.size).toBe(tasks.length), SOON);
    const [held] = there().tasks.values();
    expect(held).toMatchObject({ title: tasks[0]?.text, placeId: expect.any(String), assigneeId: personId });
    expect(held?.dueDay).toBe(tasks[0]?.dueDay);
    expect(held?.text).toContain(`${services.config.origin}/${meetId}?t=`);
    await vi.waitFor(async () => expect((await read()).tasks.at(-1)?.sent?.url).toMatch(facts.url), SOON);
    // The same press, and another one: nothing more.
    expect((await post(chosen(tasks, { placeId, personId }))).status).toBe(200);
    expect((await post(chosen(tasks, { placeId, key: "press-0000-0000-0002" }))).status).toBe(200);
    expect(there().tasks.size).toBe(tasks.length);

    const taskId = tasks[0]?.taskId ?? "";
    const row = (await rowsOf(connectionId)).find((each) => each.taskId === taskId);
    const id = [...there().tasks.values()].find(({ mark }) => mark === row?.mark)?.id ?? "";
    /** A person changes it there. Acta hears of it by a message, or asks. */
    const move = async (state: "open" | "done" | "gone") => {
      const event = await there().move(id, state);
      if (event === null) return (await sweepAll()) + 1;
      const headers = Object.fromEntries(event.headers);
      const body = await event.text();
      const answered = await call(`/api/webhooks/${kind}`, { method: "POST", headers, body });
      expect(answered.status).toBe(200);
      const forged = await call(`/api/webhooks/${kind}`, { method: "POST", headers, body: `${body} ` });
      expect(forged.status).toBe(401);
      return 0;
    };
    await move("done");
    await vi.waitFor(async () => expect(await isTicked(object, { userId, taskId })).toBe(true), SOON);
    await vi.waitFor(async () => expect((await read()).tasks[0]?.sent?.state).toBe("done"), SOON);
    // Only a service that tells of changes says that a task was opened again.
    if ((await move("open")) > 0) return;
    await vi.waitFor(async () => expect(await isTicked(object, { userId, taskId })).toBe(false), SOON);
  });

  test("an open task that was deleted there is shown as gone, and can be sent anew", async () => {
    const { connectionId, meetId, read, tasks } = await onTasks(person());
    await onBench(userId, async ({ send, finish }) => {
      await send({ connectionId, meetId, choice: chosen(tasks, { placeId }) });
      await finish();
      for (const id of there().tasks.keys()) await there().move(id, "gone");
      expect(await sweepAll()).toBeGreaterThanOrEqual(tasks.length);
      expect((await read()).tasks.every(({ sent }) => sent?.state === "gone")).toBe(true);
      await send({ connectionId, meetId, choice: chosen(tasks, { placeId, key: "press-0000-0000-0002" }) });
      await finish();
    });
    const open = [...there().tasks.values()].filter(({ state }) => state === "open");
    expect(open).toHaveLength(tasks.length);
  });

  test("an answer that was lost makes no second task, nor does a new connection of the same account", async () => {
    const { connectionId, meetId, tasks } = await onTasks(person());
    const lost = () => new Response(null, { status: 502 });
    there().failures.push({ operation: facts.create, isLost: true, answer: lost });
    await onBench(userId, async ({ send, finish, log }) => {
      await send({ connectionId, meetId, choice: chosen(tasks, { placeId }) });
      expect(await finish()).toHaveLength(1);
      expect(log(connectionId)).toMatchObject([{ state: "sent", counts: { tasks: tasks.length } }]);
    });
    expect(there().tasks.size).toBe(tasks.length);
    // One is done meanwhile.
    const [first] = there().tasks.values();
    if (first) first.state = "done";
    await disconnect(services, sessionActor(userId), connectionId);
    const second = await connectTasks(person());
    await onBench(userId, async ({ send, finish }) => {
      await send({ connectionId: second.connectionId, meetId, choice: chosen(tasks, { placeId }) });
      await finish();
    });
    expect(there().tasks.size).toBe(tasks.length);
    expect((await rowsOf(second.connectionId)).every(({ state, url }) => state === "open" && url !== null)).toBe(true);
  });

  test("too many requests are waited for, ended tokens refreshed, and a revoked app waits to be connected again", async () => {
    const { connectionId, meetId, tasks } = await onTasks(person());
    const limited = () => new Response("{}", { status: 429, headers: { "Retry-After": "90" } });
    await onBench(userId, async ({ send, finish, log }) => {
      there().failures.push({ operation: facts.create, isLost: false, answer: limited });
      there().access.endTokens();
      await send({ connectionId, meetId, choice: chosen(tasks.slice(0, 1), { placeId }) });
      expect((await finish())[0]).toBeGreaterThanOrEqual(90_000);
      expect(there().tasks.size).toBe(1);
      expect(log(connectionId)[0]).toMatchObject({ state: "sent" });
      await send({ connectionId, meetId, choice: chosen(tasks, { placeId, key: "press-0000-0000-0002" }) });
      there().access.revokeAll();
      await finish();
      expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "reconnect" });
    });
    expect((await call(sendingPath(connectionId, meetId), { cookie })).status).toBe(409);
  });

  test("a place that was deleted meanwhile stops the tasks, and so does a person who cannot get them", async () => {
    const { connectionId, meetId, tasks } = await onTasks(person());
    await onBench(userId, async ({ send, finish, log }) => {
      await send({ connectionId, meetId, choice: chosen(tasks, { placeId, personId }) });
      const places = there().places.splice(0);
      await finish();
      expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "place" });
      there().places.push(...places);
      if (personId === null) return;
      await send({ connectionId, meetId, choice: chosen(tasks, { placeId, personId, key: "press-0000-0000-0002" }) });
      for (const each of there().people) each.isActive = false;
      await finish();
      expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "recipient" });
    });
    expect(there().tasks.size).toBe(0);
  });
});
