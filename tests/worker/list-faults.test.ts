import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { type MeetId, newUserId, type UserId } from "#app/domain/ids.ts";
import { parseListFilters } from "#app/domain/meeting/list.ts";
import { workspaceLists } from "#app/server/adapters/workspace-object/workspace-lists.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { listChanges, listRepairs, meetings, meetingTasks } from "#app/server/db/schema.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import { type MeetingProjection, projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { restoreMeeting } from "#app/server/meetings/restore-meeting.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { meetingPeople } from "#app/server/workspace/list-tables.ts";
import { selectMeetings } from "#app/server/workspace/own-meetings.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import { repairLists } from "#app/server/workspace/repair-lists.ts";
import { giveChanges, sweepListChanges } from "#app/server/workspace/take-list-changes.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import { openCalendarStage } from "#tests/support/calendar-stage.ts";
import { LISTED_TASK as TASK, projectionOf } from "#tests/support/list-projection.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { listedOf } from "#tests/support/read-lists.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** Changes that lists cannot take (decision 239), with real D1 and real objects. */

afterEach(() => {
  vi.restoreAllMocks();
});

const SOON = { timeout: 30_000, interval: 100 };
const db = openDatabase(env.DB);
const lines: string[] = [];
/** The meetings' objects, as far as a test has any. */
const objects = new Map<string, MeetingProjection>();
const services = {
  db,
  lists: listsOf(workerEnv),
  log: (event: string) => void lines.push(event),
  calendarAccounts: {
    of: (accountId: string) => env.CALENDARS.get(env.CALENDARS.idFromName(accountId)),
  },
  meetings: {
    async restore(meetId: string) {
      const projection = objects.get(meetId);
      if (!projection) return "unknown" as const;
      await restoreMeeting(db, { projection, usage: "free", now: 1 });
      return "restored" as const;
    },
  },
};

async function titlesOf(userId: UserId): Promise<string[]> {
  const { rows } = await readLists(services, userId, (list) => ({
    rows: selectMeetings(list, sessionActor(userId), { limit: 50 }),
  }));
  return rows.map(({ title }) => title).toSorted();
}
const tasksOf = async (userId: UserId, meetId: string) => (await listedOf(services, userId, meetId)).tasks;
async function sweep(of: typeof services): Promise<void> {
  await repairLists(of);
  await sweepListChanges(of);
}
const note = (meetId: string, tasks: string) =>
  db.update(listChanges).set({ tasks }).where(eq(listChanges.meetId, meetId));

test("a task that an older version noted without a column gets the column's default", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const projection = projectionOf(userId);
  await projectMeeting(db, projection);
  await note(projection.meetId, JSON.stringify([{ taskId: "1", position: 0, text: "Order the rice" }]));
  expect(await titlesOf(userId)).toEqual(["Weekly"]);
  expect(await tasksOf(userId, projection.meetId)).toMatchObject([
    { text: "Order the rice", assignedKey: "", dueDay: "9999-99-99", done: false, unconfirmed: false },
  ]);
});

test.each([
  ["a task without an id", JSON.stringify([{ text: "Order the rice" }])],
  ["no JSON", "[{"],
  ["no list", "17"],
])(
  "a change that lists refuse keeps no other back, and its meeting comes from its object: %s",
  async (_name, tasks) => {
    const userId = newUserId();
    await titlesOf(userId);
    const [refused, before, after] = [
      projectionOf(userId, { title: "Refused" }),
      projectionOf(userId, { title: "Before" }),
      projectionOf(userId, { title: "After" }),
    ];
    for (const each of [before, refused, after]) await projectMeeting(db, each);
    await note(refused.meetId, tasks);
    // The meeting is listed without the tasks that cannot be read.
    expect(await titlesOf(userId)).toEqual(["After", "Before", "Refused"]);
    expect(await tasksOf(userId, refused.meetId)).toEqual([]);
    expect(await tasksOf(userId, after.meetId)).toHaveLength(1);
    expect(await db.select().from(listChanges).where(eq(listChanges.workspaceId, userId))).toEqual([]);
    // While its object does not answer, it is asked again.
    objects.set(refused.meetId, refused);
    const failing = { ...services.meetings, restore: () => Promise.reject(new Error("no object")) };
    await sweep({ ...services, meetings: failing });
    expect(await tasksOf(userId, refused.meetId)).toEqual([]);
    await sweep(services);
    expect(lines).toContain("lists.incomplete");
    expect(await tasksOf(userId, refused.meetId)).toMatchObject([{ text: "Order the rice" }]);
    lines.length = 0;
    await sweep(services);
    expect(lines).not.toContain("lists.incomplete");
  },
);

test("a change that a meeting gives and lists refuse is not lost", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const projection = projectionOf(userId);
  const { changes } = await projectMeeting(db, projection);
  await note(projection.meetId, "[{}]");
  await giveChanges(
    services,
    changes.map((change) => ({ ...change, tasks: "[{}]" })),
  );
  expect(await titlesOf(userId)).toEqual(["Weekly"]);
  objects.set(projection.meetId, { ...projection, tasks: [{ ...TASK, text: "Order the bread" }] });
  await sweep(services);
  expect(await tasksOf(userId, projection.meetId)).toMatchObject([{ text: "Order the bread" }]);
});

test("a refused change of a meeting without an object leaves its row listed", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const projection = projectionOf(userId);
  await projectMeeting(db, projection);
  await note(projection.meetId, "[{}]");
  await sweep(services);
  await db.update(meetings).set({ title: "Renamed" }).where(eq(meetings.id, projection.meetId));
  await sweep(services);
  expect(await titlesOf(userId)).toEqual(["Renamed"]);
});

/** The lists, of which those of one workspace do not answer. */
const without = (workspaceId: string): typeof services => ({
  ...services,
  lists: {
    of: (asked: string) => {
      if (asked !== workspaceId) return services.lists.of(asked);
      return workspaceLists(() => ({ runListStatements: () => Promise.reject(new Error("no object")) })).of(asked);
    },
  },
});

async function teamOf(...userIds: UserId[]): Promise<string> {
  for (const id of userIds) await db.insert(users).values({ id, name: "Nora", termsAcceptedAt: 1, createdAt: 1 });
  const [owner, ...others] = userIds;
  if (!owner) throw new Error("a team has an owner");
  return makeTeam({ owner: { userId: owner }, others: others.map((userId) => ({ userId })) });
}
const show = (meetId: string, teamId: string) =>
  db
    .insert(meetingVisibility)
    .values({ meetId: meetId as MeetId, visibility: "team", teamId, changedBy: "somebody", changedAt: 1 });
const sharedWith = async (userId: UserId, of: typeof services) => {
  const filters = { ...parseListFilters(new URLSearchParams()), role: "shared" as const };
  const asked = { filters, limit: 20, timeZone: "UTC", older: null, newer: null };
  return (await filterMeetings(of, sessionActor(userId), asked)).meetings.map(({ title }) => title).toSorted();
};
const tasksFor = async (userId: UserId, of: typeof services) => {
  const asked = { filters: { mine: false, done: false }, limit: 20, name: "Eva", after: null };
  return (await listTasks(of, sessionActor(userId), asked)).tasks.map(({ text }) => text).toSorted();
};

test.each(["built", "not yet built"])(
  "a team's lists (%s) show what they have while those of one member fail, and are completed by the sweep",
  async (state) => {
    const [nora, otto, eva] = [newUserId(), newUserId(), newUserId()];
    const team = await teamOf(nora, otto, eva);
    if (state === "built") await sharedWith(eva, services);
    const [noras, ottos] = [
      projectionOf(nora, { title: "Nora's" }),
      projectionOf(otto, { title: "Otto's", tasks: [{ ...TASK, text: "Order the bread" }] }),
    ];
    for (const each of [noras, ottos]) {
      await projectMeeting(db, each);
      await titlesOf(each.createdBy as UserId);
      await show(each.meetId, team);
    }
    const failing = without(nora);
    const asked = { filters: { mine: false, done: false }, limit: 20, name: "Eva", after: null };
    expect((await listTasks(failing, sessionActor(eva), asked)).missing).toBe("member");
    expect(await sharedWith(eva, failing)).toEqual(["Nora's", "Otto's"]);
    expect(await tasksFor(eva, failing)).toEqual(["Order the bread"]);
    await sweep(failing);
    expect(await tasksFor(eva, failing)).toEqual(["Order the bread"]);
    await sweep(services);
    expect(await tasksFor(eva, services)).toEqual(["Order the bread", "Order the rice"]);
    expect((await listTasks(services, sessionActor(eva), asked)).missing).toBeUndefined();
    expect(await db.select().from(listRepairs)).toEqual([]);
  },
);

test("a team whose lists fail keeps nobody from their own, and lists with its meetings say what they lack", async () => {
  const [nora, otto] = [newUserId(), newUserId()];
  const team = await teamOf(nora, otto);
  await projectMeeting(db, projectionOf(otto));
  const failing = without(team);
  const listed = (role: "shared" | null, of: typeof services) => {
    const filters = { ...parseListFilters(new URLSearchParams()), role };
    return filterMeetings(of, sessionActor(otto), { filters, limit: 20, timeZone: "UTC", older: null, newer: null });
  };
  expect(await listed(null, failing)).toMatchObject({ meetings: [{ title: "Weekly" }], hasShared: true });
  expect(await listed(null, failing)).not.toHaveProperty("missing");
  expect(await listed("shared", failing)).toMatchObject({ meetings: [], missing: "team" });
  expect(await listed("shared", services)).not.toHaveProperty("missing");
  const asked = { filters: { mine: false, done: false }, limit: 20, name: "Otto", after: null };
  expect(await listTasks(failing, sessionActor(otto), asked)).toMatchObject({
    tasks: [{ text: "Order the rice" }],
    missing: "team",
  });
});

test("events of calendars come back into lists that were lost", async () => {
  vi.spyOn(globalThis, "fetch");
  const { played, people } = openCalendarStage();
  const { userId, object, account, calendar } = await openCalendarAccount({ played, people }, "google");
  const startsAt = Date.now() + 3_600_000;
  for (const title of ["Budget", "Review"]) played.state.addEvent(account, calendar, { title, startsAt });
  await titlesOf(userId);
  expect(await object.sync()).toBe("ok");
  const listed = async () => (await listedEvents(userId)).map(({ title }) => title).toSorted();
  expect(await listed()).toEqual(["Budget", "Review"]);
  await runInDurableObject(env.WORKSPACES.get(env.WORKSPACES.idFromName(userId)), (_object, { storage }) => {
    for (const table of ["calendar_events", "list_taken", "list_state"]) storage.sql.exec(`DELETE FROM ${table}`);
  });
  // An event is written before anybody reads the lists.
  played.state.addEvent(account, calendar, { title: "Later", startsAt });
  expect(await object.sync()).toBe("ok");
  expect(await listed()).toEqual(["Later"]);
  await titlesOf(userId);
  await sweep(services);
  await vi.waitFor(async () => expect(await listed()).toEqual(["Budget", "Later", "Review"]), SOON);
  expect(await db.select().from(listRepairs)).toEqual([]);
});

test("keys that an earlier folding has left in lists are those of today when the lists are next read", async () => {
  const userId = newUserId();
  await titlesOf(userId);
  const projection = projectionOf(userId, {
    title: "Йога",
    people: ["Андрей", "Nora"],
    tasks: [{ ...TASK, assigned: "Андрей" }],
  });
  await projectMeeting(db, projection);
  await titlesOf(userId);
  const keysOf = () =>
    readLists(services, userId, (list) => ({
      titles: list.select({ key: meetings.titleKey, people: meetings.people }).from(meetings),
      people: list.select().from(meetingPeople).orderBy(meetingPeople.personKey),
      tasks: list.select().from(meetingTasks),
    }));
  const before = await keysOf();
  await runInDurableObject(env.WORKSPACES.get(env.WORKSPACES.idFromName(userId)), (_object, { storage: { sql } }) => {
    sql.exec("UPDATE meetings SET title_key = 'иога', people = replace(people, 'андрей', 'андреи')");
    sql.exec("UPDATE meeting_people SET person_key = replace(person_key, 'й', 'и'), title_key = 'иога'");
    sql.exec("UPDATE meeting_tasks SET assigned_key = 'андреи'");
    sql.exec("UPDATE list_state SET folding = 0");
  });
  expect(await keysOf()).toEqual(before);
  expect(before).toMatchObject({ titles: [{ key: "йога" }], tasks: [{ assignedKey: "андрей" }] });
});
