import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { newMeetId, newUserId } from "#app/domain/ids.ts";
import { parseTaskCursor } from "#app/domain/tasks/task-list.ts";
import { meetingTasks } from "#app/server/db/schema.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { meetingPeople } from "#app/server/workspace/list-tables.ts";
import { call } from "#tests/support/api.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { lineStart, recordedTalk } from "#tests/support/recorded-talk.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { BY_NORA } from "#tests/support/scripted-minutes.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { LIST_STATE_ROWS, listedOf } from "#tests/support/read-lists.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** The tasks of all meetings, in real D1, written by real meetings. */
const services = { db: openDatabase(env.DB), lists: listsOf(workerEnv) };
const SOON = { timeout: 20_000, interval: 50 };
const PAGE = 50;
const LINES = [
  ["Jonas Vidal", "The desk opens at eight on Monday."],
  ["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA],
  ["Jonas Vidal", "Nora will send the contract to the clinic by Friday.", { assigned: "Nora", deadline: "by Friday" }],
] as const;

const tasksIn = async (cookie: string, query = "") =>
  (await (await call(`/api/tasks${query}`, { cookie })).json<TaskList>()).tasks;
const tasksOf = (view: MeetingView | null) =>
  (view?.summary?.fields ?? []).flatMap(({ content }) => (content.type === "tasks" ? content.items : []));

test("a meeting's tasks are listed with their moments, and a tick works both ways", async () => {
  const { cookie, userId } = await signIn({ name: "Nora Puig" });
  const { meetId, object } = await recordedTalk(LINES, { userId, details: { title: "Desk" } });
  const view = () => object.view({ kind: "owner", userId });
  const written = tasksOf(await view());
  expect(written.length).toBeGreaterThan(0);
  const everybody = await vi.waitFor(async () => {
    const tasks = await tasksIn(cookie, "?whose=everybody");
    expect(tasks.map(({ text }) => text).toSorted()).toEqual(written.map(({ text }) => text).toSorted());
    return tasks;
  }, SOON);
  for (const task of everybody) {
    expect(task).toMatchObject({ meetId, done: false, orDay: null, meeting: { title: "Desk" } });
    expect([1, 2].map(lineStart)).toContain(task.startMs);
    // "By Friday" is the Friday after the meeting.
    expect(new Date(task.dueDay ?? "").getUTCDay()).toBe(5);
    expect(Date.parse(task.dueDay ?? "") - task.meeting.startsAt).toBeLessThan(8 * 24 * 60 * 60 * 1000);
  }
  const mine = await tasksIn(cookie);
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.every(({ assigned }) => assigned?.startsWith("Nora"))).toBe(true);
  const { taskId = "", text } = mine[0] ?? {};

  // From the list: by the meeting's own endpoint.
  const tick = (done: boolean) =>
    call(`/api/acta/meetings/${meetId}/tasks`, { method: "POST", cookie, json: { taskId, done } });
  expect((await tick(true)).status).toBe(200);
  expect(tasksOf(await view()).find(({ id }) => id === taskId)?.done).toBe(true);
  await vi.waitFor(
    async () => expect((await tasksIn(cookie, "?state=done")).map((task) => task.text)).toEqual([text]),
    SOON,
  );
  expect((await tasksIn(cookie)).map((task) => task.text)).not.toContain(text);

  // From the meeting.
  await object.correct({ type: "tick-task", taskId, done: false }, userId);
  await vi.waitFor(async () => expect((await tasksIn(cookie)).map((task) => task.text)).toContain(text), SOON);

  await object.discard();
  await vi.waitFor(async () => expect(await tasksIn(cookie, "?whose=everybody")).toEqual([]), SOON);
  expect(await listedOf(services, userId, meetId)).toMatchObject({ people: [], tasks: [] });
  expect(await env.DB.prepare("SELECT 1 FROM meeting_tasks WHERE meet_id = ?").bind(meetId).first()).toBe(null);
});

test("the page of tasks shows each with its meeting and moment, without a script, and has no entry in the menu", async () => {
  const { cookie, userId } = await signIn({ name: "Nora Puig" });
  const { meetId } = await recordedTalk(LINES, { userId, details: { title: "Desk" } });
  const [mine, done, menu] = ["Mine", "Done", 'aria-label="Main"'];
  const page = async (query: string) => (await call(`/tasks${query}`, { cookie })).text();
  await vi.waitFor(async () => expect((await tasksIn(cookie)).length).toBeGreaterThan(0), SOON);
  const html = await page("");
  for (const { text, startMs } of await tasksIn(cookie)) {
    expect(html).toContain(text);
    expect(html).toContain(`href="/${meetId}?t=${Math.floor((startMs ?? 0) / 1000)}"`);
  }
  expect(html).toMatch(new RegExp(`aria-current="page"[^>]*href="/tasks"[^>]*>${mine}`));
  const [, nav = ""] = html.split(menu);
  expect(nav.slice(0, nav.indexOf("</nav>"))).not.toContain("/tasks");
  const doneHtml = await page("?whose=everybody&state=done");
  expect(doneHtml).toMatch(new RegExp(`aria-current="page"[^>]*>${done}`));
  expect(doneHtml).toContain("No task is done yet.");
});

test("a task that was not confirmed says so in the list, on its page and on Home", async () => {
  const { cookie, userId } = await signIn({ name: "Nora Puig" });
  const { meetId } = await recordedTalk(LINES, { userId, details: { title: "Desk" } });
  await vi.waitFor(async () => expect((await tasksIn(cookie)).length).toBeGreaterThan(0), SOON);
  expect((await tasksIn(cookie)).every(({ unconfirmed }) => unconfirmed === undefined)).toBe(true);
  expect(await (await call("/tasks", { cookie })).text()).not.toContain("Not confirmed");
  await services.lists
    .of(userId)
    .update(meetingTasks)
    .set({ unconfirmed: true })
    .where(eq(meetingTasks.meetId, meetId));
  expect((await tasksIn(cookie)).every(({ unconfirmed }) => unconfirmed === true)).toBe(true);
  for (const page of ["/tasks", "/"]) expect(await (await call(page, { cookie })).text()).toContain("Not confirmed");
});

test("a rebuild brings people and tasks that lists have lost", async () => {
  const { meetId, object, createdBy: ownerId } = await recordedTalk(LINES, { details: { title: "Ávila" } });
  const kept = () => listedOf(services, ownerId, meetId);
  await vi.waitFor(async () => expect((await kept()).tasks.length).toBeGreaterThan(0), SOON);
  const before = await kept();
  expect(before.people).toMatchObject([{ personKey: "jonas vidal", name: "Jonas Vidal" }, { personKey: "nora puig" }]);
  const lost = services.lists.of(ownerId);
  await lost.batch([lost.delete(meetingPeople), lost.delete(meetingTasks)]);
  expect(await object.restore()).toBe("restored");
  expect(await kept()).toEqual(before);
});

const SHARED_ROWS = 5;

test("tasks come by their deadline, page by page, and few rows are read for it", async () => {
  const ownerId = newUserId();
  const meetId = newMeetId();
  const made = Array.from({ length: 3000 }, (_, index) => ({
    id: `1.tasks.${String(index).padStart(4, "0")}`,
    assigned: ["nora", "nora puig", "jonas", ""][index % 4],
    due:
      index % 5 === 0 ? "9999-99-99" : new Date(Date.UTC(2026, 0, 1 + ((index * 37) % 300))).toISOString().slice(0, 10),
    done: index % 3 === 0 ? 1 : 0,
  }));
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, sequence, created_at, updated_at)
       VALUES (?1, ?2, ?2, 'Desk', 1, 'UTC', 'en', 'upload', 'SUMMARIZED', 1, 1, 1)`,
    ).bind(meetId, ownerId),
    env.DB.prepare(
      `INSERT INTO meeting_tasks (meet_id, task_id, position, workspace_id, created_by, text, assigned_key, due_day, done)
       SELECT ?1, value ->> 'id', 0, ?2, ?2, value ->> 'id', value ->> 'assigned', value ->> 'due', value ->> 'done'
       FROM json_each(?3)`,
    ).bind(meetId, ownerId, JSON.stringify(made)),
  ]);
  const { services: counted, rowsRead } = countedDatabase();
  // Lists that are read for the first time take the rows of D1.
  await listTasks(services, sessionActor(ownerId), {
    filters: { mine: false, done: false },
    limit: 1,
    name: "",
    after: null,
  });
  for (const mine of [true, false]) {
    const expected = made
      .filter(({ done, assigned }) => done === 0 && (!mine || assigned === "nora" || assigned === "nora puig"))
      .toSorted((one, other) => (one.due + one.id < other.due + other.id ? -1 : 1))
      .map(({ id }) => id);
    const seen: string[] = [];
    const costs: number[] = [];
    let cursor: string | null = null;
    do {
      const asked = { filters: { mine, done: false }, limit: PAGE, name: "Nora Puig", after: parseTaskCursor(cursor) };
      const page: TaskList = await listTasks(counted, sessionActor(ownerId), asked);
      costs.push(await rowsRead());
      seen.push(...page.tasks.map(({ taskId }) => taskId));
      ({ cursor } = page);
    } while (cursor !== null);
    expect(seen).toEqual(expected);
    // Of each form of the name that has tasks, a page's tasks and the first of the next, each with its meeting; the walks of
    // two forms, and of the person's own and those that others share, are merged: the merged rows as well; and the row of the cursor in each. The last page as the first: nothing before is read.
    const forms = mine ? 2 : 1;
    // And what the person's memberships and their address say of tasks that others share.
    const rowsOfPage = (forms * 2 + 1) * (PAGE + 1);
    expect(Math.max(...costs)).toBeLessThanOrEqual(rowsOfPage + forms + SHARED_ROWS + LIST_STATE_ROWS);
  }
});

test("GET /api/tasks answers the person who is signed in, and nobody else", async () => {
  const { cookie } = await signIn();
  expect(await (await call("/api/tasks?cursor=1", { cookie })).json()).toEqual({ tasks: [], cursor: null });
  expect((await call("/api/tasks")).status).toBe(401);
});

test("the tasks of a person with four names are listed, and Home opens", async () => {
  const { cookie, userId } = await signIn({ name: "Nora Puig Serra Vidal" });
  await recordedTalk(LINES, { userId, details: { title: "Desk" } });
  await vi.waitFor(async () => expect(await tasksIn(cookie, "?whose=everybody")).not.toEqual([]), SOON);
  expect((await tasksIn(cookie)).every(({ assigned }) => assigned?.startsWith("Nora"))).toBe(true);
  expect((await tasksIn(cookie)).length).toBeGreaterThan(0);
  expect((await call("/", { cookie })).status).toBe(200);
});
